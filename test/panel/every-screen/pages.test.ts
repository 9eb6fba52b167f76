import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";

/** The largest download of a first visit before something is visible; with gzip, as the slowest clients request it. */
const first_script_bytes_max = 250_000;
const dist = path.join(import.meta.dirname, "..", "..", "..", "panel", "dist");

// every-screen.test.ts opens all screens.
describe("the panel's pages", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let admin: TestAccount;
  let learner: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {});
    admin = await createAccount(database, acme.tenant_id, "it_admin");
    learner = await createAccount(database, acme.tenant_id, "learner");
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  const enter = async (page: Page, account = admin) => signIn(page, panel, acme.code, account.login, test_password);
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

  test("a user without a session signs in, and gets to the requested page", async () => {
    const page = await panel.visit();
    await page.goto(`${panel.url}/account?from=mail`);
    await heading(page, "Sign in");
    await enter(page);
    await heading(page, "Your account");
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, "/panel/account?from=mail");
  });

  test("a refused sign-in says so, keeps the input, and does not reveal the cause", async () => {
    const page = await panel.visit();
    await page.goto(`${panel.url}/sign-in`);
    await page.getByLabel("Tenant code").fill(acme.code);
    await page.getByLabel("E-mail or login").fill(admin.login);
    await page.locator("input[name=password]").fill("four green bicycles");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("That did not work").waitFor();
    assert.equal(await page.getByLabel("E-mail or login").inputValue(), admin.login);
    assert.equal(await page.locator("input[name=password]").inputValue(), "four green bicycles");
    await expectAccessible(page, "a refused sign-in");
  });

  test("a session that ends leads to the sign-in and back", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.context().clearCookies();
    await page.goto(`${panel.url}/developer`);
    await heading(page, "Sign in");
    await enter(page);
    await heading(page, "Developer");
  });

  test("signing out forgets the session here and on the server", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.getByRole("button", { name: /Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading(page, "Sign in");
    await page.goto(`${panel.url}/account`);
    await heading(page, "Sign in");
  });

  test("a link that was used or mistyped says where to get another", async () => {
    const page = await panel.visit();
    await page.goto(`${panel.url}/link#nonsense`);
    await page.getByRole("button", { name: "Continue" }).click();
    await heading(page, "This link no longer works");
    assert.ok(!page.url().includes("nonsense"), "the token stays out of the history");
    await expectAccessible(page, "a used link");
  });

  test("a screen of another role says so", async () => {
    const page = await panel.visit();
    await enter(page, learner);
    await page.goto(`${panel.url}/developer`);
    await heading(page, "Your role does not open this page");
    await expectAccessible(page, "no permission");
  });

  test("a server that fails leaves a page that says so and tries again", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.route("**/panel/api/sessions", (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/problem+json",
        json: { title: "Internal error", detail: "Something failed.", code: "INTERNAL_ERROR", request_id: "req_1" },
      }),
    );
    await page.goto(`${panel.url}/account`);
    const alert = page.getByRole("alert");
    await alert.getByText("INTERNAL_ERROR").waitFor();
    await alert.getByText("req_1").waitFor();
    await expectAccessible(page, "a failed list");
    await page.unroute("**/panel/api/sessions");
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.getByText("This one").waitFor();
  });

  test("offline shows a message, and the input stays", async () => {
    const page = await panel.visit();
    await page.goto(`${panel.url}/sign-in`);
    await page.getByLabel("Tenant code").fill(acme.code);
    await page.getByLabel("E-mail or login").fill(admin.login);
    await page.locator("input[name=password]").fill(test_password);
    await page.context().setOffline(true);
    await page.getByText("You are offline").waitFor();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("No connection").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(page, "ACME Logistics");
  });

  test("the shell is worked by keyboard: skip link, palette, help, sequences", async () => {
    const page = await panel.visit();
    await enter(page);
    await heading(page, "ACME Logistics");
    await page.goto(`${panel.url}/`);
    await heading(page, "ACME Logistics");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "main");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("develop");
    await page.getByRole("dialog").getByRole("button", { name: "Request console" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await heading(page, "Request console");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await heading(page, "ACME Logistics");
  });

  test("the panel speaks Polish where the browser does, and another language where it is chosen", async () => {
    const page = await panel.visit({ language: "pl" });
    await page.goto(`${panel.url}/sign-in`);
    await heading(page, "Zaloguj się");
    assert.equal(await page.evaluate("document.documentElement.lang"), "pl");
    await page.getByRole("button", { name: "Język" }).click();
    await page.getByRole("menuitem", { name: "English" }).click();
    await heading(page, "Sign in");
    await page.reload();
    await heading(page, "Sign in");
  });

  for (const scheme of schemes) {
    test(`no page before the sign-in breaks a rule of axe-core, ${scheme}`, async () => {
      const page = await panel.visit({ scheme });
      for (const [address, title] of [
        ["/sign-in", "Sign in"],
        ["/reset-password", "Reset your password"],
        ["/link#token", "Welcome"],
      ] as const) {
        await page.goto(panel.url + address);
        await heading(page, title);
        await expectAccessible(page, address);
        await shoot(page, `${address.split("#")[0]!.slice(1)}-${scheme}`);
      }
    });

    test(`a page that there is not breaks no rule of axe-core, ${scheme}`, async () => {
      const page = await panel.visit({ scheme });
      await enter(page);
      await page.goto(`${panel.url}/nowhere`);
      await heading(page, "There is no such page");
      await expectAccessible(page, "/nowhere");
      await shoot(page, `nowhere-${scheme}`);
    });

    test(`no dialog or menu breaks a rule of axe-core, ${scheme}`, async () => {
      const page = await panel.visit({ scheme });
      await enter(page);
      await page.goto(`${panel.url}/account`);
      await page.getByRole("button", { name: "Set it up" }).click();
      await page.getByRole("img", { name: /QR code/ }).waitFor();
      await expectAccessible(page, "the second factor");
      await shoot(page, `second-factor-${scheme}`);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await expectAccessible(page, "the palette");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /Account of/ }).click();
      await page.getByRole("menuitem", { name: /Keyboard shortcuts/ }).waitFor();
      await expectAccessible(page, "the account's menu");
      await shoot(page, `menu-${scheme}`);
      await page.getByRole("menuitem", { name: /Keyboard shortcuts/ }).click();
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
      await expectAccessible(page, "the shortcuts");
    });
  }

  test("a page that there is not fits 320 px, in a language that is 40 % longer too", async () => {
    const page = await panel.visit({ viewport: { width: 320, height: 640 } });
    await enter(page);
    for (const language of ["en", "en-XA"]) {
      await page.evaluate(`localStorage.setItem("muster.language", "${language}")`);
      await page.goto(`${panel.url}/nowhere`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await expectReflow(page, `/nowhere in ${language}`);
      await shoot(page, `narrow-nowhere-${language}`);
    }
  });

  test("the first page's script is small", () => {
    const page = readFileSync(path.join(dist, "index.html"), "utf8");
    const names = new Set([...page.matchAll(/\/panel\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name!));
    assert.ok(names.size > 0, "saw no script");
    const bytes = [...names].reduce((sum, name) => sum + gzipSync(readFileSync(path.join(dist, name))).length, 0);
    assert.ok(bytes <= first_script_bytes_max, `${bytes} bytes`);
  });

  test("the page names a policy without unsafe-inline, with a nonce of its own each time", async () => {
    const one = await fetch(`${panel.url}/`);
    const other = await fetch(`${panel.url}/clients`);
    const policies = [one, other].map((page) => page.headers.get("content-security-policy")!);
    for (const policy of policies) {
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
      assert.doesNotMatch(policy, /unsafe/);
    }
    assert.notEqual(policies[0], policies[1]);
    assert.equal(one.headers.get("cross-origin-opener-policy"), "same-origin");
    const nonce = /'nonce-([^']+)'/.exec(policies[0]!)![1]!;
    assert.ok((await one.text()).includes(nonce));
  });

  test("files are cached for ever, the page never; unknown addresses are 404", async () => {
    const page = await fetch(`${panel.url}/`);
    assert.equal(page.headers.get("cache-control"), "no-store");
    const [, script] = /src="(\/panel\/assets\/[^"]+)"/.exec(await page.text())!;
    const file = await fetch(panel.server.url + script!);
    assert.equal(file.status, 200);
    assert.match(file.headers.get("cache-control")!, /immutable/);
    assert.equal((await fetch(`${panel.url}/assets/nothing.js`)).status, 404);
    assert.equal((await fetch(`${panel.url}/api/nothing`)).status, 404);
  });

  test("the first answers of a page come with it: for the signed-in user, and what their role may read", async () => {
    const first = async (account: TestAccount | null, address: string) => {
      const page = await panel.visit();
      if (account) await enter(page, account);
      const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      const text = await (await fetch(panel.url + address, { headers: { cookie } })).text();
      const [, block] = /id="first-answers">(.*?)<\/script>/.exec(text)!;
      return Object.keys(JSON.parse(block!) as object).map((asked) => asked.replace("/panel/api", ""));
    };
    assert.deepEqual(await first(admin, "/"), ["/session", "/overview/attention", "/overview/integrations", "/overview/seats"]);
    assert.deepEqual(await first(admin, "/clients"), ["/session"]);
    assert.deepEqual(await first(learner, "/"), ["/session"]);
    assert.deepEqual(await first(null, "/"), ["/session"], "that there is none");
    await database.superuser.query("update tenant set name = '</script><i>' where id = $1", [acme.tenant_id]);
    assert.deepEqual(await first(admin, "/clients"), ["/session"], "a name ends no block");
  });

  test("a page that brings its first answers asks for nothing before it shows them", async () => {
    const page = await panel.visit();
    await enter(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/panel/api/")) asked.push(pathname);
    });
    await page.goto(`${panel.url}/`);
    await heading(page, /./);
    await page.getByRole("region", { name: /./ }).first().waitFor();
    assert.deepEqual(asked, []);
  });

  // The last test, because it checks everything above.
  test("browsers reported nothing of the policy, and pages no error", async () => {
    assert.deepEqual(panel.complaints(), []);
    const report = { "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "inline" } };
    const headers = { "content-type": "application/csp-report" };
    const reply = await fetch(`${panel.url}/csp-reports`, { method: "POST", headers, body: JSON.stringify(report) });
    assert.equal(reply.status, 204);
    assert.equal(panel.complaints().length, 1, "a report is seen");
    // Cleared, because closing fails if there is a report.
    panel.server.log.length = 0;
  });
});
