import { createHash, randomBytes } from "node:crypto";
import { readOwn } from "../../../platform/in-front.ts";

const token_bytes = 32;
const token_pattern = /^[A-Za-z0-9_-]{43}$/;

/** A new secret for a cookie or a link; only its hash is stored. 256 random bits do not need a slow hash. */
export function newToken(): string {
  return randomBytes(token_bytes).toString("base64url");
}

/** The hash under which a token is stored, without the organisation's code before it; null: the text cannot be a token. */
export function hashOfToken(token: string | null): Buffer | null {
  const { own } = readOwn(token ?? "");
  return token_pattern.test(own) ? createHash("sha256").update(own).digest() : null;
}
