const storage_key = "muster.tenant_code";

/** The organisation of the last sign-in in this browser, so that it need not be typed again. */
export function rememberedTenantCode(): string {
  return localStorage.getItem(storage_key) ?? "";
}

export function rememberTenantCode(tenant_code: string): void {
  localStorage.setItem(storage_key, tenant_code);
}
