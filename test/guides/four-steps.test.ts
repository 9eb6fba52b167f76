// The README's promise: the printed `curl` lines work when pasted, with API key and with token, against the demo organisation.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { promisify } from "node:util";
import { loadDemo } from "../../server/features/organisations/demo/demo.ts";
import { openDatabase } from "../harness/database.ts";
import { startServer, test_keyring } from "../harness/server.ts";

const guide = readFileSync(new URL("../../docs/guides/integration.md", import.meta.url), "utf8");
const no_shell = spawnSync("sh", ["-c", "command -v curl"]).status === 0 ? false : "needs a shell and curl";

test("the four steps of the guide work as they are printed, by API key and by token", { skip: no_shell }, async (t) => {
  const database = await openDatabase();
  t.after(() => database.close());
  const demo = await loadDemo({ pool: database.pool(), keyring: test_keyring, now: Temporal.Now.instant() });
  assert.ok(demo, "the demo organisation is loaded into an empty database");
  const server = await startServer(database);
  t.after(() => server.close());
  const env = {
    ...process.env,
    BASE_URL: server.url,
    TENANT_CODE: demo.tenant_code,
    CLIENT_ID: demo.client_id,
    SECRET: demo.secret,
  };

  const first = await run(blockOf("four steps: api key"), env);
  assert.deepEqual(
    first.slice(0, 3).map((answer) => Object.keys(answer)[1]),
    ["departments", "contractors", "courses"],
  );
  const [looked_up, created, changed, enrollment, matrix] = first.slice(3);
  assert.deepEqual(looked_up.users, []);
  assert.equal(created.employee_no, "90001");
  assert.deepEqual([changed.id, changed.job_title], [created.id, "Order picker"]);
  assert.equal(enrollment.course_code, "FORKLIFT-01");
  const shown = matrix.rows.find((row: { employee_no: string }) => row.employee_no === "90001");
  assert.equal(shown.courses["FORKLIFT-01"].status, "PENDING");

  // The second time, with a token, the person is found and the course is already assigned; a repeated request gets this answer.
  const again = (await run(blockOf("four steps: token"), env)).slice(3);
  assert.deepEqual([again.length, again[0].users[0].id, again[1].id], [4, created.id, created.id]);
  assert.equal(again[2].code, "ENROLLMENT_ALREADY_EXISTS");
  assert.deepEqual(again[3].rows, matrix.rows);
});

/** Runs a block as a shell does after a paste; each line that prints is one JSON answer. */
async function run(block: string, env: NodeJS.ProcessEnv): Promise<any[]> {
  const { stdout } = await promisify(execFile)("sh", ["-c", block], { env });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

function blockOf(mark: string): string {
  const start = guide.indexOf(`<!-- ${mark} -->`);
  assert.notEqual(start, -1, `the guide has the block "${mark}"`);
  return guide.slice(guide.indexOf("```sh\n", start) + 6, guide.indexOf("```", guide.indexOf("```sh\n", start) + 6));
}
