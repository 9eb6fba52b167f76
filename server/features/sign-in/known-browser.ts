import { randomBytes } from "node:crypto";
import { equalBytes, hmac, type Keyring } from "../../platform/crypto/keyring.ts";

// A browser in which an account has signed in gets a cookie that marks it as known. The mark is no proof of identity. It only
// gives the browser attempts of its own, so that strangers who use up the account's attempts cannot lock its owner out.

export const browser_cookie = "muster_browser";
export const browser_cookie_s = 180 * 86_400;
const mark_pattern = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;

export function newBrowserMark(keyring: Keyring, account_id: string): string {
  const mark = `${account_id}.${randomBytes(12).toString("base64url")}`;
  return `${mark}.${hmac(keyring.key("known-browser"), mark).toString("base64url")}`;
}

/** The account in a mark, and the random name that the browser has in it; null: we did not issue the mark. */
export function readBrowserMark(keyring: Keyring, mark: string | null): { account_id: string; browser: string } | null {
  const [, account_id, browser, proof] = mark_pattern.exec(mark ?? "") ?? [];
  if (!account_id || !browser || !proof) return null;
  const given = Buffer.from(proof, "base64url");
  const ours = keyring.versions.some((version) =>
    equalBytes(hmac(keyring.key("known-browser", version), `${account_id}.${browser}`), given),
  );
  return ours ? { account_id, browser } : null;
}
