import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import {
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
  type BrowsedPanel,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { filtered, scimOf, urns } from "../../harness/scim.ts";

/** The most steps that an administrator needs to connect the provider. */
const steps_max = 9;
/** How soon a refusal must be explained. */
const told_within_ms = 2_000;

describe("the SCIM screens of the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let admin: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      departments: [{ name: "Logistics", code: "LOG" }],
      clients: [{ name: "Directory", scopes: ["scim"], scim_profile: "entra" }],
    });
    admin = await createAccount(database, acme.tenant_id, "it_admin");
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const enter = async (page: Page) => signIn(page, panel, acme.code, admin.login, test_password);
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

  /** The test request of an identity provider that was configured with the wizard's values. */
  const testRequest = (url: string, token: string) => {
    const { origin, pathname } = new URL(url);
    const tenant_code = pathname.split("/").at(-1)!;
    return scimOf({ url: origin }, tenant_code, token).get(filtered("/Users", 'userName eq "8f1c"'));
  };

  for (const { provider, url_field } of [
    { provider: "Microsoft Entra ID", url_field: "Tenant URL" },
    { provider: "Okta", url_field: "SCIM connector base URL" },
  ]) {
    test(`UX2 ${provider} is connected in at most ${steps_max} steps, and a refusal is explained at once`, async (t) => {
      const page = await panel.visit();
      await enter(page);
      await page.goto(`${panel.url}/scim`);
      let steps = 0;
      const step = async (act: Promise<unknown>) => {
        steps += 1;
        await act;
      };
      await step(page.getByRole("link", { name: "Connect a provider" }).first().click());
      await heading(page, "Connect an identity provider");
      await step(page.getByRole("radio", { name: provider }).click());
      await step(page.getByRole("button", { name: "Next" }).click());
      await step(page.getByRole("button", { name: "Create the client" }).click());
      const dialog = page.getByRole("dialog", { name: "The client's secret" });
      await dialog.getByRole("button", { name: "Show the secret" }).click();
      const secret = (await dialog.getByLabel("The secret", { exact: true }).textContent())!;
      await step(dialog.getByRole("button", { name: "Copy the secret" }).click());
      await step(dialog.getByRole("button", { name: "Done" }).click());
      const url = await page.getByLabel(url_field, { exact: true }).inputValue();
      await step(page.getByRole("button", { name: `Copy: ${url_field}` }).click());
      await page.getByText("Waiting for the test request").waitFor();
      await shoot(page, `scim-waiting-${provider.split(" ").at(0)}`);

      const asked_ms = performance.now();
      assert.equal((await testRequest(url, `${secret}x`)).status, 401);
      await page.getByText(/^Refused \d/).waitFor();
      const told_ms = performance.now() - asked_ms;
      await shoot(page, `scim-refused-${provider.split(" ").at(0)}`);
      await expectAccessible(page, "a refused test request");

      assert.equal((await testRequest(url, secret)).status, 200);
      await page.getByText(/^Received \d/).waitFor();
      await shoot(page, `scim-received-${provider.split(" ").at(0)}`);
      await step(page.getByRole("button", { name: "Next" }).click());
      await page.getByText("These attributes are supported").waitFor();
      t.diagnostic(`${steps} steps; the refusal was shown after ${Math.round(told_ms)} ms (bar ${told_within_ms} ms)`);
      assert.ok(steps <= steps_max, `${steps} steps`);
    });
  }

  test("the log shows the state before and after and why not, and an unknown name is linked", async () => {
    const scim = scimOf(panel.server, acme.code, acme.clients["Directory"]!.secret);
    const made = await scim.post("/Users", {
      schemas: [urns.user, urns.enterprise],
      userName: "ada",
      title: "Clerk",
      [urns.enterprise]: { department: "Logistyka" },
    });
    await scim.patch(`/Users/${made.body.id}`, [{ op: "Replace", path: "title", value: "Boss" }]);
    await scim.post("/Users", { schemas: [urns.user], userName: "ADA" });
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/scim?tab=log`);
    await page.getByRole("button", { name: "PATCH User ada" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText("Clerk").waitFor();
    await drawer.getByText("Boss").waitFor();
    await shoot(page, "scim-exchange");
    await expectAccessible(page, "one request");
    await drawer.getByRole("link", { name: "Everything about ada" }).click();
    await page.getByRole("button", { name: /POST User ADA/ }).waitFor({ state: "detached" });
    await page.goto(`${panel.url}/scim?tab=log&outcome=refused`);
    await page.getByRole("button", { name: /POST User ADA/ }).click();
    await page.getByText(/Match the two people in the provider/).waitFor();
    await page.goto(`${panel.url}/scim?tab=unmatched`);
    await page.getByRole("button", { name: "Link Logistyka" }).click();
    await page.getByRole("dialog").getByLabel("Department").selectOption({ label: "Logistics · LOG" });
    await page.getByRole("dialog").getByRole("button", { name: "Link", exact: true }).click();
    await page.getByText("Done for 1 person.").waitFor();
    await page.getByText("Everything fits").waitFor();
    const { rows } = await database.superuser.query(
      "select d.name from person p join department d on d.id = p.department_id where p.id = $1",
      [made.body.id],
    );
    assert.deepEqual(rows, [{ name: "Logistics" }]);
  });

  for (const scheme of schemes) {
    test(`no SCIM screen breaks a rule of axe-core, ${scheme}`, async () => {
      const { client_id, secret } = acme.clients["Directory"]!;
      await scimOf(panel.server, acme.code, secret).post("/Users", {
        schemas: [urns.user, urns.enterprise],
        userName: `eve ${scheme}`,
        [urns.enterprise]: { department: `Unknown ${scheme}` },
      });
      await database.superuser.query("update client set rate_per_minute = 600 where id = $1", [client_id]);
      const page = await panel.visit({ scheme });
      await enter(page);
      const addresses = [
        "/scim",
        "/scim?tab=log",
        "/scim?tab=unmatched",
        "/scim/connect",
        "/scim/connect?step=client",
        `/scim/connect?step=connect&client=${client_id}`,
        `/scim/connect?step=mapping&client=${client_id}&provider=okta`,
      ];
      const open = async (address: string) => {
        await page.goto(panel.url + address);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
      };
      for (const [index, address] of addresses.entries()) {
        await open(address);
        await expectAccessible(page, address);
        await shoot(page, `scim-${index}-${scheme}`);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      for (const address of addresses) {
        await open(address);
        await expectReflow(page, address);
      }
    });
  }

  test("browsers reported nothing of the policy, and pages no error", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
