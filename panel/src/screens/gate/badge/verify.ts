// Verifies a badge with data on the phone: without a network, and with the browser's own cryptography (docs/decisions/0082). The
// result depends only on the badge, the data of the last synchronisation, and the time.
import type { components } from "../../../api/schema.d.ts";

export type Check = components["schemas"]["GateCheck"];

/** The claims of a badge, as written by server/features/gate/badges/token.ts. */
export type Claims = {
  iss: string;
  sub: string;
  jti: string;
  iat: number;
  exp: number;
  no: string | null;
  fn: string;
  co?: string;
  any: string | null | false;
  w: Record<string, string | null>;
  more?: true;
};

export type Refusal = "NOT_A_BADGE" | "OTHER_ORGANISATION" | "UNKNOWN_KEY" | "FORGED" | "NOT_YET" | "OUTDATED" | "ENDED";
export type Verified = { claims: Claims; refusal: null } | { claims: Claims | null; refusal: Refusal };

/** How far a phone's clock may be behind the server's. */
const clock_behind_max_s = 300;
const badge_pattern = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;

/** Whether a scanned or typed text can be a badge rather than a number. */
export function looksLikeBadge(text: string): boolean {
  return badge_pattern.test(text.trim());
}

/** `now_ms`: milliseconds since 1970 by the organisation's clock. No claim of a badge with a wrong signature is returned. */
export async function verifyBadge(text: string, check: Check, now_ms: number): Promise<Verified> {
  const refused = (refusal: Refusal, claims: Claims | null = null) => ({ claims, refusal });
  if (!looksLikeBadge(text)) return refused("NOT_A_BADGE");
  const [head, body, signature] = text.trim().split(".") as [string, string, string];
  const header: { alg?: unknown; typ?: unknown; kid?: unknown } | null = read(head);
  const claims = read(body) as Claims | null;
  if (header?.alg !== "ES256" || header.typ !== "badge" || claims === null) return refused("NOT_A_BADGE");
  if (claims.iss !== check.organisation) return refused("OTHER_ORGANISATION");
  const key = check.keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) return refused("UNKNOWN_KEY");
  if (!(await isSigned(`${head}.${body}`, signature, key))) return refused("FORGED");
  const now_s = now_ms / 1000;
  if (claims.iat > now_s + clock_behind_max_s) return refused("NOT_YET", claims);
  if (claims.exp <= now_s) return refused("OUTDATED", claims);
  const ended = check.ended.find(({ sub }) => sub === claims.sub);
  if (ended && (ended.before === null || claims.iat * 1000 <= Date.parse(ended.before))) return refused("ENDED", claims);
  return { claims, refusal: null };
}

/** `is_unknown`: the badge had no space for all works, and does not name this one. */
export type WorkAnswer = { allowed: boolean; until: string | null; is_unknown: boolean };

/** The answer of a verified badge for a work on a day. Empty `course_code`: for all that is required of the person. */
export function answerForWork({ any, w, more }: Claims, { works }: Check, course_code: string, today: string): WorkAnswer {
  const no: WorkAnswer = { allowed: false, until: null, is_unknown: false };
  const yes = (until: string | null): WorkAnswer => (until !== null && until < today ? no : { ...no, allowed: true, until });
  if (course_code === "") return any === false ? no : yes(any);
  const named = w[course_code];
  if (named !== undefined) return yes(named);
  // A learning path may be missing from the badge while all of its courses are in it.
  const needed = works.find((work) => work.course_code === course_code)?.courses ?? [];
  const days = needed.map((code) => w[code]);
  if (days.length > 0 && days.every((day) => day !== undefined)) return yes(earliest(days));
  return { ...no, is_unknown: more === true };
}

/** A person's id with dashes, as in the rest of the service. */
export function personOf(sub: string): string {
  const digits = Array.from(bytesOf(sub) ?? [], (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The date of an instant in the organisation's zone. */
export function dayOf(now_ms: number, time_zone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: time_zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    now_ms,
  );
}

function earliest(days: readonly (string | null)[]): string | null {
  return days.filter((day) => day !== null).sort()[0] ?? null;
}

async function isSigned(signed: string, signature: string, { x, y }: Check["keys"][number]): Promise<boolean> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("jwk", { kty: "EC", crv: "P-256", x, y }, algorithm, false, ["verify"]);
  const bytes = bytesOf(signature);
  const hashed = { name: "ECDSA", hash: "SHA-256" };
  return bytes !== null && crypto.subtle.verify(hashed, key, bytes, new TextEncoder().encode(signed));
}

function read(part: string): object | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(part)!));
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
