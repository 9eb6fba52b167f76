import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import pg from "pg";
import { needsServer, openDatabase } from "../../../test/harness/database.ts";
import { readOrCreateKeyFile } from "../../platform/crypto/key-file.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import { openEmbedded } from "../../platform/db/embedded/open.ts";

const folder = mkdtempSync(path.join(tmpdir(), "muster-org-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const secret_key = "a-test-secret-of-at-least-32-characters";
const file = fileOf("acme.yaml", "organisation: {code: ACME}\ndepartments: [{code: A, name: A}]\nclients: [{name: HR sync}]\n");
const with_admin = fileOf(
  "admin.yaml",
  "organisation: {code: ACME}\nadmins: [{email: it@acme.example, name: IT, role: it_admin}]\n",
);

test("org apply works on the embedded database, with or without a process that holds it", async () => {
  const data_dir = path.join(folder, "data");
  const alone = await muster(["org", "apply", file, "--json"], { DATA_DIR: data_dir });
  assert.equal(alone.code, 0, alone.stderr);
  const applied = JSON.parse(alone.stdout.trimEnd().split("\n").at(-1)!);
  assert.deepEqual(applied.changes, { created: 3, updated: 0, unchanged: 0 });
  assert.deepEqual(Object.keys(applied), ["organisation", "changes", "clients", "admins"]);
  assert.match(applied.clients[0].secret, /^lms_live_/);
  assert.equal(alone.stderr, "");

  await heldOpen(data_dir, async (held) => {
    const beside = await muster(["org", "apply", file, "--json"], { DATA_DIR: data_dir });
    assert.equal(beside.code, 0, beside.stderr);
    assert.deepEqual(JSON.parse(beside.stdout).changes, { created: 0, updated: 0, unchanged: 3 });
    const { rows } = await held.query("select code from tenant");
    assert.deepEqual(rows, [{ code: "ACME" }]);
  });

  const administered = await muster(["org", "apply", with_admin, "--json"], { DATA_DIR: data_dir });
  const [admin] = JSON.parse(administered.stdout).admins;
  assert.deepEqual(Object.keys(admin).toSorted(), ["created", "email", "sign_in_url"]);
  assert.match(admin.sign_in_url, /^http:\/\/localhost:\d+\/panel\/link#\S+$/);
});

test("org apply gives every administrator that it creates a link, prints it and keeps the mail with it", async () => {
  const data_dir = path.join(folder, "staff");
  const staff = fileOf(
    "staff.yaml",
    `organisation: {code: ACME, name: ACME Logistics}
admins:
  - {email: it@acme.example, name: Ida, role: it_admin}
  - {email: training@acme.example, name: Tola, role: training_admin}
  - {email: compliance@acme.example, name: Cora, role: compliance_officer}
`,
  );
  const settings = { DATA_DIR: data_dir, BASE_URL: "https://training.acme.example" };
  const { stdout, stderr } = await muster(["org", "apply", staff], settings);
  const links = [...stdout.matchAll(/^Administrator (\S+), new\n  sign in (\S+) /gm)].map(([, email, url]) => [email, url]);
  assert.deepEqual(
    links.map(([email]) => email),
    ["it@acme.example", "training@acme.example", "compliance@acme.example"],
    stdout + stderr,
  );
  assert.deepEqual(await mailsIn(data_dir), links, "each mail holds the link that was printed");
  const again = await muster(["org", "apply", staff, "--json"], settings);
  assert.deepEqual(
    JSON.parse(again.stdout).admins.map((admin: { created: boolean }) => admin.created),
    [false, false, false],
  );
  assert.equal((await mailsIn(data_dir)).length, 3, "each administrator is invited once");
});

/** The recipients of mails, and the link in each. */
async function mailsIn(data_dir: string): Promise<string[][]> {
  const keyring = readOrCreateKeyFile(data_dir);
  const { rows } = await heldOpen(data_dir, (held) =>
    held.query<{ id: string; recipient: string; body: Buffer }>("select id, recipient, body from mail order by id"),
  );
  return rows.map(({ id, recipient, body }) => [recipient, /\S+\/panel\/link#\S+/.exec(unseal(keyring, "mail", id, body))![0]]);
}

/** Uses the embedded database while this process has it open. */
async function heldOpen<T>(data_dir: string, use: (held: pg.Client) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded(data_dir);
  const held = new pg.Client({ host: embedded.host, port: embedded.port, user: "postgres", database: "postgres" });
  try {
    await held.connect();
    return await use(held);
  } finally {
    await held.end();
    await embedded.close();
  }
}

test("org apply tells people what it did, and a new client's secret once", { skip: needsServer() }, async (t) => {
  const database = await openDatabase();
  t.after(() => database.close());
  assert.equal(database.connection.kind, "server");
  const environment = { DATABASE_URL: (database.connection as { url: string }).url, SECRET_KEY: secret_key };
  const first = await muster(["org", "apply", file], environment);
  assert.match(
    first.stdout,
    /^Organisation ACME: 3 created, 0 updated, 0 unchanged\.\nClient "HR sync", new: id [0-9a-f-]{36}\n  secret lms_live_\S+ /,
  );
  const second = await muster(["org", "apply", "-"], environment, "organisation: {code: ACME}\nclients: [{name: HR sync}]\n");
  assert.match(second.stdout, /^Organisation ACME: 0 created, 0 updated, 2 unchanged\.\nClient "HR sync": id [0-9a-f-]{36}\n$/);
  const wrong = await muster(
    ["org", "apply", fileOf("wrong.yaml", "organisation: {code: ACME}\npeple: []\n"), "--json"],
    environment,
  );
  assert.deepEqual([wrong.code, wrong.stdout], [1, ""]);
  assert.match(wrong.stderr, /line 2, column 1: peple is not known here; did you mean "people"\?/);
});

test("org apply says what to do about a database that does not answer", async () => {
  const environment = { DATABASE_URL: "postgres://postgres@127.0.0.1:1/none", SECRET_KEY: secret_key };
  const { code, stderr } = await muster(["org", "apply", file], environment);
  assert.deepEqual([code, stderr], [1, "the database did not answer; apply the file again, which is safe\n"]);
});

test("org apply explains a wrong call without touching a database", async () => {
  const calls: [string[], RegExp][] = [
    [[], /usage: muster org apply FILE/],
    [["a.yaml", "b.yaml"], /usage: muster org apply FILE/],
    [[path.join(folder, "nowhere.yaml")], /cannot read .*nowhere\.yaml: ENOENT/],
    [[file, "--jsn"], /does not know --jsn/],
    [[fileOf("latin1.yaml", Buffer.from([0x6e, 0xf3, 0x77]))], /cannot read .*latin1\.yaml/],
  ];
  for (const [args, says] of calls) {
    const { code, stderr } = await muster(["org", "apply", ...args], { DATA_DIR: path.join(folder, "untouched") });
    assert.equal(code, 2, stderr);
    assert.match(stderr, says);
  }
});

test("org schema prints the JSON Schema of the file", async () => {
  const { stdout } = await muster(["org", "schema"], {});
  const schema = JSON.parse(stdout);
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.deepEqual(schema.required, ["organisation"]);
  assert.equal(schema.additionalProperties, false);
  assert.equal(schema.properties.people.items.properties.worker_type.default, "internal_payroll");
});

function fileOf(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Runs the program as an operator does. */
async function muster(
  args: string[],
  environment: Record<string, string>,
  input = "",
): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = path.join(import.meta.dirname, "../../main.ts");
  const env = { PATH: process.env["PATH"] ?? "", ...environment };
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number, stdout, stderr };
}
