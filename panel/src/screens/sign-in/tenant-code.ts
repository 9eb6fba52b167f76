import { sharedBy } from "../../api/shared-browser.ts";

const storage_key = "muster.tenant_code";

/** The organisation of the last sign-in in this browser, so that it need not be typed again; of a shared one, that whose it is. */
export function rememberedTenantCode(): string {
  return sharedBy() ?? localStorage.getItem(storage_key) ?? "";
}

export function rememberTenantCode(tenant_code: string): void {
  if (sharedBy() === null) localStorage.setItem(storage_key, tenant_code);
}

const code_pattern = /^[A-Z0-9][A-Z0-9-]{1,31}$/;

/**
 * What a call without a session says beside its body, which a proxy does not read: the organisation, by which it finds the node. Nothing
 * where the text is no code.
 */
export function namingOrganisation(text: string): Record<string, string> {
  const tenant_code = text.trim().toUpperCase();
  return code_pattern.test(tenant_code) ? { "X-Tenant-Code": tenant_code } : {};
}
