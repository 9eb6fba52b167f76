import { createHash, randomBytes } from "node:crypto";
import { readOwn } from "../../../platform/in-front.ts";

const token_bytes = 32;
const token_pattern = /^[A-Za-z0-9_-]{43}$/;

/** A secret that a cookie or a link holds; only its hash is stored. 256 random bits need no slow hash. */
export function newToken(): string {
  return randomBytes(token_bytes).toString("base64url");
}

/** The hash under which a token is stored, whatever organisation stands before it; null when the text cannot be one. */
export function hashOfToken(token: string | null): Buffer | null {
  const { own } = readOwn(token ?? "");
  return token_pattern.test(own) ? createHash("sha256").update(own).digest() : null;
}
