import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { askForToken, knock, read_path, type Answered } from "./arrange.ts";
import { arrangeCauses, ways, type Cause, type Way } from "./causes.ts";
import { comparable, listening } from "./listening.ts";

let database: TestDatabase;
let server: TestServer;
let causes: Cause[];
const statements: string[] = [];

before(async () => {
  database = await openDatabase();
  causes = await arrangeCauses(database);
  server = await startServer({
    ...database,
    pool: (role, connections_max) => listening(database.pool(role, connections_max), statements),
  });
});
after(async () => {
  await server.close();
  await database.close();
});

const all_ways = [...ways, "post"] as const;

for (const way of all_ways) {
  test(`AU1 every cause of a 401 by ${way} has the same bytes and headers, but for Date and request id`, async () => {
    const answers = new Map<string, unknown>();
    for (const { name, headers } of causesOf(way)) answers.set(name, comparable(await fail(way, headers)));
    assert.ok(answers.size >= 12, `${answers.size} causes`);
    const [first] = answers.values();
    for (const [name, answer] of answers) assert.deepEqual(answer, first, name);
  });
}

test("AU1 the log knows each cause that the caller is not told", async () => {
  const known = new Set<string>();
  for (const way of ways) {
    for (const { headers } of causesOf(way)) {
      server.log.length = 0;
      const { headers: answered } = await fail(way, headers);
      const refusal = server.log.find((line) => line["msg"] === "refused an authentication");
      if (!refusal) continue;
      assert.equal(refusal["request_id"], answered["x-request-id"]);
      known.add(String(refusal["cause"]));
    }
  }
  assert.deepEqual([...known].sort(), [
    "address_not_allowed",
    "client_disabled",
    "client_expired",
    "client_mismatch",
    "client_revoked",
    "invalid_token",
    "method_off",
    "secret_expired",
    "secret_revoked",
    "tenant_mismatch",
    "token_expired",
    "unknown_key",
    "wrong_secret",
  ]);
});

for (const way of all_ways) {
  test(`AU2 every cause of a 401 by ${way} sends the database the same statements (their time is measured in the long suite)`, async () => {
    const sent = new Map<string, string[]>();
    for (const { name, headers } of causesOf(way)) {
      if (name === "no credentials") continue;
      statements.length = 0;
      await fail(way, headers);
      sent.set(name, [...statements]);
    }
    const [first] = sent.values();
    assert.ok(first!.length >= 1);
    for (const [name, list] of sent) assert.deepEqual(list, first, name);
  });
}

test("AU1 every cause of a 401 at the token endpoint is the same by both ways", async () => {
  const [by_basic] = causesOf("basic");
  const [by_post] = causesOf("post");
  const answers = [await fail("basic", by_basic!.headers), await fail("post", by_post!.headers)];
  assert.deepEqual(comparable(answers[0]!), comparable(answers[1]!));
});

function causesOf(way: Way | "post"): { name: string; headers: Record<string, string> }[] {
  // The credentials of HTTP Basic, sent in the form.
  if (way === "post") return causesOf("basic");
  return causes.flatMap(({ name, headers }) => (headers[way] ? [{ name, headers: headers[way] }] : []));
}

let asked = 0;

/** Each attempt comes from an address of its own, so that none is blocked. */
async function fail(way: Way | "post", headers: Record<string, string>): Promise<Answered> {
  asked += 1;
  const from = `127.1.${Math.floor(asked / 250)}.${(asked % 250) + 1}`;
  const answer = await ask(way, headers, from);
  assert.equal(answer.status, 401, answer.text);
  return answer;
}

function ask(way: Way | "post", headers: Record<string, string>, from: string): Promise<Answered> {
  if (way === "basic") return askForToken(server.url, headers, undefined, from);
  if (way !== "post") return knock(server.url + read_path, { headers, from });
  const { authorization, ...others } = headers;
  const shown = Buffer.from(authorization?.slice("Basic ".length) ?? "", "base64").toString();
  const [client_id, client_secret] = shown.split(":");
  return askForToken(
    server.url,
    others,
    { grant_type: "client_credentials", ...(client_id ? { client_id, client_secret: client_secret! } : {}) },
    from,
  );
}
