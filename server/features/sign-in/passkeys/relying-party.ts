import type { AccountKey } from "../accounts-sql.ts";

/** What browsers hold passkeys by: where the panel is (WebAuthn Level 3 §4, "RP ID" and "origin"). */
export type RelyingParty = { id: string; origin: string };

export function relyingPartyOf({ base_url }: { base_url: string }): RelyingParty {
  const { hostname, origin } = new URL(base_url);
  return { id: hostname, origin };
}

const id_bytes = 16;

/**
 * What an authenticator keeps beside a passkey and says when it is used alone: the account's id and its organisation's code, which leads to
 * the node of the organisation. At most 48 bytes; 64 are allowed (§5.4.3), and nothing of it names a person.
 */
export function userHandleOf({ id }: Pick<AccountKey, "id">, tenant_code: string): string {
  return Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), Buffer.from(tenant_code, "ascii")]).toString("base64url");
}

/** Whom a user handle names; null: it was not made here. */
export function readUserHandle(handle: string): { account_id: string; tenant_code: string } | null {
  const bytes = Buffer.from(handle, "base64url");
  if (bytes.length <= id_bytes) return null;
  const hex = bytes.subarray(0, id_bytes).toString("hex");
  const account_id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const tenant_code = bytes.subarray(id_bytes).toString("latin1");
  return /^[A-Z0-9][A-Z0-9-]{1,31}$/.test(tenant_code) ? { account_id, tenant_code } : null;
}
