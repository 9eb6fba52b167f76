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

/** Why somebody was not let in, in a sentence; those that have none are told in general. */
export function causeText(cause: string, t: TFunction<"scim">): string {
  return t(`cause.${causes.find((known) => known === cause) ?? "other"}`);
}
