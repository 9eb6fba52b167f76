// Every line that README, terminal and guides give to paste is pasted, in order, by a real bash with the real curl into a fresh
// demo. Other blocks are marked: `yaml` (saved under the name above it), `http` (only read) or a program, which the tests named
// below run.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { buildPanel } from "../../scripts/build-panel.ts";
import { copyCheckout } from "../harness/machine/checkout.ts";
import { needsServer, openDatabase } from "../harness/database.ts";
import { type Block, document_names, proseOf, readDocument } from "./documents.ts";
import { openTerminal, type Said, startCommand, type Terminal } from "./terminal.ts";

const has = (command: string) => spawnSync("bash", ["-c", `command -v ${command}`]).status === 0;
const no_shell = has("bash") && has("curl") && has("npx") ? false : "needs bash, curl and npx";

/** Blocks with programs, which other tests run: the receivers, and two lines that use other libraries. */
const programs = /^(js|python|csharp|java|go|php)$/;
const sample_folders = ["docs/guides/webhook-samples", "docs/guides/sdk-samples"];
const run_by = [
  "test/webhooks/samples.test.ts",
  "test/kit/lunch.test.ts",
  "test/webhooks/verifiers.test.ts",
  "server/features/webhooks/signature/sign.test.ts",
];

/** Between these lines a user acts in the panel: test/authentication/signed-guide.test.ts runs them. */
const signed_in_panel = /<!-- signed: .* -->$/;

/** Answers announced by a guide that are no success, and lists that are empty as the guide says. */
const announced: readonly { within: string; text: string; status: number }[] = [
  { within: "docs/guides/integration.md", text: "ENROLLMENT_ALREADY_EXISTS", status: 409 },
];

