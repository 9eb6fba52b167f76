// LTI 1.3 tools over HTTP: registered and removed, their keys and tokens, their scores, and our own keys.
import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer, waitsForLock } from "../../../test/harness/database.ts";
import { newOwnTool, type OwnTool } from "../../../test/harness/lti/own-tool.ts";
import {
  ags,
  all_scopes,
  formWith,
  itemOf,
  own_settings,
  scoreOf,
  openScene,
  type Scene,
} from "../../../test/harness/lti/scene.ts";
import { freePort } from "../../../test/harness/panel/browser.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { ok, startServer, test_keyring } from "../../../test/harness/server.ts";
import { readKeyring } from "../../platform/crypto/keyring.ts";
import { ownKeyOf } from "./keys/own-key.ts";

let s: Scene;

before(async () => {
  s = await openScene(["SCORE", "USED", "RACE", "AGAIN"]);
});
after(() => s?.close());

test("a token is issued for one assertion, once, that the tool's own key has signed for us and now", async () => {
  const { tool, id } = s.hand;
  const audience = `${s.server.url}/lti/${s.acme.code}/token`;
  const foreign = newOwnTool();
  const hour_ago_s = Math.floor(Date.now() / 1_000) - 3_600;
  const bad: [string, string][] = [
    ["alg none", tool.assertion(id, audience, {}, { alg: "none" })],
    ["a shared secret made of the public key", tool.assertion(id, audience, {}, { alg: "HS256" })],
    ["another key", foreign.assertion(id, audience)],
    ["another audience", tool.assertion(id, "https://elsewhere.example/token")],
    ["the audience of another organisation", tool.assertion(id, `${s.server.url}/lti/${s.beta.code}/token`)],
    ["another tool", tool.assertion(s.simulation.id, audience)],
    ["no tool", tool.assertion(s.acme.tenant_id, audience)],
    ["iss and sub differ", tool.assertion(id, audience, { iss: s.simulation.id })],
    ["an hour ago", tool.assertion(id, audience, { iat: hour_ago_s, exp: hour_ago_s + 60 })],
    ["good for a day", tool.assertion(id, audience, { exp: hour_ago_s + 90_000 })],
    ["of the future", tool.assertion(id, audience, { nbf: hour_ago_s + 7_200 })],
    ["no jti", tool.assertion(id, audience, { jti: undefined })],
    ["an extension that must be understood", tool.assertion(id, audience, {}, { crit: ["b64"], b64: false })],
    ["no JWT", "a.b.c"],
  ];
  const said = new Set<string>();
  for (const [name, assertion] of bad) {
    const { status, text } = await s.askToken(formWith(assertion));
    assert.equal(status, 401, name);
    said.add(text);
  }
  assert.equal(said.size, 1, "all are answered alike");
  const used = tool.assertion(id, audience);
  assert.equal((await s.askToken(formWith(used))).status, 200);
  assert.equal((await s.askToken(formWith(used))).status, 401, "an assertion that was used");
  assert.equal((await s.askToken(formWith(tool.assertion(id, audience)), s.beta.code)).status, 401, "at another organisation");
  const errorOf = async (form: Record<string, string>) => (await s.askToken(form)).body.error;
  assert.equal(await errorOf({ ...formWith(tool.assertion(id, audience)), grant_type: "password" }), "unsupported_grant_type");
  assert.equal(await errorOf({ grant_type: "client_credentials" }), "invalid_request");
  assert.equal(await errorOf(formWith(tool.assertion(id, audience), "openid")), "invalid_scope");
  // A tool requests more scopes than it can have (writing line items); the response names those that it was granted.
  const granted = await s.askToken(formWith(tool.assertion(id, audience), `${ags}/score ${ags}/lineitem`));
  assert.equal(granted.body.scope, `${ags}/lineitem.readonly ${ags}/score`);
  assert.deepEqual([granted.body.token_type, granted.body.expires_in], ["Bearer", 3_600]);
  const large = await fetch(audience, { method: "POST", body: new URLSearchParams({ client_assertion: "x".repeat(40_000) }) });
  assert.equal(large.status, 413);
  // New keys end the tokens issued for the old ones.
  const fresh = await s.byHand("Rotating");
  await s.setItems("USED", [itemOf(fresh.id)]);
  const learner = await s.enrolled("USED");
  await s.launchByHand(learner);
  const token = await s.tokenOf(fresh);
  const status = async () => (await s.read(token, `line-items/${learner.item}`)).status;
  assert.equal(await status(), 200);
  const body = { name: "Rotating", ...own_settings, public_keys: newOwnTool().public_key };
  await ok(s.admin.call("PUT", `/lti-tools/${fresh.id}`, { body }));
  assert.equal(await status(), 401);
});

