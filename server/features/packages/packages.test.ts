// Content packages over HTTP: uploaded in the panel, replaced and removed, and served on an origin of their own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { get, openContentScene, zip, type ContentScene } from "../../../test/harness/packages/scene.ts";
import { scormPackage } from "../../../test/harness/packages/scorm.ts";
import { zipOf } from "../../../test/harness/packages/zip.ts";
import { sessionOf } from "../../../test/harness/panel/panel.ts";
import { startServer, test_keyring } from "../../../test/harness/server.ts";
import { readLaunch, signLaunch } from "./runtime/token.ts";

const noon = "2026-02-02T11:00:00Z";

let s: ContentScene;

before(async () => {
  s = await openContentScene({ courses: [{ code: "ONE" }, { code: "FOUR" }, { code: "FIVE" }], attempts_allowed: 2 });
  await s.database.clock.freeze(noon);
});
after(() => s?.close());

test("a package is uploaded, listed, given to a course, and served file by file on its own origin only", async () => {
  const picture = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 251));
  const film = Buffer.from(Array.from({ length: 120_000 }, (_, index) => (index * 31) % 256));
  const more = [
    { name: "content/photo of gate.png", content: picture },
    { name: "content/film.mp4", content: film },
    { name: "content/flat.mp4", content: film, stored: true },
    { name: "content/tool.exe", content: "MZ" },
  ];
  const reply = await s.upload(scormPackage("1.2", { more }));
  assert.equal(reply.status, 201, reply.text);
  const { id } = reply.body;
  assert.deepEqual(
    [reply.body.title, reply.body.version, reply.body.standard, reply.body.items, reply.body.files],
    ["Working at height", 1, "scorm_1.2", 1, 7],
  );
  assert.equal((await s.put("ONE", id)).status, 200);
  const listed = (await s.admin.get("/packages")).body;
  assert.equal(listed.can_be_opened, true);
  assert.deepEqual(
    listed.packages.map((one: any) => one.courses.map(({ code }: any) => code)),
    [["ONE"]],
  );

  const learner = await s.enrolled("ONE");
  const opened = await s.launch(learner);
  assert.ok(opened.startsWith(`${s.content}/content/`), opened);
  const page = await get(`${opened}files/content/index.html`);
  assert.equal(page.status, 200, page.text);
  assert.match(page.headers.get("content-type")!, /^text\/html/);
  assert.equal(page.headers.get("x-content-type-options"), "nosniff");
  assert.match(page.headers.get("content-security-policy")!, /frame-ancestors 'self' https:\/\/muster\.example/);
  assert.equal(page.headers.get("set-cookie"), null);
  const photo = await fetch(`${opened}files/content/photo%20of%20gate.png`);
  assert.deepEqual(
    [photo.headers.get("content-type"), Buffer.from(await photo.arrayBuffer()).equals(picture)],
    ["image/png", true],
  );
  for (const name of ["film.mp4", "flat.mp4"]) {
    const part = await fetch(`${opened}files/content/${name}`, { headers: { range: "bytes=60000-60009" } });
    assert.deepEqual([part.status, part.headers.get("content-range")], [206, "bytes 60000-60009/120000"]);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), film.subarray(60_000, 60_010));
    const last = await fetch(`${opened}files/content/${name}`, { headers: { range: "bytes=-5" } });
    assert.deepEqual(Buffer.from(await last.arrayBuffer()), film.subarray(-5));
    assert.equal((await fetch(`${opened}files/content/${name}`, { headers: { range: "bytes=999999-" } })).status, 416);
  }
  const tool = await get(`${opened}files/content/tool.exe`);
  assert.deepEqual(
    [tool.headers.get("content-type"), tool.headers.get("content-disposition")],
    ["application/octet-stream", "attachment"],
  );
  for (const path of ["content/none.html", "content/index.html%00", "content/%ff", "../../x", "%2e%2e/imsmanifest.xml"])
    assert.equal((await get(`${opened}files/${path}`)).status, 404, path);
  assert.equal((await get(`${opened}files/content/index.html`, { "service-worker": "script" })).status, 404);

  // Paths of content on the panel's host, and paths of the panel on the content's host, are not found.
  const elsewhere = opened.replace("localhost", "127.0.0.1");
  assert.equal((await get(`${elsewhere}files/content/index.html`)).status, 404);
  assert.equal((await get(elsewhere)).status, 404);
  for (const path of ["/panel/", "/panel/api/session", "/panel/api/my/training", "/api/v1/users", "/healthz", "/docs"]) {
    const cookie = [...learner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await get(s.content + path, { cookie });
    assert.equal(answer.status, 404, `${path} ${answer.text}`);
  }
});

