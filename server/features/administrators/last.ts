import type { StoredAdministrator } from "./sql.ts";

/** Whether this administrator may change every setting: an IT administrator who is not disabled. */
export function governs({ role, disabled }: StoredAdministrator): boolean {
  return role === "it_admin" && !disabled;
}

/**
 * Whether a change would leave no IT administrator who can sign in. Invited administrators without a password do not count: one who can sign in
 * must remain.
 */
export function isLast(all: readonly StoredAdministrator[], before: StoredAdministrator, after: StoredAdministrator): boolean {
  if (!governs(before) || governs(after)) return false;
  return !all.some((row) => row.id !== before.id && governs(row) && (row.has_password || !before.has_password));
}
