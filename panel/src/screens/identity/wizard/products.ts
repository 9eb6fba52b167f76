/** A value that an administrator copies from the product, which shows it under a name of its own. */
export type Fact = "tenant" | "app" | "domain" | "server" | "realm" | "issuer" | "metadata_url" | "metadata";

/** One field of the product's own form, by its name there. */
export type Field = { name: string; value: Ours | { text: string } };
/** Which of our values is copied into the field. */
export type Ours = "redirect_uri" | "logout_uri" | "entity_id";

/** A claim or attribute of the product, and what it means here. */
export type Mapping = { theirs: string; ours: "subject" | "external_id" | "email" | "vouched" | "company" | "auth_time" };

export type Protocol = "oidc" | "saml";

type Shared = {
  /** The place of the form, in the product's own words. */
  place: string;
  fields: readonly Field[];
  mappings: readonly Mapping[];
  facts: readonly { fact: Fact; name: string; example: string }[];
  /** A note on a peculiarity of this product: a key of the texts. */
  note: "entra_oidc" | "google_oidc" | "google_saml" | "keycloak_saml" | null;
};

export type OidcGuide = Shared & {
  protocol: "oidc";
  client_id: string;
  client_secret: string;
  external_id_claim: string | null;
  /** Scopes that are requested in addition to `openid email`; left out: none. Entra leaves out `oid` without `profile`. */
  scopes?: string;
  /** The base address of the product's discovery document; null: a value is missing or not valid. */
  addressOf: (facts: Facts) => string | null;
};
export type SamlGuide = Shared & {
  protocol: "saml";
  subject_attribute: string | null;
  email_attribute: string | null;
  external_id_claim: string | null;
  /** The address of its metadata; null: a value is missing, or the metadata is pasted. */
  addressOf: (facts: Facts) => string | null;
};
export type Facts = Readonly<Record<Fact, string>>;

export type Product = { id: ProductId; name: string; oidc: OidcGuide; saml: SamlGuide };

export const product_ids = ["entra", "okta", "google", "keycloak", "other"] as const;
export type ProductId = (typeof product_ids)[number];

export const no_facts: Facts = {
  tenant: "",
  app: "",
  domain: "",
  server: "",
  realm: "",
  issuer: "",
  metadata_url: "",
  metadata: "",
};

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const host = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

function entraOf({ tenant }: Facts): string | null {
  const id = tenant.trim().toLowerCase();
  return guid.test(id) ? `https://login.microsoftonline.com/${id}` : null;
}

