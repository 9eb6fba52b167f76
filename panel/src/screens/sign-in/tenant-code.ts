import { sharedBy } from "../../api/shared-browser.ts";

const storage_key = "muster.tenant_code";

/** The organisation of the last sign-in in this browser; of a shared browser, the organisation that it belongs to. */
export function rememberedTenantCode(): string {
  return sharedBy() ?? localStorage.getItem(storage_key) ?? "";
}

export function rememberTenantCode(tenant_code: string): void {
  if (sharedBy() === null) localStorage.setItem(storage_key, tenant_code);
}

const code_pattern = /^[A-Z0-9][A-Z0-9-]{1,31}$/;

/**
 * The header by which a proxy finds the organisation's node when there is no session, because a proxy does not read bodies. Empty
 * if the text is no valid code.
 */
export function namingOrganisation(text: string): Record<string, string> {
  const tenant_code = text.trim().toUpperCase();
  return code_pattern.test(tenant_code) ? { "X-Tenant-Code": tenant_code } : {};
}
