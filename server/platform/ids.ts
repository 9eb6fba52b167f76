import { randomBytes, randomUUID } from "node:crypto";
import { nowMs } from "./clock.ts";

/** The parts of the last id before its random half: 48 bits of time, and 12 bits of sequence. */
let last = { time_ms: 0, sequence: 0 };
const sequence_max = 0xfff;

/**
 * A new record's id: UUIDv7 (RFC 9562, §5.7), by the database's clock. Ids of a process strictly increase, also within a
 * millisecond and when the clock steps back (§6.2, method 1: the 12 bits after the time are a counter), so that records sort by
 * creation.
 */
export function newId(): string {
  const random = randomUUID();
  const time_ms = nowMs();
  if (time_ms > last.time_ms) last = { time_ms, sequence: Number.parseInt(random.slice(15, 18), 16) };
  else if (last.sequence < sequence_max) last.sequence += 1;
  else last = { time_ms: last.time_ms + 1, sequence: 0 };
  const time = hexOf(last.time_ms, 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hexOf(last.sequence, 3)}${random.slice(18)}`;
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

/** Below all ids: the start of an iteration by id, and the value of a key column without an id. */
export const no_id = "00000000-0000-0000-0000-000000000000";

/** An id below all ids of a millisecond and above all earlier ones (RFC 9562, §5.7). */
export function firstIdOf(ms: number): string {
  const hex = hexOf(ms, 12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** `firstIdOf` for µs since 1970. */
export function firstIdAt(us: number): string {
  return firstIdOf(Math.max(0, Math.floor(us / 1_000)));
}

export const uuid_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id. A path parameter that has not is answered like an unknown id. */
export function isUuid(text: string): boolean {
  return uuid_pattern.test(text);
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Identifies this process within request ids; a counter of requests follows it. */
const process_part = [...randomBytes(10)].map((byte) => crockford[byte % 32]).join("");
let requests = 0;

/**
 * `req_` and 26 characters of Crockford base 32: the time first, so that logs sort by it, then the process, then its request
 * counter. The id is no secret and may be guessable. Random bytes for each id would cost 2 % of the time of a short read.
 */
export function newRequestId(): string {
  requests = (requests + 1) % 32 ** 6;
  return `req_${base32(nowMs(), 10)}${process_part}${base32(requests, 6)}`;
}

/** The parts of a request id. */
export type RequestIdParts = { process: string; ms: number; number: number };

const request_id_pattern = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The parts of an id of `newRequestId`; null: another text. */
export function partsOfRequestId(id: string): RequestIdParts | null {
  if (!request_id_pattern.test(id)) return null;
  return { process: id.slice(14, 24), ms: numberOf(id, 4, 14), number: numberOf(id, 24, 30) };
}

function numberOf(text: string, begin: number, end: number): number {
  let value = 0;
  for (let at = begin; at < end; at += 1) value = value * 32 + crockford_values[text.charCodeAt(at)]!;
  return value;
}

/** The value of a base-32 character, by its code. */
const crockford_values = new Uint8Array(128);
for (let value = 0; value < crockford.length; value += 1) crockford_values[crockford.charCodeAt(value)] = value;

function base32(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = crockford[rest % 32] + text;
  return text;
}