/** The Okta domain in what was typed. Administrators often copy the address of Okta's admin console. */
function oktaOf({ domain }: Facts): string | null {
  const name = domain
    .trim()
    .replace(/^https:\/\//i, "")
    .replace(/\/.*$/, "")
    .replace(/^([a-z0-9-]+)-admin\./i, "$1.");
  return host.test(name) ? `https://${name.toLowerCase()}` : null;
}

function realmOf({ server, realm }: Facts): string | null {
  const base = server.trim().replace(/\/+$/, "");
  const name = realm.trim();
  return /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/i.test(base) && name !== "" ? `${base}/realms/${encodeURIComponent(name)}` : null;
}

const given = (text: string) => text.trim() || null;

const tenant = { fact: "tenant", name: "Directory (tenant) ID", example: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490" } as const;
const okta_domain = { fact: "domain", name: "Okta domain", example: "acme.okta.com" } as const;
const keycloak_server = { fact: "server", name: "Keycloak server URL", example: "https://keycloak.acme.example" } as const;
const keycloak_realm = { fact: "realm", name: "Realm name", example: "acme" } as const;
const object_id = "http://schemas.microsoft.com/identity/claims/objectidentifier";

const entra: Product = {
  id: "entra",
  name: "Microsoft Entra ID",
  oidc: {
    protocol: "oidc",
    place: "Entra admin center → App registrations → New registration",
    fields: [
      { name: "Supported account types", value: { text: "Accounts in this organizational directory only" } },
      { name: "Redirect URI → Web", value: "redirect_uri" },
      { name: "Certificates & secrets → New client secret", value: { text: "Value" } },
      { name: "Token configuration → Add optional claim → ID", value: { text: "email, xms_edov, auth_time, sid" } },
      { name: "Authentication → Front-channel logout URL", value: "logout_uri" },
    ],
    mappings: [
      { theirs: "sub", ours: "subject" },
      { theirs: "oid", ours: "external_id" },
      { theirs: "email", ours: "email" },
      { theirs: "xms_edov", ours: "vouched" },
      { theirs: "auth_time", ours: "auth_time" },
    ],
    facts: [tenant],
    client_id: "Application (client) ID",
    client_secret: "Client secret → Value",
    external_id_claim: "oid",
    scopes: "profile",
    note: "entra_oidc",
    addressOf: (facts) => suffixed(entraOf(facts), "/v2.0"),
  },
  saml: {
    protocol: "saml",
    place: "Entra admin center → Enterprise apps → New application → Create your own application → Single sign-on → SAML",
    fields: [
      { name: "Identifier (Entity ID)", value: "entity_id" },
      { name: "Reply URL (Assertion Consumer Service URL)", value: "redirect_uri" },
      { name: "Logout Url (Optional)", value: "logout_uri" },
      { name: "Signing Option", value: { text: "Sign SAML assertion" } },
    ],
    mappings: [
      { theirs: object_id, ours: "subject" },
      { theirs: object_id, ours: "external_id" },
      { theirs: "emailaddress", ours: "email" },
    ],
    facts: [tenant, { fact: "app", name: "Application ID", example: "6731de76-14a6-49ae-97bc-6eba6914391e" }],
    subject_attribute: object_id,
    email_attribute: null,
    external_id_claim: object_id,
    note: null,
    addressOf(facts) {
      const app = facts.app.trim().toLowerCase();
      return guid.test(app) ? suffixed(entraOf(facts), `/federationmetadata/2007-06/federationmetadata.xml?appid=${app}`) : null;
    },
  },
};

const okta: Product = {
  id: "okta",
  name: "Okta",
  oidc: {
    protocol: "oidc",
    place: "Okta Admin Console → Applications → Create App Integration → OIDC - OpenID Connect → Web Application",
    fields: [
      { name: "Grant type", value: { text: "Authorization Code" } },
      { name: "Sign-in redirect URIs", value: "redirect_uri" },
      { name: "Client authentication", value: { text: "Client secret" } },
    ],
    mappings: [
      { theirs: "sub", ours: "subject" },
      { theirs: "sub", ours: "external_id" },
      { theirs: "email", ours: "email" },
      { theirs: "email_verified", ours: "vouched" },
      { theirs: "auth_time", ours: "auth_time" },
    ],
    facts: [okta_domain],
    client_id: "Client ID",
    client_secret: "Client secret",
    external_id_claim: "sub",
    note: null,
    addressOf: oktaOf,
  },
  saml: {
    protocol: "saml",
    place: "Okta Admin Console → Applications → Create App Integration → SAML 2.0",
    fields: [
      { name: "Single sign-on URL", value: "redirect_uri" },
      { name: "Audience URI (SP Entity ID)", value: "entity_id" },
      { name: "Attribute Statements → Name", value: { text: "id" } },
      { name: "Attribute Statements → Value (id)", value: { text: 'user.getInternalProperty("id")' } },
      { name: "Attribute Statements → Name (2)", value: { text: "email" } },
      { name: "Attribute Statements → Value (email)", value: { text: "user.email" } },
    ],
    mappings: [
      { theirs: "id", ours: "subject" },
      { theirs: "id", ours: "external_id" },
      { theirs: "email", ours: "email" },
    ],
    facts: [
      {
        fact: "metadata_url",
        name: "Sign On → Metadata URL",
        example: "https://acme.okta.com/app/exk1a2b3c4/sso/saml/metadata",
      },
    ],
    subject_attribute: "id",
    email_attribute: "email",
    external_id_claim: "id",
    note: null,
    addressOf: ({ metadata_url }) => given(metadata_url),
  },
};

const google: Product = {
  id: "google",
  name: "Google Workspace",
  oidc: {
    protocol: "oidc",
    place: "Google Cloud console → Google Auth Platform → Clients → Create client",
    fields: [
      { name: "Audience → User type", value: { text: "Internal" } },
      { name: "Application type", value: { text: "Web application" } },
      { name: "Authorized redirect URIs", value: "redirect_uri" },
    ],
    mappings: [
      { theirs: "sub", ours: "subject" },
      { theirs: "email", ours: "email" },
      { theirs: "email_verified", ours: "vouched" },
      { theirs: "hd", ours: "company" },
    ],
    facts: [],
    client_id: "Client ID",
    client_secret: "Client secret",
    external_id_claim: null,
    note: "google_oidc",
    addressOf: () => "https://accounts.google.com",
  },
  saml: {
    protocol: "saml",
    place: "Google Admin console → Apps → Web and mobile apps → Add app → Add custom SAML app",
    fields: [
      { name: "ACS URL", value: "redirect_uri" },
      { name: "Entity ID", value: "entity_id" },
      { name: "Name ID format", value: { text: "PERSISTENT" } },
      { name: "Name ID", value: { text: "Basic Information > Primary email" } },
      { name: "Attribute mapping → Primary email → App attributes", value: { text: "email" } },
    ],
    mappings: [
      { theirs: "NameID", ours: "subject" },
      { theirs: "email", ours: "email" },
    ],
    facts: [{ fact: "metadata", name: "Download metadata (GoogleIDPMetadata.xml)", example: "<md:EntityDescriptor …" }],
    subject_attribute: null,
    email_attribute: "email",
    external_id_claim: null,
    note: "google_saml",
    addressOf: () => null,
  },
};

const keycloak: Product = {
  id: "keycloak",
  name: "Keycloak",
  oidc: {
    protocol: "oidc",
    place: "Keycloak Admin Console → Clients → Create client → Client type: OpenID Connect",
    fields: [
      { name: "Client authentication", value: { text: "On" } },
      { name: "Authentication flow", value: { text: "Standard flow" } },
      { name: "Valid redirect URIs", value: "redirect_uri" },
      { name: "Front channel logout", value: { text: "Off" } },
      { name: "Backchannel logout URL", value: "logout_uri" },
      { name: "Backchannel logout session required", value: { text: "On" } },
    ],
    mappings: [
      { theirs: "sub", ours: "subject" },
      { theirs: "sub", ours: "external_id" },
      { theirs: "email", ours: "email" },
      { theirs: "email_verified", ours: "vouched" },
      { theirs: "auth_time", ours: "auth_time" },
    ],
    facts: [keycloak_server, keycloak_realm],
    client_id: "Client ID",
    client_secret: "Credentials → Client Secret",
    external_id_claim: "sub",
    note: null,
    addressOf: realmOf,
  },
  saml: {
    protocol: "saml",
    place: "Keycloak Admin Console → Clients → Create client → Client type: SAML",
    fields: [
      { name: "Client ID", value: "entity_id" },
      { name: "Valid redirect URIs", value: "redirect_uri" },
      { name: "Name ID format", value: { text: "persistent" } },
      { name: "Force name ID format", value: { text: "On" } },
      { name: "Sign assertions", value: { text: "On" } },
      { name: "Keys → Client signature required", value: { text: "Off" } },
      { name: "Advanced → Logout Service Redirect Binding URL", value: "logout_uri" },
      { name: "Client scopes → Add mapper → User Property → email", value: { text: "email" } },
    ],
    mappings: [
      { theirs: "NameID", ours: "subject" },
      { theirs: "email", ours: "email" },
    ],
    facts: [keycloak_server, keycloak_realm],
    subject_attribute: null,
    email_attribute: "email",
    external_id_claim: null,
    note: "keycloak_saml",
    addressOf: (facts) => suffixed(realmOf(facts), "/protocol/saml/descriptor"),
  },
};

const other: Product = {
  id: "other",
  name: "OpenID Connect / SAML 2.0",
  oidc: {
    protocol: "oidc",
    place: "Web application, authorization code flow, PKCE (S256)",
    fields: [
      { name: "Redirect URI", value: "redirect_uri" },
      { name: "Back-channel logout URI", value: "logout_uri" },
      { name: "Scopes", value: { text: "openid email" } },
    ],
    mappings: [
      { theirs: "sub", ours: "subject" },
      { theirs: "sub", ours: "external_id" },
      { theirs: "email", ours: "email" },
      { theirs: "email_verified", ours: "vouched" },
      { theirs: "auth_time", ours: "auth_time" },
    ],
    facts: [{ fact: "issuer", name: "Issuer", example: "https://id.acme.example" }],
    client_id: "Client ID",
    client_secret: "Client secret",
    external_id_claim: "sub",
    note: null,
    addressOf: ({ issuer }) => given(issuer),
  },
  saml: {
    protocol: "saml",
    place: "Web Browser SSO, HTTP-POST",
    fields: [
      { name: "Assertion consumer service URL", value: "redirect_uri" },
      { name: "Entity ID, audience", value: "entity_id" },
      { name: "NameID format", value: { text: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" } },
    ],
    mappings: [
      { theirs: "NameID", ours: "subject" },
      { theirs: "NameID", ours: "external_id" },
      { theirs: "email", ours: "email" },
    ],
    facts: [
      { fact: "metadata_url", name: "Metadata URL", example: "https://id.acme.example/metadata" },
      { fact: "metadata", name: "Metadata XML", example: "<EntityDescriptor …" },
    ],
    subject_attribute: null,
    email_attribute: null,
    external_id_claim: "NameID",
    note: null,
    addressOf: ({ metadata_url }) => given(metadata_url),
  },
};

export const products: Readonly<Record<ProductId, Product>> = { entra, okta, google, keycloak, other };

function suffixed(address: string | null, more: string): string | null {
  return address === null ? null : address + more;
}
