import { newId } from "../../../server/platform/ids.ts";
import { seal } from "../../../server/platform/crypto/seal.ts";
import type { TestDatabase } from "../../harness/database.ts";
import { newSamlKey, type Request, type Said, type SamlKey } from "../../harness/identity/saml-answers.ts";
import type { TestOrganisation } from "../../harness/organisation/organisation.ts";
import type { Panel } from "../../harness/panel/panel.ts";
import { test_keyring, type Reply, type TestServer } from "../../harness/server.ts";
import { base_url, verifyDomain } from "../arrange.ts";

export const entity_id = "https://id.acme.example/saml";
export const sso_url = "https://id.acme.example/saml/sso";
/** The key pair of this service, as the set-up generates it. */
export const own_key = newSamlKey();

type Given = {
  state?: "draft" | "tested" | "on";
  idp_initiated?: boolean;
  subject_attribute?: string | null;
  external_id_claim?: string | null;
};

/** Gives an organisation a SAML provider that signs with these keys, by default one that is switched on. */
export async function giveSaml(
  database: TestDatabase,
  { tenant_id, code }: Pick<TestOrganisation, "tenant_id" | "code">,
  keys: readonly SamlKey[],
  { state = "on", idp_initiated = false, subject_attribute = null, external_id_claim = null }: Given = {},
): Promise<void> {
  const id = newId();
  const saml = {
    sso_url,
    certificates: keys.map(({ certificate }) => certificate),
    metadata_url: null,
    idp_initiated,
    subject_attribute,
    email_attribute: null,
    own_certificate: own_key.certificate,
  };
  await verifyDomain(database, tenant_id);
  await database.superuser.query("delete from identity_provider where tenant_id = $1", [tenant_id]);
  await database.superuser.query(
    `insert into identity_provider (tenant_id, id, protocol, issuer, client_id, authentication, secret, saml, external_id_claim, state, tested_at)
    values ($1, $2, 'saml', $3, $4, 'signed_request', $5, $6, $7, $8, now())`,
    [
      tenant_id,
      id,
      entity_id,
      `${base_url}/panel/sign-in/${code}/metadata`,
      seal(test_keyring, "identity-provider", id, own_key.private_key),
      JSON.stringify(saml),
      external_id_claim,
      state,
    ],
  );
}

/** The answer of an honest provider to a request. */
export function honest(request: Request, now: string, more: Partial<Said> = {}): Said {
  return {
    issuer: entity_id,
    audience: request.issuer,
    recipient: request.acs_url,
    destination: request.acs_url,
    in_response_to: request.id,
    name_id: "subject-1",
    email: null,
    now,
    ...more,
  };
}

type Form = { xml: string; relay_state?: string | null };

/**
 * The browser posts the provider's form, and stores cookies as a browser does. `again`: as our own page posts it the second time.
 */
export async function postBack(
  server: Pick<TestServer, "url">,
  panel: Panel,
  acs_url: string,
  { xml, relay_state = null }: Form,
  again = true,
): Promise<Reply> {
  const cookie = [...panel.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(`${server.url}${new URL(acs_url).pathname}${again ? "?again=1" : ""}`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": again ? "same-origin" : "cross-site", ...(again && cookie ? { cookie } : {}) },
    body: new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString("base64"),
      ...(relay_state === null ? {} : { RelayState: relay_state }),
    }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    panel.cookies.set(name!, value!);
  }
  return { status: response.status, headers: response.headers, text: await response.text(), body: null };
}
