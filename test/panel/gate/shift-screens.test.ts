// A guard's shift without a network, in a browser: the list is downloaded, the page is reloaded, people are checked, and the
// decisions are sent once when the network is back.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type TestAccount } from "../../harness/panel/panel.ts";
import { contextOf } from "../../harness/panel/screens.ts";
import { apiOf, byKey } from "../../harness/server.ts";

/** Code that lists what the page has stored, by kind; it is a text because it runs in the page. */
const names_kept = `new Promise((resolve) => {
  const opening = indexedDB.open("muster-gate");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("kept").objectStore("kept").getAllKeys();
    asked.onsuccess = () => {
      opening.result.close();
      resolve(asked.result.map((name) => name.split(":")[0]));
    };
  };
})`;

const phone = { viewport: { width: 360, height: 740 } };

describe("a guard's shift without a network", { skip: needsBrowser() }, () => {
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
      courses: [{ code: "CRANE", title: "Crane operation", validity: { value: 12, unit: "month" } }],
      people: [person("YES-1", "Maja"), person("NO-1", "Dagmara")],
      clients: [{ name: "HR", scopes: ["enrollments:write", "attempts:write"] }],
    });
    const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
    const names = { employee_no: "YES-1", course_code: "CRANE" };
    const { body } = await api.post("/api/v1/enrollments", names);
    const result = { external_id: "1", result: "passed", completed_at: body.assigned_at };
    assert.equal((await api.post("/api/v1/attempts", { ...names, ...result })).status, 200);
    guard = await createAccount(database, acme.tenant_id, "guard");
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const verdict = (page: Page, word: "Yes" | "No") =>
    page.getByRole("status").getByRole("heading", { name: word, exact: true }).waitFor();
  const ask = async (page: Page, number: string, word: "Yes" | "No") => {
    await page.getByLabel("Employee number").fill(number);
    await page.getByLabel("Employee number").press("Enter");
    await verdict(page, word);
    return page.locator(".gate-answer").innerText();
  };
  const decisions = async () =>
    (await database.superuser.query("select person_id, allowed, by_badge from gate_decision order by decided_at")).rows;
  const kept = (page: Page): Promise<string[]> => page.evaluate(names_kept);
  const isErased = (page: Page) => page.waitForFunction(`${names_kept}.then((names) => !names.includes("list"))`);

  test("the list is taken along, answers after a reload without a network, and is sent and erased at the end", async (t) => {
    const session = await sessionOf(panel.server, database, acme.tenant_id, guard);
    const context = await contextOf(panel, session, phone);
    const page = await context.newPage();
    await page.goto(`${panel.url}/gate?course_code=CRANE`);
    await page.getByRole("button", { name: "Take the list along" }).click();
    await page.getByText("List of 2 people, taken").waitFor();
    await expectAccessible(page, "a shift");
    await expectReflow(page, "a shift");
    await shoot(page, "gate-shift");

    await context.setOffline(true);
    await page.reload();
    await page.getByText("List of 2 people, taken").waitFor();
    assert.equal(await page.getByLabel("Work").inputValue(), "CRANE");
    const yes = await ask(page, "yes-1", "Yes");
    assert.match(yes, /Maja Lis/);
    assert.match(yes, /Holds until/);
    assert.match(yes, /There is no network: by the list that was taken/);
    await expectAccessible(page, "an answer by the list");
    await expectReflow(page, "an answer by the list");
    await shoot(page, "gate-by-list");
    assert.match(await ask(page, "NO-1", "No"), /Dagmara Lis/);
    assert.match(await ask(page, "NOBODY", "No"), /Nobody here has the number NOBODY/);
    await page.getByText("2 answers wait to be sent.").waitFor();
    assert.deepEqual(await decisions(), []);

    await context.setOffline(false);
    await page.getByText("answers wait to be sent.").waitFor({ state: "detached" });
    assert.deepEqual(
      (await decisions()).map(({ allowed, by_badge }) => [allowed, by_badge]),
      [
        [true, false],
        [false, false],
      ],
    );
    assert.deepEqual((await kept(page)).toSorted(), ["key", "list", "waiting"]);
    await page.getByRole("button", { name: "End the shift" }).click();
    await page.getByRole("button", { name: "Take the list along" }).waitFor();
    await isErased(page);
    // Without the list the page asks the service again.
    await ask(page, "YES-1", "Yes");
    assert.doesNotMatch(await page.locator(".gate-answer").innerText(), /no network/);

    // A compliance officer can read the decisions made offline, but not those with a network.
    const officer = await createAccount(database, acme.tenant_id, "compliance_officer");
    const reading = await contextOf(panel, await sessionOf(panel.server, database, acme.tenant_id, officer), phone);
    t.after(() => reading.close());
    const log = await reading.newPage();
    await log.goto(`${panel.url}/gate-decisions`);
    await log.getByText("Maja Lis").waitFor();
    await expectAccessible(log, "decisions without a network");
    await expectReflow(log, "decisions without a network");
    assert.equal(await log.getByText(/Maja Lis|Dagmara Lis/).count(), 2);
    await log.getByLabel("Yes and no").selectOption("false");
    await log.getByText("Maja Lis").waitFor({ state: "detached" });
    await log.getByText("Dagmara Lis").waitFor();
  });

  test("another account on the same phone finds no list, and the one before loses it", async () => {
    const first = await sessionOf(panel.server, database, acme.tenant_id, guard);
    const context = await contextOf(panel, first, phone);
    const page = await context.newPage();
    await page.goto(`${panel.url}/gate`);
    await page.getByRole("button", { name: "Take the list along" }).click();
    await page.getByText("List of 2 people, taken").waitFor();
    const other = await sessionOf(panel.server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "guard"));
    await context.addCookies([{ name: "muster_session", value: [...other.cookies.values()][0]!, url: panel.server.url }]);
    await page.reload();
    await page.getByRole("button", { name: "Take the list along" }).waitFor();
    await isErased(page);
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
