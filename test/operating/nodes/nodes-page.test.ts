// The operators' page of nodes in a real browser: accessible, in both languages, and without a violation of its CSP.
import assert from "node:assert/strict";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { withNodes } from "../../../server/commands/nodes/look.ts";
import { servePage } from "../../../server/commands/nodes/page.ts";
import { directUrl } from "../../../server/platform/db/servers/reach.ts";
import { needsServer, openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { launchBrowser, needsBrowser } from "../../harness/panel/browser.ts";
import { axe } from "../../harness/panel/looking.ts";
import { startServer, test_keyring, type TestServer } from "../../harness/server.ts";

const skip = needsServer() || needsBrowser();

describe("the page of muster nodes", { skip }, () => {
  let database: TestDatabase;
  let muster: TestServer;
  let browser: Browser;
  let page: Server;
  let url: string;
  const ending = Promise.withResolvers<void>();
  let ended: Promise<void>;

  before(async () => {
    database = await openDatabase();
    muster = await startServer(database);
    const acme = await createOrganisation(database, { organisation: { code: "ACME", name: "ACME <b>Ltd" } });
    await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
    await database.superuser.query(
      "insert into infra.placement (code, tenant_id, state, node) values ('ACME', $1, 'copying', 'n2')",
      [acme.tenant_id],
    );
    const { connection } = database;
    assert.equal(connection.kind, "server");
    const entries = [
      { name: "n1", url: muster.url, database_url: directUrl(connection) },
      { name: "n2", url: "http://127.0.0.1:1", database_url: "postgres://nobody@127.0.0.1:1/muster" },
    ];
    const started = Promise.withResolvers<Server>();
    ended = withNodes(entries, async (nodes) => {
      started.resolve(await servePage(nodes, { keyring: test_keyring, host: "127.0.0.1", port: 0 }));
      await ending.promise;
    });
    page = await started.promise;
    url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    page?.close();
    page?.closeAllConnections();
    ending.resolve();
    await ended;
    await muster?.close();
    await database?.close();
  });

  test("it shows the nodes, what is on the move, and where each organisation is", async (t) => {
    for (const [locale, heading, moving] of [
      ["en-GB", "Nodes", "Is being copied from n1 to n2"],
      ["pl-PL", "Węzły", "Kopiowana z n1 do n2"],
    ] as const) {
      for (const colorScheme of ["light", "dark"] as const) {
        const context = await browser.newContext({ locale, colorScheme, viewport: { width: 360, height: 800 } });
        t.after(() => context.close());
        const refused: string[] = [];
        context.on("console", (message) => void (message.type() === "error" && refused.push(message.text())));
        const shown = await context.newPage();
        await shown.goto(url);
        assert.equal(await shown.getByRole("heading", { level: 1 }).innerText(), heading);
        const text = await shown.locator("main").innerText();
        assert.ok(text.includes(moving), text);
        for (const said of ["ACME <b>Ltd", "BETA", "ECONNREFUSED"]) assert.ok(text.includes(said), said);
        assert.deepEqual((await axe(shown)).violations, []);
        assert.deepEqual(
          refused.filter((line) => !line.includes("favicon")),
          [],
        );
      }
    }
  });

  test("a search finds codes by their beginning, and keeps language and rest", async (t) => {
    const context = await browser.newContext();
    t.after(() => context.close());
    const shown = await context.newPage();
    await shown.goto(`${url}/?language=pl&refresh=off`);
    await shown.getByRole("searchbox").fill("be");
    await shown.getByRole("button").click();
    await shown.waitForURL(/q=be/);
    const rows = await shown.getByRole("region", { name: "Organizacje" }).innerText();
    assert.ok(rows.includes("BETA") && !rows.includes("ACME"), rows);
    assert.match(shown.url(), /refresh=off/);
  });

  test("it refreshes by itself unless told otherwise, reads only, and answers under its own name only", async () => {
    const refreshing = await fetch(url);
    assert.equal(refreshing.headers.get("refresh"), "10");
    assert.match(
      refreshing.headers.get("content-security-policy")!,
      /^default-src 'none'; style-src 'sha256-.*form-action 'self'/,
    );
    assert.equal((await fetch(`${url}/?refresh=off`)).headers.get("refresh"), null);
    assert.equal((await fetch(url, { method: "POST" })).status, 405);
    assert.equal((await fetch(`${url}/else`)).status, 404);
    const { port } = new URL(url);
    // `fetch` cannot set another Host header.
    const { request } = await import("node:http");
    const named = await new Promise<number>((resolve, reject) => {
      request({ port, host: "127.0.0.1", headers: { host: "evil.example" }, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      })
        .on("error", reject)
        .end();
    });
    assert.equal(named, 421);
  });
});
