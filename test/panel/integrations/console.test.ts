// The API console: a call built from the contract, sent by the browser with a client's secret, and the same call run as a
// program.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { callOf, faultsOf, targetOf } from "../../../panel/src/screens/console/call.ts";
import { type Language, language_names, languages, textOf } from "../../../panel/src/screens/console/call-texts.ts";
import { type Operation, operationsOf } from "../../../panel/src/screens/console/operations.ts";
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
import { findPython } from "../../kit/python.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { byKey, request, startServer, type TestServer } from "../../harness/server.ts";

const run_max_ms = 60_000;
const sdks = path.join(import.meta.dirname, "..", "..", "..", "sdk");
const sdk = pathToFileURL(path.join(sdks, "typescript", "src", "index.ts")).href;
const found = findPython();
const no_python = typeof found === "string" ? found : false;
const with_httpx = typeof found === "string" ? "python3" : found.program;
const python_env = { PYTHONPATH: path.join(sdks, "python", "src"), PYTHONDONTWRITEBYTECODE: "1" };
const runtimes: Readonly<Record<Language, { command: string; look: string[] }>> = {
  curl: { command: "bash", look: ["-c", "curl --version"] },
  typescript: { command: process.execPath, look: ["--version"] },
  python_sdk: { command: with_httpx, look: ["--version"] },
  javascript: { command: process.execPath, look: ["--version"] },
  python: { command: "python3", look: ["--version"] },
  java: { command: "java", look: ["--list-modules"] },
};

/** Why a program cannot run here, or false. */
function lacks(language: Language): string | false {
  if (language === "python_sdk" && no_python) return no_python;
  const { command, look } = runtimes[language];
  try {
    const said = execFileSync(command, look, { encoding: "utf8", stdio: "pipe" });
    return language === "java" && !said.includes("jdk.compiler") ? "needs a JDK" : false;
  } catch {
    return `needs ${command}`;
  }
}

let database: TestDatabase;
let acme: TestOrganisation;
let secret: string;

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    clients: [{ name: "HR", scopes: ["users:read", "structure:write"] }],
    departments: [{ code: "WH", name: 'Łódź: o\'Neill & "Co" $HOME' }],
  });
  secret = acme.clients["HR"]!.secret;
});
after(() => database?.close());

