// Tells `muster doctor` how its request arrived at a running process. Asking needs SECRET_KEY, because the answer describes the
// network in front (docs/decisions/0042).
import type { FastifyRequest } from "fastify";
import { nowMs } from "../../platform/clock.ts";
import { equalBytes, hmac, type Keyring } from "../../platform/crypto/keyring.ts";

export const question_header = "muster-doctor";
export const seen_header = "muster-seen";
/** Longer than the difference between clocks that are set, and than a request takes. */
const question_kept_ms = 300_000;
const forwarded_chars_max = 500;

/** How a request arrived at a process. */
export type Seen = {
  version: string;
  /** The peer of the connection, the address that the request counts as, and X-Forwarded-For as it arrived. */
  peer: string;
  address: string;
  forwarded: string | null;
};

/** A signed question that all processes with this keyring answer for five minutes. */
export function newQuestion(keyring: Keyring, time_ms: number): string {
  const [version] = keyring.versions;
  return `${version}.${time_ms}.${hmac(keyring.key("doctor", version), String(time_ms)).toString("base64url")}`;
}

/** The answer to a signed question; null: the request has no valid question. */
export function seenOf(request: FastifyRequest, { keyring, version }: { keyring: Keyring; version: string }): string | null {
  const question = request.headers[question_header];
  if (typeof question !== "string" || !isOurs(keyring, question)) return null;
  const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(", ");
  const seen: Seen = {
    version,
    peer: request.socket.remoteAddress ?? "",
    address: request.address,
    forwarded: forwarded === "" ? null : forwarded.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, forwarded_chars_max),
  };
  return JSON.stringify(seen);
}

function isOurs(keyring: Keyring, question: string): boolean {
  const [, version, time, seal] = /^(\d{1,4})\.(\d{1,15})\.([\w-]{43})$/.exec(question) ?? [];
  if (version === undefined || !keyring.versions.includes(Number(version))) return false;
  const expected = hmac(keyring.key("doctor", Number(version)), time!);
  return equalBytes(expected, Buffer.from(seal!, "base64url")) && Math.abs(nowMs() - Number(time)) <= question_kept_ms;
}
