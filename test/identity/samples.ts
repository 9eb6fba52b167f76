import { seal } from "../../server/platform/crypto/seal.ts";
import { newId } from "../../server/platform/ids.ts";
import { newSamlKey } from "../harness/identity/saml-answers.ts";
import { createAccount } from "../harness/panel/panel.ts";
import { known_issuer, test_keyring } from "../harness/server.ts";
import { giveSecondFactor } from "./arrange.ts";
import type { PanelPlace, PanelSample } from "../panel/samples.ts";

type Arranged = Pick<PanelPlace, "database" | "organisation">;

/** Gives the organisation the provider that test servers know, in a state of its set-up. */
export async function arrangeProvider({ database, organisation }: Arranged, state: "draft" | "tested" | "on"): Promise<void> {
  const id = newId();
  await database.superuser.query(
    `insert into identity_provider (tenant_id, id, issuer, client_id, authentication, secret, state, tested_at)
    values ($1, $2, $3, 'muster', 'client_secret_basic', $4, $5, now())
    on conflict (tenant_id) do update
    set id = $2, issuer = $3, secret = $4, state = $5, tested_at = now(), authentication = 'client_secret_basic', public_jwk = null, protocol = 'oidc', saml = null`,
    [organisation.tenant_id, id, known_issuer, seal(test_keyring, "identity-provider", id, "a secret of the provider"), state],
  );
}

async function arrangeDomain({ database, organisation }: Arranged): Promise<string> {
  const id = newId();
  await database.superuser.query(
    "insert into identity_domain (tenant_id, id, domain, token) values ($1, $2, $3, 'a token of a test, of some length')",
    [organisation.tenant_id, id, `of-${id}.example`],
  );
  return id;
}

const given = {
  issuer: known_issuer,
  authentication: "client_secret_basic",
  client_secret: "a secret",
  external_id_claim: "sub",
};

const people_given = {
  on: false,
  last_name_claim: "family_name",
  employee_no_claim: null,
  department_claim: null,
  department_id: null,
  worker_type: "internal_payroll",
  contractor_id: null,
};

const saml_given = { idp_initiated: false, subject_attribute: null, email_attribute: null, external_id_claim: null };
const saml_key = newSamlKey();

function metadataOf(entity_id: string): string {
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${encodeURI(entity_id)}">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
        <X509Certificate>${saml_key.certificate}</X509Certificate>
      </X509Data></KeyInfo></KeyDescriptor>
      <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://id.example/sso"/>
    </IDPSSODescriptor>
  </EntityDescriptor>`;
}

export const samples: Record<string, PanelSample> = {
  signInByCompany: {
    as: "anonymous",
    status: 200,
    async make(place) {
      await arrangeProvider(place, "on");
      return { body: { tenant_code: place.organisation.code, next: "/people" } };
    },
    changes_nothing: "it sends a browser on its way",
  },
  signOutOfCompany: { status: 200, make: async () => ({}) },
  stepUpByCompany: {
    status: 200,
    async make(place) {
      await arrangeProvider(place, "on");
      const { account, database, organisation } = place;
      const [administrator_id, person_id] = account.kind === "administrator" ? [account.id, null] : [null, account.id];
      await database.superuser.query(
        `insert into identity_link (tenant_id, issuer, subject, administrator_id, person_id, linked_by, linked_at)
        values ($1, $2, $3, $4, $5, 'email', now()) on conflict do nothing`,
        [organisation.tenant_id, known_issuer, `subject of ${account.id}`, administrator_id, person_id],
      );
      return {};
    },
    changes_nothing: "it sends a browser on its way",
  },
  saveIdentityProvider: { status: 200, make: async (_, tag) => ({ body: { ...given, client_id: `client ${tag}` } }) },
  saveSamlProvider: {
    status: 200,
    make: async (_, tag) => ({ body: { ...saml_given, metadata: metadataOf(`https://id.example/${tag}`) } }),
  },
  removeIdentityProvider: {
    status: 204,
    async make(place) {
      await arrangeProvider(place, "draft");
      return {};
    },
  },
  testIdentityProvider: {
    status: 200,
    async make(place) {
      await arrangeProvider(place, "draft");
      return {};
    },
    changes_nothing: "it sends a browser on its way",
  },
  setIdentityPeople: {
    status: 200,
    async make(place, tag) {
      await arrangeProvider(place, "tested");
      return { body: { ...people_given, first_name_claim: `first ${tag}` } };
    },
  },
  setIdentityRoles: {
    status: 200,
    async make(place, tag) {
      await arrangeProvider(place, "tested");
      return { body: { claim: "groups", lines: [{ value: `group ${tag}`, role: "guard", department_ids: null }] } };
    },
  },
  switchIdentityRoles: {
    status: 200,
    async make(place) {
      await arrangeProvider(place, "tested");
      const { database, organisation } = place;
      await database.superuser.query("update identity_provider set roles = $2 where tenant_id = $1", [
        organisation.tenant_id,
        JSON.stringify({ on: false, claim: "groups", lines: [] }),
      ]);
      await database.superuser.query(
        `insert into identity_sign_in (tenant_id, id, at, purpose, outcome, subject, role_values)
        values ($1, $2, now(), 'test', 'NOT_KNOWN', 'a subject', '{}')`,
        [organisation.tenant_id, newId()],
      );
      return { body: { on: true } };
    },
  },
  switchIdentityProvider: {
    status: 200,
    async make(place) {
      await arrangeProvider(place, "tested");
      return { body: { on: true } };
    },
  },
  setSignInRule: {
    status: 200,
    async make(place) {
      await arrangeProvider(place, "on");
      const { id } = await createAccount(place.database, place.organisation.tenant_id, "it_admin");
      await giveSecondFactor(place.database, id);
      return { body: { rule: "offered", break_glass_id: id } };
    },
  },
  addDomain: { status: 201, make: async () => ({ body: { domain: `new-${newId()}.example` } }) },
  checkDomain: {
    status: 200,
    make: async (place) => ({ path: { id: await arrangeDomain(place) } }),
    changes_nothing: "only when it was looked for; that a domain is verified is in the audit log (domains.test.ts)",
  },
  removeDomain: { status: 204, make: async (place) => ({ path: { id: await arrangeDomain(place) } }) },
  unlinkIdentity: {
    status: 204,
    async make({ database, organisation }, tag) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      await database.superuser.query(
        `insert into identity_link (tenant_id, issuer, subject, person_id, linked_by, linked_at) values ($1, $2, $3, $4, 'email', now())`,
        [organisation.tenant_id, known_issuer, `subject ${tag}`, id],
      );
      return { path: { account_id: id } };
    },
  },
};
