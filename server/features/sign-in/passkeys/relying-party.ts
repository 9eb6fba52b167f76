import type { AccountKey } from "../accounts-sql.ts";

/** The RP ID and origin to which browsers bind passkeys (WebAuthn Level 3 §4). */
export type RelyingParty = { id: string; origin: string };

export function relyingPartyOf({ base_url }: { base_url: string }): RelyingParty {
  const { hostname, origin } = new URL(base_url);
  return { id: hostname, origin };
}

const id_bytes = 16;

/**
 * The user handle, which an authenticator stores with a passkey and returns when the passkey is used alone. It contains the
 * account's id and the organisation's code, which leads to the node of the organisation. It has at most 48 bytes (§5.4.3 allows
 * 64) and no personal data.
 */
export function userHandleOf({ id }: Pick<AccountKey, "id">, tenant_code: string): string {
  return Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), Buffer.from(tenant_code, "ascii")]).toString("base64url");
}

/** The account that a user handle names; null: it is not ours. */
export function readUserHandle(handle: string): { account_id: string; tenant_code: string } | null {
  const bytes = Buffer.from(handle, "base64url");
  if (bytes.length <= id_bytes) return null;
  const hex = bytes.subarray(0, id_bytes).toString("hex");
  const account_id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const tenant_code = bytes.subarray(id_bytes).toString("latin1");
  return /^[A-Z0-9][A-Z0-9-]{1,31}$/.test(tenant_code) ? { account_id, tenant_code } : null;
}
