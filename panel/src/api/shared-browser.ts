const storage_key = "muster.shared";

/**
 * The organisation whose people share this browser, as its mark says; null: it is not shared. The server knows by a cookie; this is what the pages
 * know before somebody has signed in.
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

/** In a shared browser nothing of the one before is there for the next: a new page, without what was read, typed and chosen. `address`: where the provider signs out, too. */
export function beginAnew(tenant_code: string, address = "/panel/sign-in"): void {
  keepSharedBy(tenant_code);
  sessionStorage.clear();
  location.replace(address);
}
