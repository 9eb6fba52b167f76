import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { readContract } from "../../../server/features/documentation/contract.ts";
import { needs } from "../../../server/platform/http/access.ts";
import type { MountedOperation } from "../../../server/platform/http/openapi/mounted-operations.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  signIn,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, test_password } from "../../harness/panel/panel.ts";
import { request, startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {});
});
after(() => database.close());

describe("what changes in the API", () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(database);
  });
  after(() => server.close());

  test("is what the OpenAPI document says of its versions and of what is deprecated", async () => {
    const account = await createAccount(database, acme.tenant_id, "compliance_officer");
    const panel = await sessionOf(server, database, acme.tenant_id, account);
    const { status, body } = await panel.get("/contract/changes");
    const { body: document } = await request(server.url, "GET", "/openapi.json");
    assert.equal(status, 200);
    assert.deepEqual([body.version, body.changelog], [document.info.version, document.info["x-changelog"]]);
    const deprecated = Object.values<any>(document.paths)
      .flatMap((item) => Object.values<any>(item))
      .filter((operation) => operation.deprecated === true);
    assert.deepEqual(
      body.deprecations.map((one: any) => one.operation_id).toSorted(),
      deprecated.map((one) => one.operationId),
    );
  });

  test("names a deprecated operation with its days and what to use instead, the first to go first", () => {
    const link = "https://muster.example/docs#new";
    const operation = (id: string, sunset_on?: string): MountedOperation => ({
      method: "GET",
      url: `/api/v1/${id}/:id`,
      access: needs("users:read"),
      operation: {
        id,
        tag: "Users",
        summary: `Read ${id}`,
        answers: { 200: { description: "It.", schema: null } },
        problems: [],
        ...(sunset_on ? { deprecation: { deprecated_on: "2026-01-01", sunset_on, link } } : {}),
      },
      params: null,
      query: null,
      headers: null,
      body: null,
    });
    const { changes } = readContract({
      base_url: "https://muster.example",
      operations: [operation("later", "2028-01-01"), operation("stays"), operation("sooner", "2027-01-01")],
      events: [],
      further_problems: [],
    });
    const days = { deprecated_on: "2026-01-01", link };
    assert.deepEqual(changes.deprecations, [
      {
        operation_id: "sooner",
        method: "GET",
        path: "/api/v1/sooner/{id}",
        summary: "Read sooner",
        sunset_on: "2027-01-01",
        ...days,
      },
      {
        operation_id: "later",
        method: "GET",
        path: "/api/v1/later/{id}",
        summary: "Read later",
        sunset_on: "2028-01-01",
        ...days,
      },
    ]);
  });
});

describe("the developer's screen", { skip: needsBrowser() }, () => {
  let panel: BrowsedPanel;
  before(async () => {
    panel = await browsePanel(database);
  });
  after(() => panel?.close());

  async function open(settings: Parameters<BrowsedPanel["visit"]>[0] = {}): Promise<Page> {
    const { login } = await createAccount(database, acme.tenant_id, "it_admin");
    const page = await panel.visit(settings);
    await signIn(page, panel, acme.code, login, test_password);
    return page;
  }

  test("tells what each version changed, and that nothing is deprecated", async () => {
    const page = await open();
    await page.goto(`${panel.url}/developer`);
    await page.getByText("No operation is deprecated.").waitFor();
    const versions = page.locator("section", { hasText: "Changelog of the API" }).getByRole("heading", { level: 3 });
    assert.deepEqual(await versions.allInnerTexts(), ["0.60.0", "0.59.0", "0.58.0"]);
    const code = page.locator("li code", { hasText: "GET /api/v1/departments" });
    assert.ok((await code.count()) > 0, "what is code looks like code");
  });

  test("announces deprecated operations as their headers do", async () => {
    for (const scheme of schemes) {
      const page = await open({ scheme });
      await page.route("**/panel/api/contract/changes", async (route) => {
        const answer = await route.fetch();
        const deprecation = {
          operation_id: "listUsers",
          method: "GET",
          path: "/api/v1/users",
          summary: "List people",
          deprecated_on: "2026-01-01",
          sunset_on: "2027-02-01",
          link: "https://muster.example/docs#people",
        };
        await route.fulfill({ json: { ...((await answer.json()) as object), deprecations: [deprecation] } });
      });
      await page.goto(`${panel.url}/developer`);
      const row = page.getByRole("row", { name: /GET \/api\/v1\/users/ });
      assert.match(await row.innerText(), /1 Jan 2026\s+1 Feb 2027/);
      const link = row.getByRole("link", { name: "Read on: what to use instead of /api/v1/users" });
      assert.equal(await link.getAttribute("href"), "https://muster.example/docs#people");
      await expectAccessible(page, `deprecated operations, ${scheme}`);
      await expectReflow(page, "deprecated operations");
    }
  });

  test("offers the document to download, and generators with the own addresses", async () => {
    const page = await open();
    await page.goto(`${panel.url}/developer`);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download OpenAPI" }).click();
    assert.equal((await downloading).suggestedFilename(), "muster-openapi.json");
    for (const [language, tool] of [
      ["TypeScript", "openapi-typescript"],
      ["Python", "openapi-python-client"],
    ]) {
      await page.getByRole("tab", { name: tool! }).click();
      const generate = await page.getByRole("region", { name: `${language}: generate` }).innerText();
      const call = await page.getByRole("region", { name: `${language}: first call` }).innerText();
      assert.ok(generate.includes(`${panel.server.url}/openapi.json`), generate);
      assert.ok(call.includes(acme.code) && call.includes("MUSTER_API_KEY"), call);
    }
  });

  test("names only commands that the program has", async () => {
    const page = await open();
    await page.goto(`${panel.url}/developer`);
    const shown = await page.getByRole("region", { name: "The muster command" }).innerText();
    const named = [...shown.matchAll(/npx muster (org \w+|\w+)/g)].map(([, command]) => command!);
    assert.ok(named.length >= 3);
    const { stderr: usage } = spawnSync(process.execPath, ["server/main.ts", "help"], { encoding: "utf8" });
    for (const command of named) assert.match(usage, new RegExp(`^  ${command} `, "m"));
  });

  test("no page reported an error of its own", () => assert.deepEqual(panel.complaints(), []));
});
