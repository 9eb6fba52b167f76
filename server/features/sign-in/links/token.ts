import { createHash, randomBytes } from "node:crypto";

const token_bytes = 32;
const token_pattern = /^[A-Za-z0-9_-]{43}$/;

/** A secret that a cookie or a link holds; only its hash is stored. 256 random bits need no slow hash. */
export function newToken(): string {
  return randomBytes(token_bytes).toString("base64url");
}

/** The hash under which a token is stored; null when the text cannot be one. */
export function hashOfToken(token: string | null): Buffer | null {
  if (token === null || !token_pattern.test(token)) return null;
  return createHash("sha256").update(token).digest();
}
