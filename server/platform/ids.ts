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
/** Tells this process from every other one; behind it, requests are counted. */
const process_part = [...randomBytes(10)].map((byte) => crockford[byte % 32]).join("");
let requests = 0;

/**
 * `req_` and 26 characters of Crockford base 32: time first, so that log and panel sort by it, then the process, then its
 * count. It names a request and guards nothing, so it may be guessed; random bytes for each cost 2 % of a look-up.
 */
export function newRequestId(now_ms: number): string {
  requests = (requests + 1) % 32 ** 6;
  return `req_${base32(now_ms, 10)}${process_part}${base32(requests, 6)}`;
}

function base32(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = crockford[rest % 32] + text;
  return text;
}
