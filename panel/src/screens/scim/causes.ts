import type { TFunction } from "i18next";

const causes = [
  "no_credentials",
  "unknown_key",
  "wrong_secret",
  "secret_revoked",
  "secret_expired",
  "tenant_mismatch",
  "client_revoked",
  "client_disabled",
  "client_expired",
  "method_off",
  "address_not_allowed",
  "invalid_token",
  "token_expired",
] as const;

/** Why a request was not authenticated, as a sentence; causes without a text of their own share a general one. */
export function causeText(cause: string, t: TFunction<"scim">): string {
  return t(`cause.${causes.find((known) => known === cause) ?? "other"}`);
}
