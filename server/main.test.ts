import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { patience_ms } from "../test/harness/patience.ts";

/**
 * Runs a command that cannot start until it ends. Asynchronous, because the test runner receives the results of tests while they
 * run.
 */
function run(words: string, settings: NodeJS.ProcessEnv): Promise<{ status: number | null; stderr: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const main = path.join(import.meta.dirname, "main.ts");
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | null; stderr: string }>();
  const child = execFile(
    process.execPath,
    [main, ...words.split(" ")],
    { env: { ...inherited, ...settings }, timeout: patience_ms, killSignal: "SIGKILL" },
    (error, stdout, stderr) => {
      if (error?.killed) reject(new Error(`muster ${words} did not end: ${stdout}${stderr}`));
      else resolve({ status: child.exitCode, stderr });
    },
  );
  return promise;
}

for (const command of ["migrate", "api", "worker", "serve"]) {
  test(`${command} says in one line that the database does not answer`, async () => {
    const SECRET_KEY = "v1:a-test-secret-of-at-least-32-characters";
    // Nothing listens on port 1.
    const { status, stderr } = await run(command, { DATABASE_URL: "postgres://no-user@127.0.0.1:1/nothing", SECRET_KEY });
    assert.equal(stderr, "the database did not answer: connect ECONNREFUSED 127.0.0.1:1\n");
    assert.equal(status, 1);
  });
}

test("a command says that a file cannot be read, and does not blame the database", async () => {
  const settings = {
    DATABASE_URL: "postgres://no-user@127.0.0.1:1/nothing",
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
  };
  for (const [words, sentence] of [
    ["org removed /no/such.json", "/no/such.json cannot be read: ENOENT: "],
    ["org apply /no/such.yaml", "cannot read /no/such.yaml: ENOENT: "],
    ["audit verify /no/such.log", "/no/such.log cannot be read: ENOENT: "],
  ] as const) {
    const { status, stderr } = await run(words, settings);
    assert.ok(stderr.startsWith(sentence), `${words}: ${stderr}`);
    assert.equal(status, 2, words);
  }
});

test("serve says in one line that DATA_DIR is no folder", async () => {
  const { status, stderr } = await run("serve", { DATA_DIR: import.meta.filename });
  assert.match(stderr, /^DATA_DIR must be a folder that can be written to: EEXIST: [^\n]+\n$/);
  assert.equal(status, 2);
});

test("a command does nothing when it is asked for help or is given what it does not know", async () => {
  const settings = {
    DATABASE_URL: "postgres://no-user@127.0.0.1:1/nothing",
    SECRET_KEY: "a-test-secret-of-at-least-32-characters",
  };
  for (const words of ["migrate --help", "worker -h", "org apply --help", "org apply file.yaml -h"]) {
    const { status, stderr } = await run(words, settings);
    assert.match(stderr, /^usage: muster COMMAND\n/, words);
    assert.equal(status, 0, words);
  }
  for (const words of ["migrate --dry-run", "api --port 1", "worker x", "serve x", "org schema x", "openapi x"]) {
    const { status, stderr } = await run(words, settings);
    const name = words.replace(/ [-x].*$/, "");
    assert.equal(stderr, `usage: muster ${name}   (without arguments; settings are environment variables)\n`);
    assert.equal(status, 2, words);
  }
});