test("a key that was given without a name is found whatever the tool calls it, and a key with a name by that alone", async () => {
  const audience = `${s.server.url}/lti/${s.acme.code}/token`;
  const statusOf = async (id: string, tool: OwnTool, kid?: string) =>
    (await s.askToken(formWith(tool.assertion(id, audience, {}, kid === undefined ? {} : { kid })))).status;
  const second = newOwnTool();
  const jwkOf = ({ public_key }: OwnTool) => createPublicKey(public_key).export({ format: "jwk" });
  const pasted = await s.byHand("Two of PEM", s.admin, ({ public_key }) => public_key + second.public_key);
  const nameless = await s.byHand("A nameless JWK", s.admin, (tool) => JSON.stringify(jwkOf(tool)));
  const named = await s.byHand("A named JWK", s.admin, (tool) => JSON.stringify({ ...jwkOf(tool), kid: "key-1" }));
  assert.deepEqual(
    [
      await statusOf(s.hand.id, s.hand.tool, "key-1"),
      await statusOf(pasted.id, pasted.tool, "key-1"),
      await statusOf(pasted.id, second, "key-2"),
      await statusOf(pasted.id, second),
      await statusOf(nameless.id, nameless.tool, "key-1"),
      await statusOf(named.id, named.tool, "key-1"),
    ],
    [200, 200, 200, 200, 200, 200],
  );
  assert.equal(await statusOf(named.id, named.tool, "key-2"), 401);
  assert.equal(await statusOf(pasted.id, named.tool, "key-1"), 401, "of another tool");
});

test("a score is taken from the tool that was launched, of whom was sent there, later than the one before, and with a maximum", async () => {
  await s.setItems("SCORE", [itemOf(s.hand.id)]);
  const learner = await s.enrolled("SCORE");
  const subject = await s.launchByHand(learner);
  const token = await s.tokenOf(s.hand);
  const other = await s.byHand("A third tool");
  const theirs = await s.byHand("Theirs", await s.open("it_admin", s.beta));
  const waiting = await s.enrolled("SCORE");
  const progress = { activityProgress: "InProgress" };
  const at = new Date(Date.now() - 60_000).toISOString();
  const status = async (body: unknown, by = token, item = learner.item, code = s.acme.code) =>
    (await s.send(by, item, body, code)).status;

  assert.equal(await status(scoreOf(subject), await s.tokenOf(other)), 404, "a token of another tool");
  assert.equal(await status(scoreOf(subject), await s.tokenOf(theirs, all_scopes, s.beta.code)), 401, "of another organisation");
  assert.equal(await status(scoreOf(subject), await s.tokenOf(theirs, all_scopes, s.beta.code), learner.item, s.beta.code), 404);
  assert.equal(await status(scoreOf(subject), token, learner.item, s.beta.code), 401, "at another organisation's address");
  assert.equal(await status(scoreOf(subject), await s.tokenOf(s.hand, `${ags}/result.readonly`)), 403, "without the scope");
  assert.equal(await status(scoreOf(subject), "mlt_1.e30.AAAA"), 401);
  assert.equal(await status(scoreOf(subject), token.slice(0, -2)), 401);
  assert.equal(await status(scoreOf(waiting.account.id)), 404, "somebody who has not been sent to the tool");
  assert.equal(await status(scoreOf(learner.account.id)), 404, "our own id, which the tool does not know");
  assert.equal(await status(scoreOf("student-1")), 404);
  assert.equal(await status(scoreOf(subject), token, s.acme.tenant_id), 404, "another line item");
  for (const [rest, name] of [
    [{ scoreMaximum: 0 }, "a maximum of nothing"],
    [{ scoreMaximum: undefined }, "points without a maximum"],
    [{ scoreGiven: -1 }, "less than nothing"],
    [{ timestamp: "yesterday" }, "no instant"],
    [{ timestamp: new Date(Date.now() + 3_600_000).toISOString() }, "an instant of the future"],
    [{ activityProgress: "Done" }, "a word that the standard does not have"],
    [{ gradingProgress: undefined }, "no word"],
  ] as const)
    assert.equal(await status(scoreOf(subject, rest)), 422, name);
  assert.equal(await status(scoreOf(subject, { comment: "x".repeat(20_000) })), 413, "a body of 20,000 letters");
  assert.equal(await status("{"), 400);
  assert.equal((await s.stateOf(learner)).item, "under_way", "none of that has done anything");

  assert.equal(await status(scoreOf(subject, { ...progress, timestamp: at, comment: "well", "https://x.example/y": {} })), 204);
  const older = new Date(Date.parse(at) - 1_000).toISOString();
  for (const timestamp of [older, at])
    assert.equal((await s.send(token, learner.item, scoreOf(subject, { timestamp }))).body.code, "SCORE_NOT_NEWER");
  assert.equal((await s.stateOf(learner)).item, "under_way");
  const both = await Promise.all(
    [1, 2].map((more) => status(scoreOf(subject, { timestamp: new Date(Date.parse(at) + more * 1_000) }))),
  );
  assert.ok(both.includes(204), String(both));
  assert.equal((await s.stateOf(learner)).status, "completed");
  const [{ attempts }] = await s.query("select count(*)::int as attempts from attempt where enrollment_id = $1", [
    learner.enrollment,
  ]);
  assert.equal(attempts, 1);
  const results = async (search = "", by = token) => {
    const headers = { authorization: `Bearer ${by}` };
    const answer = await fetch(`${s.server.url}/lti/${s.acme.code}/line-items/${learner.item}/results${search}`, { headers });
    return { status: answer.status, body: (await answer.json()) as { userId: string }[], link: answer.headers.get("link") };
  };
  assert.deepEqual(
    (await results()).body.map(({ userId }) => userId),
    [subject],
  );
  assert.match((await results("?limit=1")).link!, /rel="next"/);
  assert.deepEqual((await results(`?user_id=${waiting.account.id}`)).body, []);
  assert.equal((await results("", await s.tokenOf(other))).status, 404);
});