test("every line of the guides that is pasted into a fresh demo does what it says", { skip: no_shell }, async (t) => {
  const { cwd, env, said, running, start } = await startDemo(t);
  let pasted = 0;

  // The commands that the terminal prints.
  const printed = /paste[^\n]*:\n([\s\S]*?)\n\nCtrl-C/.exec(said)![1]!;
  assert.equal(printed.match(/^# \d\. /gm)?.length, 4);
  expectSuccess("the terminal", await openTerminal(t, cwd, {}).paste(printed), 0);
  pasted += printed.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length;

  const values: Record<string, string> = { ...valuesOf(said), BASE_URL: env["BASE_URL"]! };
  let demo = running;
  for (const name of document_names.filter((one) => one.startsWith("docs/guides/"))) {
    const { blocks } = readDocument(name);
    const terminal = openTerminal(t, cwd, { ...env, ...values });
    for (const block of blocks) {
      const lines = block.lines.join("\n");
      if (signed_in_panel.test(block.above)) continue;
      if (block.kind === "yaml") writeFileSync(path.join(cwd, fileNamedAbove(name, block)), lines);
      else if (isValues(block)) await terminal.paste(filledIn(name, block, values));
      else if (/^WEBHOOK_TRUSTED_TARGETS=\S+ npm start$/.test(lines)) {
        await demo.stop();
        demo = await start(lines);
      } else if (block.kind === "sh") {
        const result = await terminal.paste(lines);
        expectSuccess(name, result, curlsOf(block));
        takeSecrets(result.text, values);
      } else {
        assert.match(
          block.kind,
          // test/mcp/mcp.test.ts uses the settings of docs/guides/mcp.md.
          /^http$|^json$|^(js|python|csharp|java|go|php)$/,
          `${name}: a block of kind "${block.kind}" says nothing of what it is for`,
        );
        continue;
      }
      pasted += block.lines.length;
    }
    pasted += await callInline(name, terminal);
  }
  assert.ok(pasted > 60, `only ${pasted} lines were seen`);
});

test(
  "README's lines for a real database start the panel, a worker and an organisation",
  { skip: no_shell || needsServer() },
  async (t) => {
    await buildPanel();
    const cwd = copyCheckout(t, { built: true });
    const database = await openDatabase();
    t.after(() => database.close());
    assert.equal(database.connection.kind, "server");
    const BASE_URL = `http://localhost:${await freePort()}`;
    const values = {
      DATABASE_URL: (database.connection as { url: string }).url,
      SECRET_KEY: "thirty-two-random-characters-at-least",
      BASE_URL,
    };
    const env = { ...values, PORT: new URL(BASE_URL).port, HOST: "127.0.0.1" };
    const [organisation] = readDocument("docs/guides/organisation-file.md").blocks;
    writeFileSync(path.join(cwd, "organisation.yaml"), organisation!.lines.join("\n"));
    const terminal = openTerminal(t, cwd, env);
    let run = 0;
    for (const block of readDocument("README.md").blocks) {
      assert.equal(block.kind, "sh", "README.md: a block that does not say what it is");
      if (isValues(block)) await terminal.paste(filledIn("README.md", block, values));
      else
        for (const line of block.lines) {
          // This checkout was made by `npm ci` (scripts/install.long.ts), the other test runs `npm start`, and this is `npm
          // test`.
          if (/^npm ci && npm (start|test)$/.test(line)) continue;
          run += 1;
          if (line === "npx muster api") await startCommand(t, line, { cwd, env, ready: /"msg":"listening"/ });
          else if (line === "npx muster worker") await startCommand(t, line, { cwd, env, ready: /"msg":"working"/ });
          else await terminal.paste(line.replace(/^npm ci && /, ""));
        }
    }
    assert.ok(run >= 5, `only ${run} lines were seen`);
    const page = await fetch(`${BASE_URL}/`, { headers: { accept: "text/html" } });
    assert.deepEqual([page.status, new URL(page.url).pathname], [200, "/panel/"]);
  },
);

test("every command that a text names is there", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const usage = spawnSync(process.execPath, ["server/main.ts", "help"], { encoding: "utf8" }).stderr;
  let seen = 0;
  for (const name of document_names) {
    for (const [, code] of readDocument(name).text.matchAll(/`([^`\n]+)`/g)) {
      const script = /\bnpm (?:run ([\w:]+)|(test|start)\b)/.exec(code!);
      const command = /^(?:npx )?muster (org \w+|\w+)/.exec(code!)?.[1];
      if (script) assert.ok(scripts[(script[1] ?? script[2])!], `${name}: ${code}`);
      if (command) assert.ok(usage.includes(`\n  ${command} `), `${name}: ${code}`);
      if (script || command) seen += 1;
    }
  }
  assert.ok(seen > 10, `only ${seen} commands were seen`);
});

test("every program in the guides is one that a test runs", () => {
  let seen = 0;
  for (const name of document_names) {
    const document = readDocument(name);
    for (const { kind, above } of document.blocks.filter((block) => programs.test(block.kind))) {
      seen += 1;
      const sample = /<!-- sample: (.*) -->$/.exec(above)?.[1];
      if (sample !== undefined)
        assert.ok(
          sample_folders.some((folder) => existsSync(path.join(folder, sample))),
          sample,
        );
      else assert.match(above, /Standard Webhooks|Stripe/, `${name}: a ${kind} block that nothing runs`);
    }
  }
  assert.ok(seen >= 8, `only ${seen} programs were seen`);
  for (const file of run_by) assert.ok(existsSync(file), file);
});

type Running = { stop(this: void): Promise<void> };
type Demo = {
  cwd: string;
  env: Record<string, string>;
  said: string;
  running: Running;
  start(this: void, line: string): Promise<Running>;
};

/** Runs README's first line on a copy of this checkout as `npm ci` leaves it. */
async function startDemo(t: TestContext): Promise<Demo> {
  const [first] = readDocument("README.md").blocks;
  assert.deepEqual(first?.lines, ["npm ci && npm start"]);
  await buildPanel();
  const cwd = copyCheckout(t, { built: true });
  const PORT = String(await freePort());
  const env = { PORT, BASE_URL: `http://localhost:${PORT}`, DATABASE_URL: "" };
  const start = (line: string) => startCommand(t, line, { cwd, env, ready: /Ctrl-C stops it/ });
  const { said, ...running } = await start("npm start");
  return { cwd, env, said, running, start };
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}

/** The values that a reader copies from the terminal into the guides' variables. */
function valuesOf(said: string): Record<string, string> {
  const find = (pattern: RegExp) => pattern.exec(said)![1]!;
  return {
    TENANT_CODE: find(/^Demo organisation +tenant code +(\S+)/m),
    CLIENT_ID: find(/client id +(\S+)/),
    SECRET: find(/secret +(lms_live_\S+)/),
    SANDBOX_CODE: find(/^Sandbox beside it +tenant code +(\S+)/m),
    SANDBOX_SECRET: find(/secret +(lms_test_\S+)/),
  };
}

/** Reads the secrets that `muster org apply` prints for new clients. */
function takeSecrets(text: string, values: Record<string, string>): void {
  for (const [, client, secret] of text.matchAll(/^Client "([^"]+)", new: .*\n {2}secret (\S+)/gm))
    values[client === "Webhook trial" ? "TRIAL_SECRET" : "SCIM_SECRET"] = secret!;
}

function fileNamedAbove(name: string, { above }: Block): string {
  const file = /Save this as `([\w-]+\.yaml)`/.exec(above)?.[1];
  assert.ok(file, `${name}: the file above which nothing says how it is to be saved: ${above}`);
  return file;
}

/** Whether a line sets values that the reader fills in, which the text above must say. */
function isValues({ kind, lines }: Block): boolean {
  return kind === "sh" && lines.length === 1 && /^export .*=…/.test(lines[0]!);
}

function filledIn(name: string, { lines: [line], above }: Block, values: Record<string, string>): string {
  assert.match(above, /[Pp]ut in[\s\S]* where\s+…\s+stands/, `${name}: ${line}`);
  return line!.replaceAll(/(\w+)=(\S+)/g, (_, variable: string) => {
    assert.ok(values[variable], `${name}: where would a reader have ${variable} from?`);
    return `${variable}=${values[variable]}`;
  });
}

function curlsOf({ lines }: Block): number {
  return lines.join("\n").match(/(^|\(|&& |; )curl /gm)?.length ?? 0;
}

/** Lists that may not be empty. */
const lists = ["departments", "contractors", "courses", "rows", "changes", "weeks", "events", "enrollments", "Resources"];

function expectSuccess(name: string, { text, answers, statuses }: Said, curls: number): void {
  assert.ok(statuses.length >= Math.min(curls, 1), `${name}: no answer was seen\n${text}`);
  const refused = statuses.filter((status) => status >= 400);
  const expected = announced.filter((one) => one.within === name && text.includes(one.text)).map(({ status }) => status);
  assert.deepEqual(refused, expected, `${name}\n${text}`);
  for (const answer of answers)
    for (const list of lists)
      if (list in answer) assert.ok(answer[list].length > 0, `${name}: no ${list}\n${text.slice(0, 2_000)}`);
}

/** Calls the addresses that a text names to be read. */
async function callInline(name: string, terminal: Terminal): Promise<number> {
  const found = [...proseOf(readDocument(name)).matchAll(/`GET (\/[^`\s{}…<]+)`/g)].map(([, address]) => address!);
  for (const address of new Set(found)) {
    const line = `curl -sS -w '\\n' -H "X-Tenant-Code: $TENANT_CODE" -H "X-API-Key: $SECRET" "$BASE_URL${address}"`;
    expectSuccess(`${name}: GET ${address}`, await terminal.paste(line), 1);
  }
  return found.length;
}
