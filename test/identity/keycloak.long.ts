// Keycloak from the wizard to the sign-out, in a real browser: OpenID Connect and SAML, replaced keys, and sessions that end with
// Keycloak's own.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { needsKeycloak, startKeycloak, type Keycloak } from "../harness/identity/keycloak.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { browsePanel, needsBrowser, signIn, type BrowsedPanel } from "../harness/panel/browser.ts";
import { createAccount, test_password, type TestAccount } from "../harness/panel/panel.ts";
import { verifyDomain } from "./arrange.ts";

const realm = `acme-${randomBytes(4).toString("hex")}`;
const their_password = "a password at Keycloak";
const secret = "a secret that Keycloak has made";
const key_provider = "org.keycloak.keys.KeyProvider";

describe("Keycloak", { skip: needsKeycloak() || needsBrowser() }, () => {
  let database: TestDatabase;
  let keycloak: Keycloak;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let ada: TestAccount;
  let lena: TestAccount;

  before(async () => {
    [database, keycloak] = await Promise.all([openDatabase(), startKeycloak()]);
    panel = await browsePanel(database, { identity_origins: [keycloak.origin] });
    acme = await createOrganisation(database, {});
    await verifyDomain(database, acme.tenant_id);
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    lena = await createAccount(database, acme.tenant_id, "learner");
    await keycloak.admin("POST", "", {
      realm,
      enabled: true,
      sslRequired: "none",
      users: [ada, lena].map(({ login }) => ({
        username: login,
        email: login,
        emailVerified: true,
        firstName: "Of",
        lastName: "Acme",
        enabled: true,
        credentials: [{ type: "password", value: their_password, temporary: false }],
      })),
      clients: [
        {
          clientId: "muster",
          secret,
          redirectUris: [`${panel.url}/sign-in/ACME/callback`],
          attributes: {
            "backchannel.logout.url": `${panel.url}/sign-in/ACME/logout`,
            "backchannel.logout.session.required": "true",
            "pkce.code.challenge.method": "S256",
          },
        },
      ],
    });
  });
  after(async () => {
    await keycloak?.admin("DELETE", `/${realm}`).catch(() => undefined);
    await panel?.close();
    await keycloak?.close();
    await database?.close();
  });

  async function signInThere(page: Page, login: string): Promise<void> {
    await page.waitForURL(`${keycloak.origin}/**`);
    await page.locator("input[name=username]").fill(login);
    await page.locator("input[name=password]").fill(their_password);
    await page.locator("[name=login]").click();
  }

  /** Opens a deep link into the panel in a new browser, and signs in. */
  async function comeIn(): Promise<Page> {
    const page = await panel.visit();
    await page.goto(`${panel.url}/my-certificates`);
    await page.getByLabel("E-mail or login").fill(lena.login);
    await page.getByRole("button", { name: "Sign in with your company" }).click();
    await signInThere(page, lena.login);
    await page.getByRole("button", { name: "Account of Lena Learner" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/panel/my-certificates");
    return page;
  }

  const atTheDoor = async (page: Page) => {
    await page.goto(`${panel.url}/my-certificates`);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  };

  /** Signs out at Keycloak's own page, which asks for confirmation. */
  async function signOutThere(page: Page): Promise<void> {
    await page.goto(`${keycloak.origin}/realms/${realm}/protocol/openid-connect/logout`);
    await page.locator("[name=confirmLogout]").click();
    await page
      .getByText(/logged out/i)
      .first()
      .waitFor();
  }

  async function lastEnded(): Promise<unknown> {
    const { rows } = await database.superuser.query<{ sessions: unknown }>(
      "select changes -> 'sessions' as sessions from audit_log where operation = 'identity_provider.end_sessions' order by id desc limit 1",
    );
    return rows[0]?.sessions;
  }

  /** Makes Keycloak sign with a new key; returns a function that removes the old keys. */
  async function replaceKey(): Promise<() => Promise<void>> {
    const { id } = (await keycloak.admin("GET", `/${realm}`)) as { id: string };
    const components = async () =>
      (await keycloak.admin("GET", `/${realm}/components?type=${key_provider}`)) as { id: string; providerId: string }[];
    const old = (await components()).filter(({ providerId }) => providerId === "rsa-generated");
    const config = { priority: [String(200 + (Date.now() % 100_000))], enabled: ["true"], active: ["true"], keySize: ["2048"] };
    const made = { name: "the next", providerId: "rsa-generated", providerType: key_provider, parentId: id, config };
    await keycloak.admin("POST", `/${realm}/components`, made);
    return async () => {
      for (const one of old) await keycloak.admin("DELETE", `/${realm}/components/${one.id}`);
    };
  }

  async function wizard(page: Page, protocol: "oidc" | "saml"): Promise<void> {
    await page.goto(`${panel.url}/settings/sign-in/connect?product=keycloak&protocol=${protocol}&step=connect`);
    await page.getByLabel("Keycloak server URL", { exact: true }).fill(keycloak.origin);
    await page.getByLabel("Realm name", { exact: true }).fill(realm);
  }

  async function testAndSwitchOn(page: Page): Promise<void> {
    await page.getByText("Not tested").waitFor();
    await page.getByRole("button", { name: "Test sign-in" }).click();
    await signInThere(page, ada.login);
    await page.getByText("The test sign-in worked").waitFor();
    await page.getByRole("button", { name: "Switch on", exact: true }).click();
    await page.getByText("It is switched on").waitFor();
  }

  test("OpenID Connect: set up by the wizard, signed in, keys replaced, and signed out at Keycloak", async (t) => {
    const desk = await panel.visit();
    await signIn(desk, panel, acme.code, ada.login, test_password);
    await wizard(desk, "oidc");
    await desk.getByLabel("Client ID", { exact: true }).fill("muster");
    await desk
      .getByLabel(/secret/i)
      .first()
      .fill(secret);
    await desk.getByRole("button", { name: "Save and go on" }).click();
    await testAndSwitchOn(desk);
    await desk.context().close();

    const first = await comeIn();
    const takeOldAway = await replaceKey();
    await comeIn();
    await takeOldAway();
    const other = await comeIn();
    t.diagnostic("signed in with the first key, beside the next one, and with the next one alone");

    await signOutThere(first);
    await atTheDoor(first);
    await other.reload();
    await other.getByRole("button", { name: "Account of Lena Learner" }).waitFor();
    assert.deepEqual(await lastEnded(), [1, 0], "the other browsers' sessions go on");
    t.diagnostic("Keycloak told of the sign-out by back-channel logout, and the session ended");
  });

  test("SAML: set up by the wizard, signed in, certificate replaced, and signed out at Keycloak", async (t) => {
    await database.superuser.query("delete from identity_provider where tenant_id = $1", [acme.tenant_id]);
    const desk = await panel.visit();
    await signIn(desk, panel, acme.code, ada.login, test_password);
    await wizard(desk, "saml");
    await desk.getByRole("button", { name: "Save and go on" }).click();
    await desk.getByText("Not tested").waitFor();
    const own = await (await fetch(`${panel.url}/sign-in/ACME/metadata`)).text();
    const client = (await keycloak.admin("POST", `/${realm}/client-description-converter`, own)) as { attributes: object };
    const mapper = {
      name: "email",
      protocol: "saml",
      protocolMapper: "saml-user-property-mapper",
      config: { "user.attribute": "email", "attribute.name": "email", "attribute.nameformat": "Basic" },
    };
    // By default Keycloak encrypts with RSA-OAEP and MGF1 of SHA-256, which is not supported here (docs/decisions/0089).
    const attributes = { ...client.attributes, "saml.encrypt": "false" };
    await keycloak.admin("POST", `/${realm}/clients`, {
      ...client,
      attributes,
      frontchannelLogout: true,
      protocolMappers: [mapper],
    });
    await testAndSwitchOn(desk);

    await comeIn();
    const takeOldAway = await replaceKey();
    const settings = { idp_initiated: false, subject_attribute: null, email_attribute: "email", external_id_claim: null };
    const metadata_url = `${keycloak.origin}/realms/${realm}/protocol/saml/descriptor`;
    const readAgain = async () => {
      const text = await desk.evaluate(
        async (given) => {
          const headers = { "content-type": "application/json" };
          const put = { method: "PUT", headers, body: JSON.stringify(given) };
          return (await fetch("/panel/api/identity-provider/saml", put)).text();
        },
        { ...settings, metadata_url },
      );
      assert.equal((JSON.parse(text) as { provider?: { state: string } }).provider?.state, "on", text);
    };
    await readAgain();
    await comeIn();
    await takeOldAway();
    await readAgain();
    const page = await comeIn();
    t.diagnostic("signed in with the first certificate, beside the next one, and with the next one alone");

    await signOutThere(page);
    await atTheDoor(page);
    assert.deepEqual(await lastEnded(), [1, 0], "the other browsers' sessions go on");
    t.diagnostic("Keycloak sent a LogoutRequest by the browser, and the session ended");
  });
});