test("an administrator registers tools with public addresses and fit keys, and removes what no course launches", async () => {
  const tool = { name: "Settings", ...own_settings, public_keys: newOwnTool().public_key };
  const faults = async (rest: object) => {
    const { status, body } = await s.admin.post("/lti-tools", { ...tool, ...rest });
    return [status, body.errors?.[0]?.pointer];
  };
  const jwks = (jwks_url: string) => ({ public_keys: null, jwks_url });
  assert.deepEqual(await faults(jwks("http://tool.example/keys")), [422, "#/jwks_url"]);
  assert.deepEqual(await faults(jwks("https://127.0.0.1/keys")), [422, "#/jwks_url"]);
  assert.deepEqual(await faults(jwks("https://localhost/keys")), [422, "#/jwks_url"]);
  assert.deepEqual(await faults({ jwks_url: "https://tool.example/keys" }), [422, "#/public_keys"]);
  assert.deepEqual(await faults({ public_keys: null }), [422, "#/public_keys"], "neither");
  assert.deepEqual(await faults({ public_keys: "none" }), [422, "#/public_keys"]);
  assert.deepEqual(await faults({ login_url: "http://hand.example/login" }), [422, "#/login_url"]);
  assert.deepEqual(await faults({ launch_url: "javascript:alert(1)" }), [422, "#/launch_url"]);
  assert.deepEqual(await faults({ redirect_urls: ["https://hand.example/a#b"] }), [422, "#/redirect_urls/0"]);
  assert.deepEqual(await faults({ name: "by HAND" }), [422, "#/name"]);
  assert.equal((await s.trainer.post("/lti-tools", tool)).status, 403);
  assert.equal((await s.admin.delete(`/lti-tools/${s.hand.id}`)).body.code, "LTI_TOOL_IN_USE");
  const added = await ok(s.admin.post("/lti-tools", tool));
  const put = (rest: object) =>
    s.admin.call("PUT", `/lti-tools/${added.id}`, { body: { ...tool, public_keys: undefined, ...rest } });
  await ok(put({ jwks_url: "https://tool.example/keys" }));
  const neither = await put({});
  assert.deepEqual(
    [neither.status, neither.body.errors?.[0]?.pointer],
    [422, "#/public_keys"],
    "from an address to keys, and none given",
  );
  assert.equal((await s.setItems("AGAIN", [itemOf("00000000-0000-7000-8000-000000000000")])).status, 422);
  assert.equal((await s.admin.delete(`/lti-tools/${added.id}`)).status, 204);
  assert.equal((await s.setItems("AGAIN", [itemOf(added.id)])).status, 422);
});

