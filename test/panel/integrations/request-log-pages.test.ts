import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { byKey, request } from "../../harness/server.ts";

describe("the request log", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      clients: ["HR", "Report"].map((name) => ({ name, scopes: ["users:read", "users:write"] })),
    });
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  test("a request is seen live, a refused one with its cause, and a filtered list can be shared and exported", async () => {
    const { login } = await createAccount(database, acme.tenant_id, "it_admin");
    const page = await panel.visit({ scheme: "dark", permissions: ["clipboard-read", "clipboard-write"] });
    await signIn(page, panel, acme.code, login, test_password, `${panel.url}/request-log`);
    await page.getByRole("heading", { name: "No requests yet" }).waitFor();
    await expectAccessible(page, "an empty log in the dark");
    await page.getByRole("switch", { name: "Live" }).press("Space");

    const key = acme.clients["HR"]!.secret;
    await request(panel.server.url, "GET", "/api/v1/departments", { headers: byKey(acme.code, key) });
    await request(panel.server.url, "GET", "/api/v1/users", { headers: byKey(acme.code, `${key.slice(0, -4)}0000`) });
    await page.getByRole("button", { name: "GET /api/v1/departments" }).click();
    const drawer = page.getByRole("dialog");
    const limits = drawer.getByRole("region", { name: "Limits at that moment" });
    await limits.getByText("1 of 5,000").waitFor();
    await expectAccessible(page, "a request with the limits of its client in the dark");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "GET /api/v1/users" }).click();
    await drawer.getByText("the rest of the secret is wrong").waitFor();
    await expectAccessible(page, "a refused request in the dark");
    await shoot(page, "request-log-drawer-dark");
    await drawer.getByRole("button", { name: "Copy as cURL" }).click();
    await page.waitForFunction("navigator.clipboard.readText().then((text) => text.startsWith('curl'))");
    await drawer.getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction("navigator.clipboard.readText().then((text) => text.includes('request_id='))");
    await page.goto(await page.evaluate<string>("navigator.clipboard.readText()"));
    await page.getByRole("button", { name: "GET /api/v1/users" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "GET /api/v1/departments" }).count(), 0);
    await page.goto(`${panel.url}/request-log`);
    await page.getByRole("button", { name: "GET /api/v1/departments" }).waitFor();

    await page.getByLabel("Status").selectOption("401");
    await page.getByRole("button", { name: "GET /api/v1/departments" }).waitFor({ state: "detached" });
    assert.match(page.url(), /status=401/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export CSV" }).click()]);
    const csv = await readFile(await download.path(), "utf8");
    assert.match(
      csv,
      /^\uFEFF?"at","client","method","path","status","code","cause",.*\r\n[^\r]+,"HR","GET","\/api\/v1\/users","401","UNAUTHORIZED","wrong_secret","req_/,
    );

    await page.goto(`${panel.url}/errors`);
    await page.getByText("the rest of the secret is wrong").waitFor();
    assert.equal(await page.getByRole("link", { name: /UNAUTHORIZED/ }).getAttribute("href"), "/problems/unauthorized");
    await expectAccessible(page, "errors in the dark");
    await shoot(page, "errors-dark");
    await page.getByRole("link", { name: "GET /api/v1/users" }).click();
    await page.getByRole("button", { name: "GET /api/v1/users" }).waitFor();
    await page.getByRole("button", { name: "/api/v1/users: show every endpoint" }).waitFor();
    await page.getByLabel("Period").selectOption("yesterday");
    await page.getByText("Nothing matches these filters.").waitFor();
    await page.getByLabel("Period").selectOption("custom");
    await page.getByLabel("From day").fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
    await page.getByRole("button", { name: "GET /api/v1/users" }).waitFor();
    await expectAccessible(page, "the log of some days in the dark");
    assert.match(page.url(), /from=20/);

    // A client's page shows only that client's requests.
    await request(panel.server.url, "GET", "/api/v1/contractors", { headers: byKey(acme.code, acme.clients["Report"]!.secret) });
    await page.goto(`${panel.url}/clients/${acme.clients["Report"]!.client_id}`);
    await page.getByRole("tab", { name: "Hosts" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Request log", selected: true }).waitFor();
    await page.getByRole("switch", { name: "Live" }).press("Space");
    await page.getByRole("button", { name: "GET /api/v1/contractors" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^GET / }).count(), 1);
    await expectAccessible(page, "the requests of one client in the dark");
    await page.getByLabel("Status").selectOption("4xx");
    await page.getByText("Nothing matches these filters.").waitFor();
    assert.match(page.url(), /tab=requests/);
    const own = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    assert.match(own!, new RegExp(`client_id=${acme.clients["Report"]!.client_id}`));
    await page.goto(`${panel.url}/request-log?period=7d&status=401`);
    await page.getByRole("button", { name: "GET /api/v1/users" }).waitFor();

    const other = await panel.visit({ viewport: { width: 320, height: 700 } });
    await signIn(other, panel, acme.code, login, test_password);
    await other.goto(page.url());
    await other.getByRole("button", { name: "GET /api/v1/users" }).waitFor();
    await expectAccessible(other, "the log on a narrow screen");
    await expectReflow(other, "the log");
    await shoot(page, "request-log-dark");
    assert.deepEqual(panel.complaints(), []);
  });

  test("P10 a click anywhere in a row opens the request, which shows the fault and the request's headers", async () => {
    const { login } = await createAccount(database, acme.tenant_id, "it_admin");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, login, test_password);
    const { secret } = acme.clients["Report"]!;
    const headers = { ...byKey(acme.code, secret), "user-agent": "hr-sync/3" };
    const body = {
      employee_no: "E-1",
      first_name: "Wilhelmina",
      last_name: "Nowak",
      email: "nowhere",
      worker_type: "freelancer",
    };
    const refused = await request(panel.server.url, "POST", "/api/v1/users", { headers, body });
    assert.equal(refused.status, 422, refused.text);
    await page.goto(`${panel.url}/request-log?request_id=${refused.headers.get("x-request-id")}`);
    await page.getByRole("button", { name: "Reset the filters" }).waitFor();
    const row = page.locator("tr[data-row]");
    // The row is written a second after the answer.
    while ((await row.count()) === 0) await page.reload().then(() => page.waitForLoadState("networkidle"));
    await row.locator("td").nth(4).click();
    const drawer = page.getByRole("dialog");
    const wrong = drawer.getByRole("region", { name: "Faults" });
    for (const { pointer, code } of refused.body.errors) {
      await wrong.getByText(pointer, { exact: true }).waitFor();
      await wrong.getByText(code, { exact: true }).first().waitFor();
    }
    const sent = drawer.getByRole("region", { name: "Headers that were sent" });
    await sent.getByRole("row", { name: "user-agent hr-sync/3" }).waitFor();
    await sent.getByRole("row", { name: `x-api-key •••• (${secret.length} characters)` }).waitFor();
    assert.doesNotMatch(await drawer.innerText(), /Wilhelmina|Nowak|freelancer/);
    await expectAccessible(page, "a refused request with what was wrong");
    await shoot(page, "request-log-refusal");
    assert.deepEqual(panel.complaints(), []);
  });
});