describe("a call", () => {
  let server: TestServer;
  let operations: Operation[];
  before(async () => {
    server = await startServer(database);
    operations = operationsOf((await request(server.url, "GET", "/openapi.json")).body);
  });
  after(() => server?.close());
  const operation = (id: string) => operations.find((one) => one.id === id)!;

  test("is offered for every operation that takes a client's secret and no file, and answers none but text", async () => {
    const { body: document } = await request(server.url, "GET", "/openapi.json");
    const secured = Object.values<any>(document.paths)
      .flatMap((item) => Object.values<any>(item))
      .filter(({ security }) => security?.some((entry: object) => "apiKey" in entry))
      .map(({ operationId }) => String(operationId))
      .filter((id) => !["importUsers", "printCertificate"].includes(id));
    assert.ok(secured.length > 50);
    assert.deepEqual(operations.map(({ id }) => id).toSorted(), secured.toSorted());
  });

  test("goes nowhere but to its operation, and has what it needs", () => {
    const get = operation("getUser");
    assert.deepEqual([...faultsOf(get, { parameters: {}, body: "" })], [["id", "missing"]]);
    assert.deepEqual([...faultsOf(get, { parameters: { id: ".." }, body: "" })], [["id", "no_segment"]]);
    const call = callOf(get, { parameters: { id: "../a?b#c" }, body: "" });
    assert.equal(targetOf(call), "/api/v1/users/..%2Fa%3Fb%23c");
    const create = operation("createDepartment");
    assert.deepEqual([...faultsOf(create, { parameters: {}, body: "{" })], [["body", "not_json"]]);
    assert.deepEqual([...faultsOf(create, { parameters: {}, body: create.body! })], []);
    const list = callOf(operation("listUsers"), { parameters: { q: "a&b ł", limit: "" }, body: "" });
    assert.equal(targetOf(list), "/api/v1/users?q=a%26b%20%C5%82");
  });

  test("of every operation is one of a method of the Python SDK, which sends the same", { skip: no_python }, async () => {
    const place = { base_url: "https://muster.example", tenant_code: "ACME" };
    const calls = operations.map((one) => {
      const typed = one.parameters.map(({ name, example }) => [name, example === "" ? "a/b ł" : example] as const);
      return callOf(one, { parameters: Object.fromEntries(typed), body: one.body ?? "" });
    });
    const later = {
      ...calls[0]!,
      operation: "laterOperation",
      query: [["from", "x", "string"] as const],
      body: '{"a":[true,null]}',
    };
    const programs = [...calls, later].map((call) => textOf("python_sdk", call, place));
    for (const [index, program] of programs.entries())
      assert.equal(program.includes("Request("), index === calls.length, program);
    const sent = JSON.parse(await runWith(JSON.stringify(programs))) as unknown[];
    const expected = [...calls, later].map(({ method, path, query, body }) => [
      method,
      path,
      Object.fromEntries(query),
      body === null ? null : JSON.parse(body),
      path.endsWith(".csv"),
    ]);
    assert.deepEqual(sent, expected);
  });

  for (const language of languages)
    test(`in ${language} gets the answer that the API gives`, { skip: lacks(language) }, async () => {
      const place = { base_url: server.url, tenant_code: acme.code };
      const text = `Ąż 'q' "d" \\u0041 $HOME \`x\` ${language}`;
      const typed = {
        parameters: {},
        body: JSON.stringify({ name: text, code: `C-${language.toUpperCase().replace("_", "-")}` }),
      };
      const listing = callOf(operation("listDepartments"), { parameters: { q: 'o\'Neill & "Co" $HOME' }, body: "" });
      const creating = callOf(operation("createDepartment"), typed);
      const run = async (call: typeof listing) => {
        const folder = await mkdtemp(path.join(tmpdir(), "muster-console-"));
        try {
          const file = path.join(folder, language_names[language].file);
          const program = textOf(language, call, place);
          assert.ok(!program.includes(secret));
          await writeFile(file, program.replace('"muster-sdk"', JSON.stringify(sdk)));
          const { stdout } = await promisify(execFile)(runtimes[language].command, [file], {
            env: { ...process.env, ...python_env, MUSTER_API_KEY: secret },
            timeout: run_max_ms,
          });
          const lines = stdout.trimEnd().split("\n");
          return { status: Number(lines.pop()), body: JSON.parse(lines.join("\n")) };
        } finally {
          await rm(folder, { recursive: true });
        }
      };
      const listed = await request(server.url, "GET", targetOf(listing), { headers: byKey(acme.code, secret) });
      assert.deepEqual(await run(listing), { status: 200, body: listed.body });
      assert.equal(listed.body.departments.length, 1);
      const { status, body } = await run(creating);
      assert.deepEqual([status, body.name], [201, text]);
    });
});

/** Runs each program with a client that records what it would send, as `[method, path, query, body]`. */
const noted = `
import json, os, sys, types
import muster_sdk
from muster_sdk._transport import params_of
os.environ["MUSTER_API_KEY"] = "lms_live_none"
seen = []
def request(self, one):
    seen.append([one.method, one.path, params_of(one), one.body, one.as_text])
    one.on_answer(types.SimpleNamespace(status=200))
    return ""
muster_sdk.Muster.request = request
said, sys.stdout = sys.stdout, sys.stderr
for program in json.load(sys.stdin):
    exec(compile(program, "call.py", "exec"), {})
print(json.dumps(seen), file=said)
`;

