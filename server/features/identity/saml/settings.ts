import type { Mapping } from "./assertion.ts";

/** The stored settings of an organisation's SAML provider, besides its entity id and our key. */
export type SamlSettings = Mapping & {
  sso_url: string;
  /** Where our answer to a LogoutRequest goes; left out: its metadata have no such URL. */
  slo_url?: string;
  /** Its signing certificates, as DER in base64. */
  certificates: string[];
  /** The URL from which its metadata are read again each day; null: they were pasted. */
  metadata_url: string | null;
  /** Whether sign-in may start at the provider. */
  idp_initiated: boolean;
  /** Our certificate with the public half of our key, as DER in base64. */
  own_certificate: string;
};