test("a new version: who is under way finishes the old one, who begins takes the new one", async () => {
  const { id } = (await s.upload(scormPackage("1.2", { more: [{ name: "content/old.txt", content: "old" }] }))).body;
  await s.put("FOUR", id);
  const early = await s.enrolled("FOUR");
  await s.launch(early);
  const reply = await s.admin.call("PUT", `/packages/${id}/archive?file_name=v2.zip`, {
    headers: zip,
    body: scormPackage("2004", { more: [{ name: "content/new.txt", content: "new" }] }),
  });
  assert.deepEqual([reply.status, reply.body.version, reply.body.standard], [200, 2, "scorm_2004"], reply.text);
  const late = await s.enrolled("FOUR");
  const [old_one, new_one] = [await s.launch(early), await s.launch(late)];
  assert.deepEqual(
    [(await get(`${old_one}files/content/old.txt`)).text, (await get(`${new_one}files/content/new.txt`)).text],
    ["old", "new"],
  );
  assert.equal((await get(`${old_one}files/content/new.txt`)).status, 404);
  const refused = await s.admin.call("DELETE", `/packages/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, "PACKAGE_IN_USE"]);
});

test("what is refused says why and leaves nothing; a package that nobody uses is removed with its bytes", async () => {
  const nameless = await s.upload(scormPackage("1.2", { title: " " }), ".zip");
  assert.deepEqual([nameless.status, nameless.body.title], [201, ".zip"], nameless.text);
  const turned = await s.upload(scormPackage("1.2", { title: `A\u202e${"x".repeat(252)}\u{1f600}\u{1f600}` }));
  assert.deepEqual([turned.status, turned.body.title], [201, `A ${"x".repeat(252)}\u{1f600}`], turned.text);
  const before_it = await s.query("select count(*)::int as count from content_chunk");
  const reply = await s.upload(zipOf([{ name: "../evil.html", content: "x" }]));
  assert.deepEqual([reply.status, reply.body.code, reply.body.reason], [422, "PACKAGE_REFUSED", "path_climbs_out"], reply.text);
  assert.equal((await s.upload(Buffer.alloc(0))).status, 400);
  const large = await s.admin.call("POST", "/packages?file_name=a.zip", { headers: zip, body: Buffer.alloc(104_857_601) });
  assert.equal(large.status, 413);
  assert.deepEqual(await s.query("select count(*)::int as count from content_chunk"), before_it);
  assert.deepEqual(await s.query("select id from content_package where version is null"), []);
  const wrong = await s.put("FIVE", "019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a");
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, "#/content/package_id"]);

  const { id } = (await s.upload(scormPackage("1.2"))).body;
  const learner = await s.open("learner");
  for (const [panel, status] of [
    [learner, 403],
    [await s.open("it_admin"), 403],
  ] as const)
    assert.equal((await s.upload(scormPackage("1.2"), "a.zip", panel)).status, status);
  assert.equal((await s.admin.call("DELETE", `/packages/${id}`)).status, 204);
  assert.deepEqual(await s.query("select number from content_chunk where package_id = $1", [id]), []);
  assert.equal((await s.admin.call("DELETE", `/packages/${id}`)).status, 404);
  assert.equal((await s.put("FIVE", id)).status, 422);
  const audited = await s.query("select operation from audit_log where target_id = $1 order by id", [id]);
  assert.deepEqual(
    audited.map(({ operation }) => operation),
    ["package.create", "package.remove"],
  );
});

test("without a host for content packages are kept and not opened", async (t) => {
  const other = await startServer(s.database, { content_base_url: null });
  t.after(() => other.close());
  const learner = await s.enrolled("ONE");
  const panel = await sessionOf(other, s.database, s.acme.tenant_id, learner.account);
  const reply = await panel.post(`/my/courses/${learner.enrollment}/launch`);
  assert.deepEqual([reply.status, reply.body.code], [409, "CONTENT_ORIGIN_NOT_SET"]);
});

test("a launch's token is for its launch: changed, cut, of another key or out of time it opens nothing", async () => {
  const learner = await s.enrolled("ONE");
  const opened = await s.launch(learner);
  const token = /content\/([^/]+)\//.exec(opened)![1]!;
  const file = (other: string) => get(`${s.content}/content/${other}/files/content/index.html`);
  assert.equal((await file(token)).status, 200);
  const key = readLaunch(test_keyring, token)!;
  const flipped = Buffer.from(token, "base64url");
  flipped[20]! ^= 1;
  const forged = [
    flipped.toString("base64url"),
    token.slice(0, -1),
    `${token}A`,
    "x",
    signLaunch(test_keyring, { ...key, expires_ms: Date.parse(noon) }),
    signLaunch(test_keyring, { ...key, registration_id: key.launch_id }),
  ];
  for (const other of forged) assert.ok([404, 410].includes((await file(other)).status), other);
  await s.database.clock.freeze("2026-02-02T19:00:01Z");
  const [later, page] = [await file(token), await get(opened)];
  await s.database.clock.freeze(noon);
  assert.equal(later.status, 404, later.text);
  assert.deepEqual([page.status, /Open the course again/.test(page.text)], [410, true]);
});
