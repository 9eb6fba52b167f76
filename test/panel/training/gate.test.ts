// A guard's shift on a phone: one number after the other, and no other screen than the gate.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  schemes,
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { apiOf, byKey } from "../../harness/server.ts";

describe("a guard in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let guard: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    const person = (employee_no: string, first_name: string) => ({
      employee_no,
      first_name,
      last_name: "Lis",
      email: `${employee_no.toLowerCase()}@acme.example`,
    });
    acme = await createOrganisation(database, {
      courses: [
        { code: "CRANE", title: "Crane operation", validity: { value: 12, unit: "month" } },
        { code: "HELMET", title: "Helmets", default_due_days: 30 },
      ],
      learning_paths: [{ code: "LIFTING", title: "Lifting with a crane", courses: ["CRANE", "HELMET"] }],
      people: [person("YES-1", "Maja"), person("NO-1", "Dagmara")],
      clients: [{ name: "HR", scopes: ["enrollments:write", "attempts:write"] }],
    });
    const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
    for (const [employee_no, course_code] of [
      ["YES-1", "CRANE"],
      ["YES-1", "HELMET"],
      ["NO-1", "CRANE"],
    ] as const) {
      const { status, text, body } = await api.post("/api/v1/enrollments", { employee_no, course_code });
      assert.equal(status, 201, text);
      const result = { external_id: course_code + employee_no, result: "passed", completed_at: body.assigned_at };
      assert.equal((await api.post("/api/v1/attempts", { employee_no, course_code, ...result })).status, 200);
    }
    guard = await createAccount(database, acme.tenant_id, "guard");
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  for (const scheme of schemes) {
    test(`a shift on a phone, ${scheme}: yes, no with the reason, and a number that nobody has`, async () => {
      const page = await panel.visit({ scheme, viewport: { width: 320, height: 640 } });
      await signIn(page, panel, acme.code, guard.login, test_password);
      // A guard's first screen is the gate.
      await page.getByLabel("Employee number").waitFor();
      await page.getByLabel("Work").selectOption({ label: "Lifting with a crane" });
      const ask = async (number: string, word: "Yes" | "No") => {
        await page.getByLabel("Employee number").fill(number);
        await page.getByLabel("Employee number").press("Enter");
        await page.getByRole("status").getByRole("heading", { name: word, exact: true }).waitFor();
        await expectAccessible(page, `the gate, ${number}`);
        await expectReflow(page, `the gate, ${number}`);
        await shoot(page, `gate-${word}-${number}`);
        return page.locator(".gate-answer").innerText();
      };
      const yes = await ask("yes-1", "Yes");
      assert.match(yes, /Maja Lis/);
      assert.match(yes, /Holds until/);
      const no = await ask("NO-1", "No");
      assert.match(no, /Dagmara Lis/);
      assert.match(no, /Helmets\s+Not held/);
      assert.doesNotMatch(no, /Maja/);
      assert.match(await ask("NOBODY", "No"), /Nobody here has the number NOBODY/);
      // The answer about one person is never shown beside the number of another one.
      await page.getByLabel("Employee number").fill("YES-1");
      await page.getByRole("status").getByRole("heading").waitFor({ state: "detached" });
      // The gate remembers the chosen work.
      await page.reload();
      await page.getByLabel("Work").waitFor();
      assert.equal(await page.getByLabel("Work").inputValue(), "LIFTING");
      await page.context().close();
    });
  }

  test("a guard opens nothing else, and is told so", async () => {
    const page = await panel.visit({});
    await signIn(page, panel, acme.code, guard.login, test_password);
    await page.getByLabel("Employee number").waitFor();
    await page.goto(`${panel.url}/people`);
    await page.getByRole("heading", { name: "Your role does not open this page" }).waitFor();
    const session = await sessionOf(panel.server, database, acme.tenant_id, guard);
    session.cookies.set("muster_session", [...session.cookies.values()][0]!);
    for (const path of ["/people", "/compliance/matrix", "/certificates", "/overview/attention", "/my/training", "/audit"]) {
      const reply = await session.get(path);
      assert.deepEqual([reply.status, reply.body.code], [403, "ROLE_NOT_ALLOWED"], path);
    }
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
