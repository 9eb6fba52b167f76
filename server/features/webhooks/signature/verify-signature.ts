import { timingSafeEqual } from "node:crypto";
import { signature } from "./sign.ts";
import { instantText } from "../../../platform/instants.ts";

/** The results of the signature tester; frequent mistakes have their own. */
export const verdicts = [
  "valid",
  "too_old",
  "ahead",
  "header_malformed",
  "secret_malformed",
  "body_ends_differently",
  "body_reformatted",
  "secret_decoded",
  "no_match",
] as const;
type Verdict = (typeof verdicts)[number];

/** How far the timestamp of a signature may be from the receiver's clock, in s. */
const tolerance_s = 300;

export type Judged = { verdict: Verdict; signed_at: string | null; age_seconds: number | null; expected: string | null };

/** Verifies a signature of a body with a secret. If it does not match, it tries frequent mistakes to name the cause. */
export function verifySignature(
  { header, body, secret }: { header: string; body: Buffer; secret: string },
  now_s: number,
): Judged {
  const parts = readHeader(header);
  if (parts === null) return { verdict: "header_malformed", signed_at: null, age_seconds: null, expected: null };
  const { at_s, given } = parts;
  const age_seconds = now_s - at_s;
  const signed_at = instantText(Temporal.Instant.fromEpochMilliseconds(at_s * 1_000));
  const key = secret.trim();
  if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(key)) return { verdict: "secret_malformed", signed_at, age_seconds, expected: null };
  const expected = signatureOf(key, at_s, body);
  const fits = (text: string | Buffer, with_key: string | Buffer = key) => holds(given, signatureOf(with_key, at_s, text));
  const verdict = fits(body) ? ageOf(age_seconds) : mistakeIn(body.toString(), key, fits);
  return { verdict, signed_at, age_seconds, expected };
}

/** Parses `t=<seconds>,v1=<hex>` with one or two signatures; the header's name may precede it. */
function readHeader(header: string): { at_s: number; given: string[] } | null {
  const parts = header
    .trim()
    .replace(/^x-lms-signature\s*:\s*/i, "")
    .split(",")
    .map((part) => part.trim());
  const at = parts.flatMap((part) => /^t=(\d{1,10})$/.exec(part)?.[1] ?? []);
  const given = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []);
  return at.length === 1 && given.length > 0 ? { at_s: Number(at[0]), given } : null;
}

function ageOf(age_seconds: number): Verdict {
  if (age_seconds > tolerance_s) return "too_old";
  return age_seconds < -tolerance_s ? "ahead" : "valid";
}

function mistakeIn(body: string, key: string, fits: (text: string, key?: Buffer) => boolean): Verdict {
  const unix = body.replaceAll("\r\n", "\n");
  if ([body.trim(), unix.trim(), `${body}\n`].some((text) => fits(text))) return "body_ends_differently";
  const again = rewritten(body);
  if (again !== null && fits(again)) return "body_reformatted";
  return fits(body, Buffer.from(key.slice("whsec_".length), "base64")) ? "secret_decoded" : "no_match";
}

/** The body as our JSON serialiser writes it; null: it is not JSON. */
function rewritten(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}

function signatureOf(key: string | Buffer, at_s: number, body: string | Buffer): string {
  return signature(key, `${at_s}.`, Buffer.from(body), "hex");
}

function holds(given: readonly string[], expected: string): boolean {
  return given.some((one) => timingSafeEqual(Buffer.from(one), Buffer.from(expected)));
}