test("keys of a tool are read by a guarded call: an answer that is too large, leads elsewhere or is no set of keys lets nothing in", async () => {
  let answer = "";
  let status = 200;
  const keys = createServer((_request, response) =>
    response.writeHead(status, { location: `${s.simulator.url}/keys` }).end(answer),
  );
  await new Promise<void>((resolve) => keys.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(keys.address() as { port: number }).port}`;
  const other = await startServer(s.database, { own_port: await freePort(), identity_origins: [origin] });
  try {
    const tool = newOwnTool();
    const { id } = await s.byHand("Published");
    const audience = `${other.url}/lti/${s.acme.code}/token`;
    const attempt = async (header = {}) => {
      const body = new URLSearchParams(formWith(tool.assertion(id, audience, {}, header)));
      return (await fetch(audience, { method: "POST", body })).status;
    };
    for (const [path, said, code] of [
      ["/large", "x".repeat(600_000), 200],
      ["/elsewhere", "", 302],
      ["/none", "[]", 200],
      ["/null", "null", 200],
      ["/broken", '{"keys": [', 200],
      ["/odd", '{"keys": [null, 1, {"kty": "oct", "k": "AAAA"}]}', 200],
    ] as const) {
      [answer, status] = [said, code];
      await s.query("update lti_tool set public_keys = null, jwks_url = $2 where id = $1", [id, origin + path]);
      assert.equal(await attempt(), 401, path);
    }
    [answer, status] = [JSON.stringify({ keys: [createPublicKey(tool.public_key).export({ format: "jwk" })] }), 200];
    await s.query("update lti_tool set jwks_url = $2 where id = $1", [id, `${origin}/nameless`]);
    assert.equal(await attempt({ kid: "key-1" }), 200, "a set whose only key has no name");
  } finally {
    await other.close();
    await new Promise((resolve) => keys.close(resolve));
  }
});

test(
  "a score that meets an erasure is answered as one of a learner whom the tool does not know",
  { skip: needsServer() },
  async () => {
    await s.setItems("RACE", [itemOf(s.hand.id)]);
    const learner = await s.enrolled("RACE");
    const subject = await s.launchByHand(learner);
    const token = await s.tokenOf(s.hand);
    const other = await s.database.superuser.connect();
    let sent: Promise<{ status: number }> | undefined;
    try {
      await other.query("begin");
      await other.query("select from person where id = $1 for update", [learner.account.id]);
      sent = s.send(token, learner.item, scoreOf(subject));
      while (!(await waitsForLock(s.database))) await setImmediate();
      await other.query("delete from lti_launch where person_id = $1", [learner.account.id]);
      await other.query("update course_run_tool set subject = null where subject = $1", [subject]);
      await other.query("delete from lti_subject where subject = $1", [subject]);
      await other.query("commit");
    } finally {
      other.release(true);
    }
    assert.equal((await sent).status, 404);
  },
);

test("our key is published from the first tool on; the one of a new version of SECRET_KEY before it signs; a replaced one for a day more", async (t) => {
  t.after(() => s.database.clock.release());
  const gamma = await createOrganisation(s.database, { organisation: { code: "GAMMA", name: "Gamma" } });
  const published = async () => {
    const answer = await fetch(`${s.server.url}/lti/${gamma.code}/jwks`);
    const { keys } = (await answer.json()) as { keys: { kid: string }[] };
    assert.ok(keys.every((key) => !("d" in key)));
    return { kids: keys.map(({ kid }) => kid).toSorted(), kept: answer.headers.get("cache-control") };
  };
  assert.deepEqual(await published(), { kids: [], kept: "no-store" });
  await s.byHand("The first", await s.open("it_admin", gamma));
  const { kids, kept } = await published();
  const [first = ""] = kids;
  assert.deepEqual([kids.length, kept], [1, "public, max-age=300"]);
  const pool = s.database.pool();
  const signsBy = async (keyring = test_keyring) => (await ownKeyOf({ pool, keyring }, gamma.tenant_id)).kid;
  assert.equal(await signsBy(), first);

  // The key has been in use for longer than a replaced key stays published.
  await s.database.clock.advance(90_000);
  const next = readKeyring("v2:another-test-secret-of-at-least-32-letters,v1:a-test-secret-of-at-least-32-characters");
  assert.equal(await signsBy(next), first, "the new one is published first");
  const both = (await published()).kids;
  const second = both.find((kid) => kid !== first)!;
  assert.equal(both.length, 2);
  assert.deepEqual([await signsBy(next), await signsBy()], [first, first]);
  await s.database.clock.advance(301);
  assert.deepEqual(
    [await signsBy(next), await signsBy()],
    [second, first],
    "a node with the version before goes on with its own",
  );
  await s.database.clock.advance(86_000);
  const third = await signsBy(readKeyring("v3:one-more-test-secret-of-at-least-32-letters"));
  assert.deepEqual((await published()).kids, [first, second, third].toSorted());
  await s.database.clock.advance(86_000);
  const fourth = await signsBy(readKeyring("v4:yet-another-test-secret-of-at-least-32-letters"));
  assert.deepEqual((await published()).kids, [second, third, fourth].toSorted());
});
