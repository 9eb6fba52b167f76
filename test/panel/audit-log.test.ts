import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sealAll } from "../../server/features/audit/seal.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../harness/browser.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation.ts";
import { createAccount, sessionOf, test_password, type Panel } from "../harness/panel.ts";
import { startServer, test_keyring, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";

async function seal(database: TestDatabase): Promise<void> {
  await settled(database);
  await sealAll(database.pool("muster_worker", 1), test_keyring, new AbortController().signal);
}

describe("the audit log of the panel", () => {
  let database: TestDatabase;
  let server: TestServer;
  let panel: Panel;

  before(async () => {
    database = await openDatabase();
    server = await startServer(database);
    const { tenant_id } = await createOrganisation(database, {});
    panel = await sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "it_admin"));
    for (const name of ["=SUM(1)", "Nina New"]) {
      const body = { email: `${name.length}@acme.example`, name, role: "training_admin" };
      assert.equal((await panel.post("/administrators", body)).status, 201);
    }
    await seal(database);
  });
  after(async () => {
    await server.close();
    await database.close();
  });

  test("it is walked by cursor, the newest first, and narrowed", async () => {
    const first = (await panel.get("/audit?limit=1&operation=administrator.")).body;
    assert.equal(first.pagination.total, 2);
    assert.deepEqual(first.entries[0].personal.name, [null, "Nina New"]);
    const second = (await panel.get(`/audit?limit=1&operation=administrator.&cursor=${first.pagination.next_cursor}`)).body;
    assert.deepEqual([second.entries[0].personal.name, second.pagination.next_cursor], [[null, "=SUM(1)"], null]);
    assert.equal((await panel.get("/audit?actor_type=client")).body.pagination.total, 0);
    assert.equal((await panel.get("/audit?until=2000-01-01T00:00:00Z")).body.pagination.total, 0);
    const { target_id, seq } = first.entries[0];
    assert.ok(seq > 0);
    assert.equal((await panel.get(`/audit?target_id=${target_id}`)).body.entries.length, 1);
  });

  test("bad filters are refused and nothing breaks", async () => {
    for (const query of ["from=yesterday", "actor_id=x", "cursor=x", "operation=%00", "actor_type=nobody"])
      assert.equal((await panel.get(`/audit?${query}`)).status, 422, query);
    assert.equal((await panel.get("/audit/verification?checkpoint=1-zz")).status, 422);
  });

  test("as a file it holds every row and no formula", async () => {
    const { text } = await panel.get("/audit/export?operation=administrator.invite");
    const lines = text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    assert.equal(lines.length, 3);
    assert.match(lines[0]!, /^"seq","occurred_at"/);
  });

  test("AL2 the panel names the first row that somebody has changed", async () => {
    assert.equal((await panel.get("/audit/verification")).body.intact, true);
    const { seq, id } = (await panel.get("/audit?limit=1&operation=administrator.")).body.entries[0];
    await database.superuser.query("update audit_log set actor_name = 'Somebody else' where id = $1", [id]);
    const { intact, first_fault } = (await panel.get("/audit/verification")).body;
    assert.deepEqual([intact, first_fault], [false, { kind: "ROW_DIFFERS", seq, audit_id: id }]);
  });
});

describe("the audit log in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {});
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  for (const scheme of ["light", "dark"] as const) {
    test(`a change is found with what it changed, and the log is verified, ${scheme}`, async () => {
      const admin = await createAccount(database, acme.tenant_id, "it_admin");
      const own = await sessionOf(panel.server, database, acme.tenant_id, admin);
      const headers = { origin: panel.server.url };
      const body = { email: `${scheme}@acme.example`, name: `Nina ${scheme}`, role: "training_admin" };
      own.cookies.set("muster_session", [...own.cookies.values()][0]!);
      assert.equal((await own.post("/administrators", body, { headers })).status, 201);
      await seal(database);
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, admin.login, test_password);
      await page.goto(`${panel.url}/audit?operation=administrator.`);
      await page.getByRole("button", { name: "administrator.invite" }).first().click();
      await page.getByRole("dialog").getByText(`Nina ${scheme}`).waitFor();
      await expectAccessible(page, "an entry");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectAccessible(page, "the log");
      await shoot(page, `audit-${scheme}`);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.getByRole("button", { name: "Verify now" }).click();
      await page.getByText("The log is as it was written").waitFor();
      await expectAccessible(page, "a verification");
      await shoot(page, `audit-verified-${scheme}`);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${panel.url}/audit`);
      await page.getByRole("button", { name: "administrator.invite" }).first().waitFor();
      await expectReflow(page, "the log");
    });
  }

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
