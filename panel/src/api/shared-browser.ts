const storage_key = "muster.shared";

/**
 * The organisation whose people share this browser, by a mark in its storage; null: it is not shared. The server knows from a
 * cookie; the mark lets pages know before a user has signed in.
 */
export function sharedBy(): string | null {
  return typeof localStorage === "undefined" ? null : localStorage.getItem(storage_key);
}

export function keepSharedBy(tenant_code: string): void {
  localStorage.clear();
  localStorage.setItem(storage_key, tenant_code);
}

export function keepSharedNoMore(): void {
  localStorage.removeItem(storage_key);
}

/**
 * Clears what was read, typed and chosen, and loads a new page, so that the next user of a shared browser finds nothing of the
 * previous one. `address`: where the identity provider ends its session too.
 */
export function beginAnew(tenant_code: string, address = "/panel/sign-in"): void {
  keepSharedBy(tenant_code);
  sessionStorage.clear();
  location.replace(address);
}
