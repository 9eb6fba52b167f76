// The badge that another phone verifies without a network (docs/decisions/0082): a JWS in its compact form (RFC 7515 §7.1), signed with
// ES256. Names are short because every letter is a part of the QR code.
import { randomBytes } from "node:crypto";
import type { SigningKey } from "../../../platform/crypto/signing.ts";

/** The last day of a yes; null: yes, and no end is known. */
export type LastDay = string | null;

export type BadgeClaims = {
  /** The organisation's code. */
  iss: string;
  /** The person's id, 16 bytes as base64url. */
  sub: string;
  /** An id that no other badge has. */
  jti: string;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
  /** Employee number, name, and company where it is another one. */
  no: string | null;
  fn: string;
  co?: string;
  /** Whether nothing that is required is overdue, and until when; false: something is. */
  any: LastDay | false;
  /** Works that the person may do, by their codes. */
  w: Record<string, LastDay>;
  /** There are more works than a badge has room for. */
  more?: true;
};

/** `typ` of the header: nothing else that an organisation signs is a badge. */
export const badge_type = "badge";

/** A QR code of 97 × 97 modules (version 20, correction L) holds as many: more of them phones read badly from each other. */
export const badge_letters_max = 858;
const works_max = 60;

/** The badge, with as many of the works as it has room for: in the order in which they are given. */
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

/** The person's id as the badge has it. */
export function shortId(id: string): string {
  return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

function sign(key: SigningKey, claims: BadgeClaims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "ES256", typ: badge_type, kid: key.id })}.${part(claims)}`;
  return `${signed}.${key.sign(Buffer.from(signed), "ieee-p1363").toString("base64url")}`;
}
