import { Type, type Static } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf, line } from "../../platform/http/schema.ts";
import { sign_in_rules } from "../sign-in/doors/rule.ts";
import { refusals } from "./failures.ts";
import { IdentityPeople } from "./people/schema.ts";
import { IdentityRoles } from "./roles/schema.ts";
import { SamlProvider } from "./saml/schema.ts";
import { sign_in_notes } from "./sign-ins-sql.ts";

const client_id = line(300, { description: "As which the provider knows this service.", example: "0oa1b2c3d4" });
const authentication = OneOf(["client_secret_basic", "private_key_jwt"], {
  description: "How this service proves to the provider that it is this client: by a secret, or by a key that it has made.",
});
const external_id_claim = Nullable(line(100, { example: "sub" }), {
  description:
    "Which claim holds the externalId by which SCIM brought people in: often `sub`, with Entra `oid`. null: people are found by their verified address alone.",
});

const step_up_acr = Nullable(line(300, { example: "phr" }), {
  description:
    "Which authentication contexts the provider is asked for when an account confirms there (`acr_values`), separated by spaces: one of them must have been used. null: whatever it takes. Left out: it stays as it is.",
});

const scopes = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: "^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$",
    example: "groups",
  }),
  {
    description:
      "What the provider is asked for beside `openid email` (scope), separated by spaces; `profile` is among it where people are created. Left out: it stays as it is.",
  },
);

const rule = OneOf(sign_in_rules, {
  description:
    "Who must sign in with the company's identity. offered: nobody, passwords work as well. Where it is required, passwords and links that set one are refused.",
});
const break_glass_id = Nullable(Id, {
  description:
    "The IT administrator who may sign in without it in an emergency, by password and second factor. Needed where it is required.",
});

const PublicJwk = Closed(
  {
    kty: Type.String({ example: "RSA" }),
    n: Type.String(),
    e: Type.String({ example: "AQAB" }),
    kid: Type.String(),
    use: OneOf(["sig"]),
    alg: OneOf(["RS256"]),
  },
  { $id: "IdentityProviderKey" },
);

export const IdentityProvider = Closed(
  {
    protocol: OneOf(["oidc", "saml"], { description: "OpenID Connect, or SAML 2.0." }),
    issuer: Type.String({ description: "With SAML the provider's entity id.", example: "https://acme.okta.com" }),
    client_id: Type.String({ example: "0oa1b2c3d4" }),
    authentication: OneOf(["client_secret_basic", "private_key_jwt", "signed_request"], {
      description: "How this service proves to the provider who it is; signed_request: with SAML.",
    }),
    public_jwk: Nullable(PublicJwk, { description: "To be registered at the provider; null: a secret is used." }),
    saml: Nullable(SamlProvider, { description: "null: it speaks OpenID Connect." }),
    external_id_claim: Nullable(Type.String({ example: "sub" })),
    step_up_acr: Nullable(Type.String({ example: "phr" })),
    scopes: Nullable(Type.String({ example: "groups" }), {
      description: "What an OpenID provider is asked for beside `openid email`.",
    }),
    sign_out_there: Type.Boolean({ description: "Whether who signs out here is signed out at the provider, too." }),
    people: Nullable(IdentityPeople, { description: "Whether people are created at their first sign-in; null: never set up." }),
    roles: Nullable(IdentityRoles, { description: "Which claim says who is an administrator; null: never set up." }),
    state: OneOf(["draft", "tested", "on"], {
      description: "draft: a test sign-in has yet to succeed. on: the sign-in page offers it.",
    }),
    rule,
    break_glass_id,
    tested_at: Nullable(Instant),
    updated_at: Instant,
  },
  { $id: "IdentityProvider" },
);

