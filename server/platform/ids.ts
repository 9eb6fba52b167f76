import { randomBytes, randomUUIDv7 } from "node:crypto";

/** A new record's id: UUIDv7, so that ids grow with time. */
export function newId(): string {
  return randomUUIDv7();
}

export const uuid_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be an id; the path parameter of an unknown id and of nonsense are answered alike. */
export function isUuid(text: string): boolean {
  return uuid_pattern.test(text);
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `req_` and 26 characters of Crockford base 32: time first, so that log and panel sort by it. */
export function newRequestId(now_ms: number): string {
  let time = "";
  for (let rest = now_ms, place = 0; place < 10; place += 1, rest = Math.floor(rest / 32)) time = crockford[rest % 32] + time;
  let random = "";
  for (const byte of randomBytes(16)) random += crockford[byte % 32];
  return `req_${time}${random}`;
}