/** Like execFile, with text for the standard input. */
async function runWith(input: string): Promise<string> {
  const running = promisify(execFile)(with_httpx, ["-c", noted], {
    env: { ...process.env, ...python_env },
    timeout: run_max_ms,
    maxBuffer: 16_777_216,
  });
  running.child.stdin!.end(input);
  return (await running).stdout;
}

describe("the console", { skip: needsBrowser() }, () => {
  let panel: BrowsedPanel;
  let page: Page;
  before(async () => {
    panel = await browsePanel(database);
    page = await panel.visit();
    const { login } = await createAccount(database, acme.tenant_id, "it_admin");
    await signIn(page, panel, acme.code, login, test_password);
  });
  after(() => panel?.close());
  const answer = () => page.getByRole("region", { name: "Body of the answer" });
  const send = () => page.getByRole("button", { name: "Send", exact: true }).click();

  test("asks for a secret, sends it to the API only, and shows the answer", async () => {
    await page.goto(`${panel.url}/console`);
    await send();
    await page.getByText("Enter the secret of a client.").waitFor();
    await expectAccessible(page, "without a secret");
    const seen: { url: string; cookie: boolean }[] = [];
    page.on("request", (sent) => {
      const headers = sent.headers();
      if (JSON.stringify([sent.url(), headers, sent.postData()]).includes(secret))
        seen.push({ url: sent.url(), cookie: "cookie" in headers });
    });
    await page.getByLabel("Client's secret").fill(secret);
    await page.getByLabel("Operation").selectOption("listDepartments");
    await page.getByLabel("limit").fill("1");
    await send();
    await page.getByText("Status 200").waitFor();
    assert.match(await answer().innerText(), /^\{\n {2}"/);
    await page.getByRole("row", { name: /X-Request-Id req_/ }).waitFor();
    await page.getByRole("row", { name: /RateLimit-Policy/ }).waitFor();
    assert.deepEqual(seen, [{ url: `${panel.server.url}/api/v1/departments?limit=1`, cookie: false }]);
    const kept = await page.evaluate<string>(
      "JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, document.cookie])",
    );
    assert.ok(!kept.includes(secret) && kept.includes("operation=listDepartments"), kept);
    for (const language of languages) {
      const { title } = language_names[language];
      await page.getByRole("tab", { name: title, exact: true }).click();
      const text = await page.getByRole("region", { name: title, exact: true }).innerText();
      assert.ok(text.includes("MUSTER_API_KEY") && !text.includes(secret), text);
    }
    await expectAccessible(page, "an answer");
    await expectReflow(page, "an answer");
    await shoot(page, "console");
  });

  test("warns before it writes in a live organisation, and leads to the page of a problem", async () => {
    await page.getByLabel("Operation").selectOption("createDepartment");
    await page.getByLabel("Body").fill('{"name":"Night shift","code":"NIGHT"}');
    await send();
    const dialog = page.getByRole("dialog", { name: `Send to the live organisation ${acme.code}?` });
    await dialog.waitFor();
    await expectAccessible(page, "the warning");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await page.getByText(/^Status \d/).count(), 0);
    await send();
    await dialog.getByRole("button", { name: "Send it" }).click();
    await page.getByText("Status 201").waitFor();
    await page.getByLabel("Operation").selectOption("getDepartment");
    await page.getByRole("textbox", { name: "id", exact: true }).fill("019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b");
    await send();
    await page.getByText("Status 404").waitFor();
    const link = page.getByRole("link", { name: "What this problem means" });
    assert.match((await link.getAttribute("href"))!, /^\/problems\/[a-z-]+$/);
    await expectAccessible(page, "a problem");
    await page.getByLabel("Client's secret").fill("lms_live_wrong");
    await page.getByLabel("Operation").selectOption("getOwnClient");
    await send();
    await page.getByText("Status 401").waitFor();
    await page.getByRole("heading", { name: "Request console", level: 1 }).waitFor();
  });

  test("no page reported an error of its own", () => assert.deepEqual(panel.complaints(), []));
});
