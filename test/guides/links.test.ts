// Every link has a target: in the documents to files and headings, on the service's own pages, and in the panel of the demo.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { loadDemo } from "../../server/features/organisations/demo/demo.ts";
import { type BrowsedPanel, browsePanel, needsBrowser } from "../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { workOff } from "../harness/jobs.ts";
import { createAccount, givePassword, sessionOf, type Role } from "../harness/panel/panel.ts";
import { contextOf, follow, settled, shownBy } from "../harness/panel/screens.ts";
import { request, startServer, test_keyring, type TestServer } from "../harness/server.ts";

const root = path.join(import.meta.dirname, "..", "..");

describe("documents", () => {
  const names = ["README.md", "ARCHITECTURE.md", ...globSync("docs/**/*.md", { cwd: root })].map((name) =>
    name.replaceAll("\\", "/"),
  );

  test("every link of a document leads to a file that is there, and to a heading in it", () => {
    let seen = 0;
    const broken: string[] = [];
    for (const name of names) {
      for (const target of linksOf(readFileSync(path.join(root, name), "utf8"))) {
        if (/^[a-z]+:/.test(target)) continue;
        seen += 1;
        const [file, heading] = target.split("#") as [string, string?];
        const full = file === "" ? path.join(root, name) : path.join(root, path.dirname(name), file);
        if (!existsSync(full)) broken.push(`${name}: ${target}: no such file`);
        else if (heading !== undefined && !headingsOf(full).has(heading)) broken.push(`${name}: ${target}: no such heading`);
      }
    }
    assert.deepEqual(broken, []);
    assert.ok(seen > 60, `saw only ${seen} links`);
  });
});

/** The links of a text, except those within code. */
function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`(?!\])/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
}

/** The anchors of headings, as GitHub generates them. */
function headingsOf(file: string): Set<string> {
  if (!statSync(file).isFile()) return new Set();
  const text = readFileSync(file, "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  return new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(/\s/g, "-"),
    ),
  );
}

describe("pages of the service", () => {
  let database: TestDatabase;
  let server: TestServer;
  before(async () => {
    database = await openDatabase();
    server = await startServer(database);
  });
  after(async () => {
    await server?.close();
    await database?.close();
  });
  const get = (address: string) => request(server.url, "GET", address, { headers: { accept: "text/html" } });

  test("UX10 from the list of problems every page is reached, each with its cause and what is done about it", async () => {
    const waiting = ["/problems"];
    const seen = new Set(waiting);
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const page = await get(address);
      assert.equal(page.status, 200, address);
      if (/^\/problems\/./.test(address))
        assert.match(page.text, /<h2>Cause<\/h2>\s*<p>.{5,}<\/p>\s*<h2>Remedy<\/h2>\s*<p>.{5,}<\/p>/, address);
      for (const [, href] of page.text.matchAll(/href="([^"#]+)(?:#[^"]*)?"/g)) {
        if (seen.has(href!)) continue;
        seen.add(href!);
        waiting.push(href!);
      }
    }
    const { problems } = JSON.parse(
      (await request(server.url, "GET", "/problems", { headers: { accept: "application/json" } })).text,
    ) as {
      problems: { type: string }[];
    };
    assert.ok(problems.length > 50, `saw only ${problems.length} problems`);
    for (const { type } of problems) assert.ok(seen.has(new URL(type).pathname), `${type} is on no page`);
  });

  test("every address that the contract's texts name answers", async () => {
    const document = (await request(server.url, "GET", "/openapi.json")).text;
    const found = new Set(
      [...document.matchAll(/https:\/\/muster\.example(\/(?:docs|problems|openapi\.json|schemas\/events)[\w./-]*)/g)].map(
        ([, at]) => at!,
      ),
    );
    for (const at of found) assert.equal((await get(at.replace(/\.$/, ""))).status, 200, at);
    assert.ok(found.size > 10, `saw only ${found.size} addresses`);
  });
});

describe("the panel on the demo", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let tenant_id: string;
  before(async () => {
    database = await openDatabase();
    await loadDemo({ pool: database.pool(), keyring: test_keyring, now: Temporal.Now.instant() });
    await workOff(database);
    tenant_id = (await database.superuser.query<{ id: string }>("select id from tenant where code = 'DEMO'")).rows[0]!.id;
    panel = await browsePanel(database);
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  for (const [role, screens_min] of [
    ["it_admin", 15],
    ["training_admin", 15],
    ["compliance_officer", 8],
    ["guard", 2],
    ["learner", 2],
  ] as const) {
    test(`no link that a ${role} can follow leads nowhere`, async (t) => {
      const context = await contextOf(panel, await sessionOf(panel.server, database, tenant_id, await accountOf(role)));
      t.after(() => context.close());
      const page = await context.newPage();
      const broken: string[] = [];
      const visited = await walk(page, async (address, from) => {
        const fault = await faultAt(page, address);
        if (fault !== null) broken.push(`${address}, on ${from}: ${fault}`);
      });
      assert.deepEqual(broken, []);
      assert.ok(visited >= screens_min, `saw only ${visited} addresses`);
    });
  }

  async function accountOf(role: Role) {
    if (role !== "learner") return createAccount(database, tenant_id, role);
    const { rows } = await database.superuser.query<{ id: string; login: string }>(
      "select id, login from person where tenant_id = $1 and employee_no = '10001'",
      [tenant_id],
    );
    const account = { ...rows[0]!, kind: "person" as const };
    await givePassword(database, tenant_id, account);
    return account;
  }

  /** Visits linked addresses, one of each form, from the panel's first page on; returns how many there were. */
  async function walk(page: Page, visit: (address: string, from: string) => Promise<void>): Promise<number> {
    const waiting = [{ address: "/panel/", from: "the browser" }];
    const forms = new Map<string, number>();
    const seen = new Set(["/panel/"]);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await visit(next.address, next.from);
      if (!next.address.startsWith("/panel")) continue;
      const hrefs = await page.evaluate<string[]>(`[...document.querySelectorAll("a[href]")].map((link) => link.href)`);
      for (const href of hrefs) {
        const url = new URL(href);
        // Addresses of other sites are not requested.
        if (url.origin !== panel.server.url) continue;
        const address = url.pathname + url.search;
        const form = address.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID").replaceAll(/=[^&]*/g, "=");
        const known = forms.get(form) ?? 0;
        if (seen.has(address) || known >= per_form_max) continue;
        seen.add(address);
        forms.set(form, known + 1);
        waiting.push({ address, from: next.address });
      }
    }
    return seen.size;
  }

  async function faultAt(page: Page, address: string): Promise<string | null> {
    const url = panel.server.url + address;
    if (!address.startsWith("/panel/") || address.startsWith("/panel/api/")) {
      const status = (await page.request.get(url)).status();
      return status === 200 ? null : `status ${status}`;
    }
    // The first page is loaded; from there on, links are followed within the panel.
    if (page.url() === "about:blank") await page.goto(url);
    else await follow(page, url);
    await settled(page, address);
    const alerts = await page.locator("main [role=alert]").allInnerTexts();
    const heading = await page.locator("h1").first().innerText();
    const lost = /no such page|role does not open|could not be shown/i.test(heading);
    return lost || alerts.some((text) => /could not|failed|not found/i.test(text)) ? (await shownBy(page)).slice(0, 300) : null;
  }
});

/** Pages of the same form have the same links, so one of them is enough. */
const per_form_max = 1;
