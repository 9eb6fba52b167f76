import type { Mapping } from "./assertion.ts";

/** What is kept of an organisation's SAML provider beside its entity id and our key. */
export type SamlSettings = Mapping & {
  sso_url: string;
  /** Where our answer goes when somebody has signed out there; left out: its metadata name no such address. */
  slo_url?: string;
  /** With which it signs, as DER in base64. */
  certificates: string[];
  /** Where its metadata is read again each day; null: it was pasted. */
  metadata_url: string | null;
  /** Whether the way may begin at the provider. */
  idp_initiated: boolean;
  /** Ours, with the public half of our key, as DER in base64. */
  own_certificate: string;
};
