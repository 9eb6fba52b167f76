// The wizard for identity providers: from the choice of the product to a sign-in that is switched on, in a real browser with real
// providers.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { no_facts, product_ids, products, type Facts } from "../../../panel/src/screens/identity/wizard/products.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { startCertifiedProvider, type CertifiedProvider } from "../../harness/identity/certified-provider.ts";
import { startSamlProvider, type RunningSamlProvider } from "../../harness/identity/saml-provider.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { verifyDomain } from "../../identity/arrange.ts";

const tenant = "8EAEF023-2b34-4da1-9baa-8bc8c9d6a490";
const app = "6731de76-14a6-49ae-97bc-6eba6914391e";

test("addresses are built of what the administrator knows, and of nothing that is no such thing", () => {
  const of = (id: (typeof product_ids)[number], protocol: "oidc" | "saml", facts: Partial<Facts>) =>
    products[id][protocol].addressOf({ ...no_facts, ...facts });
  const entra = "https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490";
  assert.equal(of("entra", "oidc", { tenant: ` ${tenant} ` }), `${entra}/v2.0`);
  assert.equal(of("entra", "saml", { tenant, app }), `${entra}/federationmetadata/2007-06/federationmetadata.xml?appid=${app}`);
  for (const wrong of ["", "acme.onmicrosoft.com", `${tenant}/x`, "common"])
    assert.equal(of("entra", "oidc", { tenant: wrong }), null);
  assert.equal(of("entra", "saml", { tenant }), null);
  for (const domain of [
    "acme.okta.com",
    "https://ACME.okta.com/",
    "https://acme-admin.okta.com/admin/apps/active",
    " acme.okta.com",
  ])
    assert.equal(of("okta", "oidc", { domain }), "https://acme.okta.com", domain);
  assert.equal(of("okta", "oidc", { domain: "id.acme.example" }), "https://id.acme.example", "a domain of one's own");
  for (const domain of ["", "okta", "acme okta.com", "acme.okta.com@evil.example"])
    assert.equal(of("okta", "oidc", { domain }), null, domain);
  assert.equal(of("google", "oidc", {}), "https://accounts.google.com");
  assert.equal(of("google", "saml", { metadata: "<x/>" }), null, "it is pasted");
  const server = "https://id.acme.example/auth/";
  assert.equal(of("keycloak", "oidc", { server, realm: "acme staff" }), "https://id.acme.example/auth/realms/acme%20staff");
  assert.equal(
    of("keycloak", "saml", { server: "https://id.acme.example", realm: "acme" }),
    "https://id.acme.example/realms/acme/protocol/saml/descriptor",
  );
  for (const wrong of ["", "id.acme.example", "https://id.acme.example/?x=1"])
    assert.equal(of("keycloak", "oidc", { server: wrong, realm: "acme" }), null, wrong);
  assert.equal(of("other", "oidc", { issuer: " https://id.acme.example " }), "https://id.acme.example");
  assert.equal(of("other", "saml", { metadata_url: "" }), null);
});