export const IdentitySetUp = Closed(
  {
    redirect_uri: Type.String({
      format: "uri",
      description: "To be registered at the provider.",
      example: "https://muster.example/panel/sign-in/ACME-PL/callback",
    }),
    logout_uri: Type.String({
      format: "uri",
      description: "Where the provider tells that somebody has signed out there (back-channel logout).",
      example: "https://muster.example/panel/sign-in/ACME-PL/logout",
    }),
    signed_out_uri: Type.String({
      format: "uri",
      description: "Where the provider sends browsers that it has signed out (post_logout_redirect_uri), to be registered there.",
      example: "https://muster.example/panel/sign-in?organisation=ACME-PL",
    }),
    entity_id: Type.String({
      format: "uri",
      description: "What this service is called at a SAML provider, and where its metadata can be read once one is set up.",
      example: "https://muster.example/panel/sign-in/ACME-PL/metadata",
    }),
    provider: Nullable(IdentityProvider),
  },
  { $id: "IdentitySetUp" },
);
export type IdentitySetUp = Static<typeof IdentitySetUp>;

export const SaveIdentityProviderRequest = Closed({
  issuer: Type.String({
    minLength: 1,
    maxLength: 500,
    description: "The provider's issuer, or the address of its discovery document.",
    example: "https://acme.okta.com/.well-known/openid-configuration",
  }),
  client_id,
  authentication,
  client_secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: "Left out: it stays as it is.",
      example: "kept-by-the-provider-and-us",
    }),
  ),
  external_id_claim,
  step_up_acr: Type.Optional(step_up_acr),
  scopes: Type.Optional(scopes),
  sign_out_there: Type.Optional(
    Type.Boolean({
      description:
        "Whether who signs out here is sent to the provider to be signed out there (RP-Initiated Logout). Left out: it stays as it is.",
    }),
  ),
});
export type SaveIdentityProvider = Static<typeof SaveIdentityProviderRequest>;

export const IdentityTestQuery = Closed({
  from: Type.Optional(
    OneOf(["set-up", "wizard"], { description: "To which page of the panel the test comes back. Default: that of the set-up." }),
  ),
});
export type IdentityTestQuery = Static<typeof IdentityTestQuery>;

export const SwitchIdentityProviderRequest = Closed({ on: Type.Boolean({ description: "Whether the sign-in page offers it." }) });

export const SignInRuleRequest = Closed({ rule, break_glass_id });

export const IdentityDeparture = Closed(
  {
    location: Type.String({ format: "uri", description: "Where the browser goes: the provider's own page." }),
    tenant_code: Type.String({ description: "Of the organisation whose provider it is.", example: "ACME-PL" }),
  },
  { $id: "IdentityDeparture" },
);

/** A path within the panel. It must not lead to another host, even after a browser has normalised it. */
export const next_pattern = "^/(?![/\\\\])[^\\u0000-\\u0020\\\\\\u007f]*$";

export const CompanySignInRequest = Closed({
  tenant_code: Type.Optional(Type.String({ maxLength: 100, example: "ACME-PL" })),
  email: Type.Optional(
    Type.String({
      maxLength: 320,
      description: "Where there is no tenant code: an address of a domain that the organisation has proved to be its own.",
      example: "anna.nowak@acme.example",
    }),
  ),
  next: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: "Where in the panel to go on afterwards.",
      pattern: next_pattern,
      example: "/people?state=active",
    }),
  ),
});

export const IdentitySignedOut = Closed(
  {
    location: Nullable(Type.String({ format: "uri" }), {
      description:
        "The provider's address for signing out; null: the organisation does not want it, or the session did not begin there.",
    }),
  },
  { $id: "IdentitySignedOut" },
);

const IdentitySignIn = Closed(
  {
    id: Id,
    at: Instant,
    purpose: OneOf(["sign_in", "test", "step_up"]),
    outcome: OneOf(["OK", ...refusals], { description: "`OK`, or why it was refused." }),
    said: Nullable(Type.String(), { description: "What the provider said, or what was wrong with what it said." }),
    note: Nullable(OneOf(sign_in_notes), { description: "What came of it beside the outcome; null: nothing." }),
    subject: Nullable(Type.String(), { description: "The provider's id of who signed in; null: it did not come to that." }),
    account: Nullable(
      Closed({ kind: OneOf(["administrator", "person"]), id: Id, name: Type.String({ example: "Anna Nowak" }) }),
      {
        description: "Whose account it is; null: not known.",
      },
    ),
    linked: Type.Boolean({ description: "Whether the account belongs to a subject of the provider." }),
  },
  { $id: "IdentitySignIn" },
);
export const IdentitySignInList = Closed({ sign_ins: Type.Array(IdentitySignIn) }, { $id: "IdentitySignInList" });
