// The badge that another phone verifies offline (docs/decisions/0082): a JWS in compact form (RFC 7515 §7.1), signed with ES256.
// Names are short, because each character enlarges the QR code.
import { randomBytes } from "node:crypto";
import type { SigningKey } from "../../../platform/crypto/signing.ts";

/** The last day on which the answer is yes; null: yes, without a known end. */
export type LastDay = string | null;

export type BadgeClaims = {
  /** The organisation's code. */
  iss: string;
  /** The person's id, 16 bytes as base64url. */
  sub: string;
  /** An id that is unique among badges. */
  jti: string;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
  /** Employee number, name, and the company of a contractor. */
  no: string | null;
  fn: string;
  co?: string;
  /** Until when no required training is overdue; false: some is. */
  any: LastDay | false;
  /** The codes of works that the person may do, with their last day. */
  w: Record<string, LastDay>;
  /** The person may do more works than the badge can hold. */
  more?: true;
};

/** `typ` of the header. An organisation signs nothing else with this type. */
export const badge_type = "badge";

/** The capacity of a QR code of 97 × 97 modules (version 20, correction L). Phones read larger codes badly from another phone. */
export const badge_letters_max = 858;
const works_max = 60;

/** The badge with as many works as it can hold, in the given order. */
export function signBadge(
  key: SigningKey,
  claims: Omit<BadgeClaims, "w" | "more" | "jti">,
  works: readonly (readonly [code: string, until: LastDay])[],
): { token: string; claims: BadgeClaims } {
  const all = { ...claims, jti: randomBytes(9).toString("base64url") };
  let shown = works.slice(0, works_max);
  for (;;) {
    const more = shown.length < works.length ? { more: true as const } : {};
    const shortened: BadgeClaims = { ...all, w: Object.fromEntries(shown), ...more };
    const token = sign(key, shortened);
    if (token.length <= badge_letters_max || shown.length === 0) return { token, claims: shortened };
    shown = shown.slice(0, -1);
  }
}

/** The person's id as the badge contains it. */
export function shortId(id: string): string {
  return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

function sign(key: SigningKey, claims: BadgeClaims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "ES256", typ: badge_type, kid: key.id })}.${part(claims)}`;
  return `${signed}.${key.sign(Buffer.from(signed), "ieee-p1363").toString("base64url")}`;
}
