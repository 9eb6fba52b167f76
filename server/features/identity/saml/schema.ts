import { Type, type Static } from "typebox";
import { Closed, Instant, Nullable, OneOf, line } from "../../../platform/http/schema.ts";
import { metadata_chars_max } from "./metadata.ts";

const idp_initiated = Type.Boolean({
  description:
    "Whether the way may begin at the provider, at its page of applications: a response that nobody asked for then starts a sign-in, and is not used itself.",
});
const subject_attribute = Nullable(line(200, { example: "objectidentifier" }), {
  description:
    "Which attribute holds an id of people that never changes and is never given to somebody else. null: the NameID does.",
});
const email_attribute = Nullable(line(200, { example: "email" }), {
  description: "Which attribute holds the e-mail address. null: the usual names, and a NameID that is an address.",
});

const Certificate = Closed(
  {
    sha256: Type.String({ description: "Its SHA-256 fingerprint.", example: "5B:4F:06:…" }),
    name: Type.String({ example: "CN=id.acme.example" }),
    ends_at: Instant,
    state: OneOf(["in_force", "ending", "ended"], { description: "ending: within 30 days." }),
  },
  { $id: "IdentityCertificate" },
);

export const SamlProvider = Closed(
  {
    sso_url: Type.String({ format: "uri", description: "Where browsers are sent.", example: "https://id.acme.example/saml" }),
    metadata_url: Nullable(Type.String({ format: "uri" }), {
      description: "Where the provider's metadata is read; null: it was pasted.",
    }),
    idp_initiated,
    subject_attribute,
    email_attribute,
    certificates: Type.Array(Certificate, { description: "With which the provider signs; each of them counts." }),
    own_certificate: Type.String({
      description: "Ours, as PEM: for requests that we sign and assertions that are encrypted for us.",
    }),
  },
  { $id: "SamlProvider" },
);

export const SaveSamlProviderRequest = Closed({
  metadata: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: metadata_chars_max,
      description: "The provider's metadata, as XML. Left out, as its address: what is known stays.",
      example: '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://id.acme.example">…',
    }),
  ),
  metadata_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: "Where it can be read.",
      example: "https://id.acme.example/metadata",
    }),
  ),
  idp_initiated,
  subject_attribute,
  email_attribute,
  external_id_claim: Nullable(line(200, { example: "employeeNumber" }), {
    description:
      "Which attribute holds the externalId by which SCIM brought people in; `NameID` for the NameID. null: people are found by their address alone.",
  }),
  step_up_acr: Type.Optional(
    Nullable(line(300, { example: "urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken" }), {
      description:
        "Which authentication contexts (AuthnContextClassRef) are asked for when an account confirms there, separated by spaces. null: whatever it takes. Left out: it stays as it is.",
    }),
  ),
});
export type SaveSamlProvider = Static<typeof SaveSamlProviderRequest>;
