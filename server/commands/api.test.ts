import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test, type TestContext } from "node:test";
import { copyCheckout } from "../../test/harness/machine/checkout.ts";
import { needsServer, openDatabase, type TestDatabase } from "../../test/harness/database.ts";

const skip = needsServer();
let database: TestDatabase;
before(async () => {
  if (!skip) database = await openDatabase();
});
after(() => database?.close());

// Builds the panel twice, which takes a minute, so it only runs with api.long.ts.
if (process.env["WALK"] === "all")
  test(
    "processes that are started at once where the panel has not been built serve it from their first answer on",
    { skip },
    async (t) => {
      const checkout = copyCheckout(t);
      const urls = await Promise.all([1, 2].map(() => startApi(t, checkout)));
      for (const url of urls) {
        const page = await fetch(`${url}/panel/sign-in`);
        const html = await page.text();
        assert.equal(page.status, 200, html);
        const script = /<script type="module"[^>]* src="([^"]+)"/.exec(html);
        assert.ok(script, html);
        assert.equal((await fetch(url + script[1]!)).status, 200);
      }
    },
  );

test("where the panel cannot be built, the start says so and what to do", { skip: skip || needsOtherUser() }, async (t) => {
  const refused = api(copyCheckout(t), no_user);
  const [said, [code]] = await Promise.all([text(refused.stderr!), once(refused, "exit")]);
  assert.equal(code, 2, said);
  assert.match(
    said,
    /^The panel has not been built, and it cannot be built here: EACCES: permission denied, .*\n.*`npm run build`/,
  );
  assert.equal(said.trim().split("\n").length, 2, said);
});

/** A user who may read the copied checkout but write nothing in it. */
const no_user = 65_534;

function needsOtherUser(): string | false {
  return process.getuid?.() === 0 ? false : "needs root, to start a process as a user who may not write";
}

/** Starts a process and returns its address once it listens. */
async function startApi(t: TestContext, checkout: string): Promise<string> {
  const started = api(checkout);
  t.after(async () => {
    const ended = started.exitCode === null ? once(started, "exit") : null;
    started.kill("SIGTERM");
    await ended;
  });
  let said = "";
  for await (const chunk of started.stdout!) {
    said += String(chunk);
    const address = /"address":"([^"]+)"/.exec(said);
    if (address) return address[1]!;
  }
  throw new Error(`it ended before it listened: ${said}${await text(started.stderr!)}`);
}

function api(checkout: string, uid?: number): ChildProcess {
  assert.equal(database.connection.kind, "server");
  const DATABASE_URL = (database.connection as { url: string }).url;
  const env = { ...process.env, DATABASE_URL, HOST: "127.0.0.1", PORT: "0", SECRET_KEY: "a secret of at least 32 characters" };
  const main = path.join(checkout, "server", "main.ts");
  return spawn(process.execPath, [main, "api"], { env, ...(uid === undefined ? {} : { uid }) });
}
