import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type BrowsedPanel, browsePanel, expectAccessible, needsBrowser, shoot, signIn } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { byKey, request } from "../../harness/server.ts";

describe("blocked addresses", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let other: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, { clients: [{ name: "HR", scopes: ["users:read"] }] });
    other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  test("a block is shown to whose clients were tried, and lifted, which the audit log tells", async () => {
    const enter = async (organisation: TestOrganisation, scheme: "light" | "dark") => {
      const { login } = await createAccount(database, organisation.tenant_id, "it_admin");
      const page = await panel.visit({ scheme });
      await signIn(page, panel, organisation.code, login, test_password, `${panel.url}/blocked-addresses`);
      return page;
    };
    const page = await enter(acme, "light");
    await page.getByRole("heading", { name: "No address is blocked" }).waitFor();
    await expectAccessible(page, "no blocked address");
    const { secret } = acme.clients["HR"]!;
    const callWith = async (key: string) =>
      (await request(panel.server.url, "GET", "/api/v1/users", { headers: byKey(acme.code, key) })).status;
    for (let tries = 0; tries < 20; tries += 1) await callWith(`${secret.slice(0, -4)}0000`);
    assert.equal(await callWith(secret), 429);
    const row = page.getByRole("row").filter({ hasText: "127.0.0.1/32" });
    await row.getByRole("link", { name: "HR" }).waitFor();
    await shoot(page, "blocked-addresses");
    const theirs = await enter(other, "dark");
    await theirs.getByRole("heading", { name: "No address is blocked" }).waitFor();
    const refused = await theirs.evaluate<number>(`fetch("/panel/api/blocked-addresses/lift", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ address: "127.0.0.1/32" }),
    }).then((answer) => answer.status)`);
    assert.equal(refused, 404);
    await expectAccessible(theirs, "no blocked address in the dark");
    await row.getByRole("button", { name: "Lift" }).click();
    await page.getByRole("heading", { name: "No address is blocked" }).waitFor();
    assert.equal(await callWith(secret), 200);
    const { rows } = await database.superuser.query("select changes from audit_log where operation = 'address.lift_block'");
    assert.deepEqual(rows, [{ changes: { address: ["127.0.0.1/32", null] } }]);
    assert.deepEqual(panel.complaints(), []);
  });
});