describe("the identity wizard of the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let oidc: CertifiedProvider;
  let saml: RunningSamlProvider;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let beta: TestOrganisation;
  let ada: TestAccount;
  let bob: TestAccount;
  const secret = "a secret that the provider has made";

  before(async () => {
    database = await openDatabase();
    [oidc, saml] = await Promise.all([startCertifiedProvider("localhost"), startSamlProvider("localhost")]);
    panel = await browsePanel(database, { identity_origins: [oidc.issuer, saml.origin] });
    acme = await createOrganisation(database, {});
    beta = await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    bob = await createAccount(database, beta.tenant_id, "it_admin");
    await verifyDomain(database, acme.tenant_id);
    await verifyDomain(database, beta.tenant_id, "beta.example");
  });
  after(async () => {
    await panel.close();
    await Promise.all([oidc.close(), saml.close()]);
    await database.close();
  });

  async function open(of: TestOrganisation, who: TestAccount): Promise<Page> {
    const page = await panel.visit();
    await signIn(page, panel, of.code, who.login, test_password);
    return page;
  }

  const switchedOn = async (page: Page) => {
    await page.getByText("The test sign-in worked").waitFor();
    assert.equal(new URL(page.url()).pathname, "/panel/settings/sign-in/connect", "the test comes back to the wizard");
    await expectAccessible(page, "tested");
    await expectReflow(page, "tested");
    await page.getByRole("button", { name: "Switch on", exact: true }).click();
    await page.getByText("It is switched on").waitFor();
    await expectAccessible(page, "switched on");
  };

  test("OpenID Connect: registered, connected, tested and switched on, and people sign in", async () => {
    const page = await open(acme, ada);
    await page.goto(`${panel.url}/settings/sign-in`);
    await page.getByRole("link", { name: "Set up step by step" }).click();
    await page.getByRole("heading", { level: 1, name: "Connect your identity provider" }).waitFor();
    await page.getByRole("radio", { name: "Another provider" }).click();
    await expectAccessible(page, "the choice");
    await expectReflow(page, "the choice");
    await page.getByRole("button", { name: "Next" }).click();
    const redirect_uri = await page.getByLabel("Redirect URI", { exact: true }).inputValue();
    oidc.serve(
      { ada: { email: ada.login, email_verified: true } },
      { client_id: "muster", client_secret: secret, redirect_uris: [redirect_uri] },
    );
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Issuer", { exact: true }).fill(`${oidc.issuer}/nothing`);
    await page.getByLabel("Client ID", { exact: true }).fill("muster");
    await page.getByLabel("Client secret", { exact: true }).fill(secret);
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByText("There is no discovery document that can be used.").waitFor();
    await page.getByLabel("Issuer", { exact: true }).fill(oidc.issuer);
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByText("Not tested").waitFor();
    await page.getByRole("button", { name: "Test sign-in" }).click();
    await page.waitForURL(`${oidc.issuer}/**`);
    await page.locator("input[name=login]").fill("ada");
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit], input[type=submit]").click();
    await page.locator('input[name=prompt][value="consent"]').waitFor({ state: "attached" });
    await page.locator("button[type=submit], input[type=submit]").click();
    await switchedOn(page);
    await shoot(page, "identity-wizard-on");
    const { rows } = await database.superuser.query(
      "select state, external_id_claim from identity_provider where tenant_id = $1",
      [acme.tenant_id],
    );
    assert.deepEqual(rows, [{ state: "on", external_id_claim: "sub" }]);
    await page.getByRole("link", { name: "Domains and rule" }).click();
    await page.getByRole("heading", { level: 2, name: "Who must sign in with it" }).waitFor();
  });

  test("SAML: registered, connected by pasted metadata, tested and switched on", async () => {
    await database.superuser.query("update administrator set email = $2, email_norm = $2 where id = $1", [
      bob.id,
      "bob@beta.example",
    ]);
    const page = await open(beta, { ...bob, login: "bob@beta.example" });
    await page.goto(`${panel.url}/settings/sign-in/connect`);
    await page.getByRole("radio", { name: "Another provider" }).click();
    await page.getByText("SAML 2.0", { exact: true }).click();
    await page.getByRole("button", { name: "Next" }).click();
    const acs_url = await page.getByLabel("Assertion consumer service URL", { exact: true }).inputValue();
    const entity_id = await page.getByLabel("Entity ID, audience", { exact: true }).inputValue();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Metadata XML", { exact: true }).fill(await (await fetch(saml.metadata_url)).text());
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByText("Not tested").waitFor();
    const own = await (await fetch(entity_id)).text();
    const certificate = `-----BEGIN CERTIFICATE-----\n${/X509Certificate>([^<]+)</.exec(own)![1]!}\n-----END CERTIFICATE-----\n`;
    saml.serve({ bob: { name_id: "id-of-bob", email: "bob@beta.example" } }, { acs_url, entity_id, certificate });
    await page.getByRole("button", { name: "Test sign-in" }).click();
    await page.waitForURL(`${saml.origin}/**`);
    await page.locator("input[name=login]").fill("bob");
    await page.locator("button[type=submit]").click();
    await switchedOn(page);
  });

  test("every product, by both protocols, in both languages: each step is accessible and fits a narrow screen", async () => {
    const page = await open(acme, ada);
    for (const language of ["en", "pl"] as const) {
      await page.evaluate((chosen) => localStorage.setItem("muster.language", chosen), language);
      for (const product of product_ids)
        for (const protocol of ["oidc", "saml"] as const) {
          const guide = products[product][protocol];
          const at = `${panel.url}/settings/sign-in/connect?product=${product}&protocol=${protocol}`;
          const name = `${product} ${protocol} ${language}`;
          await page.goto(`${at}&step=register`);
          for (const field of guide.fields) await page.getByLabel(field.name, { exact: true }).waitFor();
          await expectAccessible(page, `${name}, registering`);
          await expectReflow(page, `${name}, registering`);
          await page.goto(`${at}&step=connect`);
          for (const { fact, name: label, example } of guide.facts)
            if (fact !== "metadata") await page.getByLabel(label, { exact: true }).fill(example);
          const examples = Object.fromEntries(guide.facts.map(({ fact, example }) => [fact, example]));
          const address = guide.addressOf({ ...no_facts, ...examples });
          if (address !== null) await page.getByText(address, { exact: true }).waitFor();
          await expectAccessible(page, `${name}, connecting`);
          await expectReflow(page, `${name}, connecting`);
        }
    }
  });
});
