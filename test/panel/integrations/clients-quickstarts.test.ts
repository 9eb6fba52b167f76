// UX11: every quickstart runs as shown on the screen, if its runtime is installed.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { language_names, languages, snippetOf, type Language } from "../../../panel/src/screens/developer/snippets.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  needsBrowser,
  shoot,
  signIn,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { startServer } from "../../harness/server.ts";

const run_max_ms = 60_000;
/** The program that runs a file of each language, and how to check that it is installed; C# needs a project around its file. */
const runtimes: Readonly<Partial<Record<Language, { command: string; look: string[] }>>> = {
  curl: { command: "bash", look: ["-c", "curl --version"] },
  javascript: { command: process.execPath, look: ["--version"] },
  python: { command: "python3", look: ["--version"] },
  java: { command: "java", look: ["--list-modules"] },
  powershell: { command: "pwsh", look: ["-Version"] },
};

/** Why a snippet cannot run here, or false. */
function lacks(language: Language): string | false {
  const runtime = runtimes[language];
  if (!runtime) return "needs a project around the file";
  try {
    const said = execFileSync(runtime.command, runtime.look, { encoding: "utf8", stdio: "pipe" });
    // A Java runtime without a compiler cannot run source files.
    return language === "java" && !said.includes("jdk.compiler") ? "needs a JDK" : false;
  } catch {
    return `needs ${runtime.command}`;
  }
}

let database: TestDatabase;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    clients: [{ name: "HR", scopes: ["users:read"] }],
    departments: [{ code: "WH", name: "Warehouse" }],
  });
});
after(() => database?.close());

for (const language of languages) {
  test(`UX11 the quickstart in ${language} makes the first call`, { skip: lacks(language) }, async () => {
    const server = await startServer(database);
    const folder = await mkdtemp(path.join(tmpdir(), "muster-quickstart-"));
    try {
      const file = path.join(folder, language_names[language].file);
      await writeFile(file, snippetOf(language, { base_url: server.url, tenant_code: acme.code }));
      const { stdout } = await promisify(execFile)(runtimes[language]!.command, [file], {
        env: { ...process.env, MUSTER_API_KEY: acme.clients["HR"]!.secret },
        timeout: run_max_ms,
      });
      assert.match(stdout, /Warehouse/);
    } finally {
      await server.close();
      await rm(folder, { recursive: true });
    }
  });
}

describe("the screen of quickstarts", { skip: needsBrowser() }, () => {
  let panel: BrowsedPanel;
  before(async () => {
    panel = await browsePanel(database);
  });
  after(() => panel?.close());

  test("each language is shown with the own tenant code, and no secret", async () => {
    const { login } = await createAccount(database, acme.tenant_id, "it_admin");
    for (const scheme of schemes) {
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, login, test_password, `${panel.url}/developer`);
      for (const language of languages) {
        const { title } = language_names[language];
        await page.getByRole("tab", { name: title, exact: true }).click();
        const shown = await page.getByRole("region", { name: title, exact: true }).innerText();
        assert.equal(shown.trim(), snippetOf(language, { base_url: panel.server.url, tenant_code: acme.code }).trim());
      }
      assert.equal(
        await page.getByRole("link", { name: "signature tester" }).getAttribute("href"),
        "/panel/webhooks/signature",
        "the way to what checks a webhook's signature",
      );
      await expectAccessible(page, `quickstarts, ${scheme}`);
      await shoot(page, `developer-${scheme}`);
    }
    assert.deepEqual(panel.complaints(), []);
  });
});
