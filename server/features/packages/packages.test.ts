// Content packages from outside: uploaded in the panel, opened by a learner, served on an origin of their own, and made attempts of.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer, openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { scormPackage } from "../../../test/harness/packages/scorm.ts";
import { zipOf } from "../../../test/harness/packages/zip.ts";
import { createAccount, sessionOf, type Panel, type TestAccount } from "../../../test/harness/panel/panel.ts";
import { freePorts } from "../../../test/harness/ports.ts";
import { request, startServer, test_keyring, type Reply, type TestServer } from "../../../test/harness/server.ts";
import { takeTogether } from "./runtime/commit-together.ts";
import { readLaunch, signLaunch } from "./runtime/token.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let admin: Panel;
let content: string;
let port: number;

const noon = "2026-02-02T11:00:00Z";

before(async () => {
  database = await openDatabase();
  await database.clock.freeze(noon);
  [port] = (await freePorts(1)) as [number];
  content = `http://localhost:${port}`;
  server = await startServer(database, { own_port: port, base_url: "https://muster.example", connections_max: 8 });
  acme = await createOrganisation(database, {
    courses: ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "ITEMS", "AWAY"].map((code) => ({
      code,
      title: `Course ${code}`,
      validity: { value: 12, unit: "month" as const },
      attempts_allowed: 2,
      ...(code === "TWO" ? { pass_score: 80 } : {}),
    })),
  });
  admin = await open("training_admin");
});
after(async () => {
  await server.close();
  await database.close();
});

const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;
const zip = { "content-type": "application/zip" };

async function open(
  role: "training_admin" | "it_admin" | "learner",
  account?: TestAccount,
): Promise<Panel & { account: TestAccount }> {
  return sessionOf(server, database, acme.tenant_id, account ?? (await createAccount(database, acme.tenant_id, role)));
}

function upload(bytes: Buffer, file_name = "course.zip", panel = admin): Promise<Reply> {
  return panel.call("POST", `/packages?file_name=${encodeURIComponent(file_name)}`, { headers: zip, body: bytes });
}

async function put(course_code: string, package_id: string): Promise<Reply> {
  const [{ id }] = await query("select id from course where tenant_id = $1 and code = $2", [acme.tenant_id, course_code]);
  return admin.call("PATCH", `/courses/${id}`, { body: { content: { kind: "package", package_id } } });
}

/** A learner who has a course; `enrollment`: its id. */
async function enrolled(course_code: string): Promise<Panel & { account: TestAccount; enrollment: string }> {
  const learner = await open("learner");
  const [{ id }] = await query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), attempts_allowed from course where tenant_id = $1 and code = $3
    returning id`,
    [acme.tenant_id, learner.account.id, course_code],
  );
  return { ...learner, enrollment: id };
}

/** Opens the course; returns the address without its query. */
async function launch(learner: Panel & { enrollment: string }): Promise<string> {
  const reply = await learner.post(`/my/courses/${learner.enrollment}/launch`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.url.split("?")[0];
}

const get = (url: string, headers: Record<string, string> = {}) => request("", "GET", url, { headers });
const begin = async (opened: string, place = 0) => (await get(`${opened}items/${place}`)).body as Record<string, string>;

type Said = { item?: string; opening?: number; ended?: boolean };
/** As the player does, a commit that a busy moment did not take is sent again. */
async function commit(opened: string, seq: number, elements: Record<string, string>, said: Said = {}): Promise<Reply> {
  const body = { seq, item: "ITEM-1", opening: 1, ended: false, elements, ...said };
  for (let tries = 1; ; tries += 1) {
    const reply = await request("", "POST", `${opened}commits`, { body });
    if (reply.status !== 503 || tries === 20) return reply;
  }
}

async function attempts(learner: { enrollment: string }) {
  return query("select number, score, passed from attempt where enrollment_id = $1 order by number", [learner.enrollment]);
}
const stateOf = async (learner: { enrollment: string }) =>
  (await query("select state from enrollment where id = $1", [learner.enrollment]))[0].state as string;

test("a package is uploaded, listed, given to a course, and served file by file on its own origin only", async () => {
  const picture = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 251));
  const film = Buffer.from(Array.from({ length: 120_000 }, (_, index) => (index * 31) % 256));
  const more = [
    { name: "content/photo of gate.png", content: picture },
    { name: "content/film.mp4", content: film },
    { name: "content/flat.mp4", content: film, stored: true },
    { name: "content/tool.exe", content: "MZ" },
  ];
  const reply = await upload(scormPackage("1.2", { more }));
  assert.equal(reply.status, 201, reply.text);
  const { id } = reply.body;
  assert.deepEqual(
    [reply.body.title, reply.body.version, reply.body.standard, reply.body.items, reply.body.files],
    ["Working at height", 1, "scorm_1.2", 1, 7],
  );
  assert.equal((await put("ONE", id)).status, 200);
  const listed = (await admin.get("/packages")).body;
  assert.equal(listed.can_be_opened, true);
  assert.deepEqual(
    listed.packages.map((one: any) => one.courses.map(({ code }: any) => code)),
    [["ONE"]],
  );

  const learner = await enrolled("ONE");
  const opened = await launch(learner);
  assert.ok(opened.startsWith(`${content}/content/`), opened);
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

  // The same on the panel's host, and the panel on the content's host: nothing is there.
  const elsewhere = opened.replace("localhost", "127.0.0.1");
  assert.equal((await get(`${elsewhere}files/content/index.html`)).status, 404);
  assert.equal((await get(elsewhere)).status, 404);
  for (const path of ["/panel/", "/panel/api/session", "/panel/api/my/training", "/api/v1/users", "/healthz", "/docs"]) {
    const cookie = [...learner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await get(content + path, { cookie });
    assert.equal(answer.status, 404, `${path} ${answer.text}`);
  }
});

test("a launch's token is for its launch: changed, cut, of another key or out of time it opens nothing", async () => {
  const learner = await enrolled("ONE");
  const opened = await launch(learner);
  const token = /content\/([^/]+)\//.exec(opened)![1]!;
  const file = (other: string) => get(`${content}/content/${other}/files/content/index.html`);
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
  await database.clock.freeze("2026-02-02T19:00:01Z");
  const [later, page] = [await file(token), await get(opened)];
  await database.clock.freeze(noon);
  assert.equal(later.status, 404, later.text);
  assert.deepEqual([page.status, /Open the course again/.test(page.text)], [410, true]);
  admin = await open("training_admin");
});

test("a learner is interrupted, goes on elsewhere with all that was said, and passes: one attempt, a certificate, one event", async () => {
  const learner = await enrolled("ONE");
  const first = await launch(learner);
  assert.equal(await stateOf(learner), "in_progress");
  const fresh = await begin(first);
  assert.deepEqual([fresh["cmi.core.entry"], fresh["cmi.core.total_time"]], ["ab-initio", "0000:00:00"]);
  assert.equal(fresh["cmi.core.student_id"], learner.account.id);
  const half = {
    "cmi.core.lesson_status": "incomplete",
    "cmi.core.lesson_location": "page-2",
    "cmi.suspend_data": "page=2",
    "cmi.core.session_time": "0000:10:00.00",
  };
  assert.deepEqual((await commit(first, 1, half)).body, { seq: 1, status: "incomplete", result: null });

  const second = await launch(learner);
  const resumed = await begin(second);
  assert.deepEqual(
    ["entry", "lesson_location", "total_time"].map((name) => resumed[`cmi.core.${name}`]),
    ["resume", "page-2", "0000:10:00"],
  );
  assert.equal(resumed["cmi.suspend_data"], "page=2");
  // The first device wakes up: its launch is not the newest any more.
  const late = await commit(first, 2, { ...half, "cmi.suspend_data": "page=1" });
  assert.deepEqual([late.status, late.body.code], [409, "LAUNCH_SUPERSEDED"]);

  const passed = {
    "cmi.core.lesson_status": "passed",
    "cmi.core.score.raw": "9",
    "cmi.core.score.min": "0",
    "cmi.core.score.max": "10",
    "cmi.core.session_time": "0000:05:30.00",
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => commit(second, 1, passed, { ended: true })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  assert.equal(answers.filter(({ body }) => body.result === "passed").length, 1);
  // An answer was lost; an older commit comes last.
  assert.equal((await commit(second, 1, half)).body.status, "passed");
  assert.deepEqual(await attempts(learner), [{ number: 1, score: 90, passed: true }]);
  assert.equal(await stateOf(learner), "completed");
  assert.equal((await query("select id from certificate where person_id = $1", [learner.account.id])).length, 1);
  const events = await query("select body from event where type = 'course.completed'");
  assert.equal(events.filter(({ body }) => (body as Buffer).toString().includes(learner.enrollment)).length, 1);
  const [kept] = await query(
    "select before_s + opening_s as total_s from content_item_state s join content_registration r on r.id = s.registration_id where r.enrollment_id = $1",
    [learner.enrollment],
  );
  assert.equal(kept.total_s, 930);
});

test("many learners commit at once: what waits together is written together, each commit is kept once, and times are not added up twice", async () => {
  const learners = await Promise.all(Array.from({ length: 24 }, () => enrolled("ONE")));
  const opened = await Promise.all(learners.map((learner) => launch(learner)));
  const page = (seq: number) => ({ "cmi.suspend_data": `page=${seq}`, "cmi.core.session_time": `0000:00:${10 + seq}.00` });
  for (const seq of [1, 2, 3]) {
    const replies = await Promise.all(opened.map((url) => commit(url, seq, page(seq))));
    for (const { status, text, body } of replies)
      assert.deepEqual([status, body], [200, { seq, status: "incomplete", result: null }], text);
  }
  const [first] = opened as [string];
  // An answer was lost, and an older commit comes late.
  assert.equal((await commit(first, 3, page(3))).body.seq, 3);
  assert.equal((await commit(first, 2, page(2))).body.seq, 3);
  const kept = await query(
    `select s.seq, s.elements->>'cmi.suspend_data' as data, s.before_s + s.opening_s as total_s, s.xmin::text as written_by
    from content_item_state s join content_registration r on r.tenant_id = s.tenant_id and r.id = s.registration_id
    where r.enrollment_id = any($1)`,
    [learners.map(({ enrollment }) => enrollment)],
  );
  assert.deepEqual(
    kept.map(({ seq, data, total_s }) => [seq, data, total_s]),
    learners.map(() => [3, "page=3", 13]),
  );
  assert.ok(new Set(kept.map(({ written_by }) => written_by)).size < learners.length / 2, "written together");
  assert.equal((await commit(first, 4, page(4), { opening: 2 })).status, 200);
  assert.equal((await commit(first, 5, page(5), { opening: 2 })).status, 200);
  assert.equal((await begin(first))["cmi.core.total_time"], "0000:00:28");
  // What the process remembers of a launch does not let somebody in who has left meanwhile.
  await query("update person set state = 'deactivated', deactivated_at = now() where id = $1", [learners[0]!.account.id]);
  assert.equal((await commit(first, 6, page(6), { opening: 2 })).status, 410);
});

test(
  "a commit that is under way when the course is opened elsewhere is there for the new launch, or is refused",
  { skip: needsServer() },
  async () => {
    const learner = await enrolled("ONE");
    const first = await launch(learner);
    for (const seq of [1, 2]) assert.equal((await commit(first, seq, { "cmi.suspend_data": `page=${seq}` })).status, 200);
    const other = await database.superuser.connect();
    let [late, second]: [Promise<Reply> | null, Promise<string> | null] = [null, null];
    try {
      await other.query("begin");
      await other.query(
        `select from content_item_state s where exists (
          select from content_registration r where r.id = s.registration_id and r.enrollment_id = $1) for update`,
        [learner.enrollment],
      );
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      late = commit(first, 3, { "cmi.suspend_data": "page=3" });
      while ((await database.superuser.query(waiting)).rowCount! < 1) await setImmediate();
      second = launch(learner);
      while ((await database.superuser.query(waiting)).rowCount! < 2) await setImmediate();
      await other.query("commit");
    } finally {
      other.release(true);
    }
    const [{ status }, opened] = await Promise.all([late, second]);
    const { "cmi.suspend_data": data } = await begin(opened);
    assert.deepEqual([status, data], status === 200 ? [200, "page=3"] : [409, "page=2"]);
    assert.equal((await commit(first, 4, {})).status, 409);
    assert.equal((await commit(opened, 1, { "cmi.suspend_data": "page=9" })).status, 200);
    assert.equal((await commit(opened, 2, { "cmi.suspend_data": "page=10" })).status, 200);
    assert.equal((await begin(opened))["cmi.suspend_data"], "page=10");
  },
);

test(
  "a learner whose row is held, or who sends many commits at once, holds up nobody else, and only so much waits",
  { skip: needsServer() },
  async () => {
    const learners = await Promise.all(Array.from({ length: 12 }, () => enrolled("ONE")));
    const opened = await Promise.all(learners.map((learner) => launch(learner)));
    const [theirs, ...others] = opened as [string, ...string[]];
    for (const seq of [1, 2]) await Promise.all(opened.map((url) => commit(url, seq, {})));
    const send = (url: string, seq: number, elements = {}) =>
      request("", "POST", `${url}commits`, { body: { seq, item: "ITEM-1", opening: 1, ended: false, elements } });
    const other = await database.superuser.connect();
    const holding = async (lock: string, values: unknown[], work: () => Promise<void>) => {
      await other.query("begin");
      await other.query(lock, values);
      try {
        await work();
      } finally {
        await other.query("commit");
      }
    };
    const somebodyWaits = async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      while ((await database.superuser.query(waiting)).rowCount! < 1) await setImmediate();
    };
    try {
      const row = `select from content_item_state s where exists (
        select from content_registration r where r.id = s.registration_id and r.enrollment_id = $1) for update`;
      let held: Promise<Reply> | null = null;
      let answered = false;
      await holding(row, [learners[0]!.enrollment], async () => {
        held = send(theirs, 3).finally(() => (answered = true));
        await somebodyWaits();
        const beside = await send(others[0]!, 3);
        assert.deepEqual([beside.status, answered], [200, false]);
      });
      assert.equal((await held!).status, 200);

      const all = "lock table content_item_state in share row exclusive mode";
      const refused = async (replies: Promise<Reply>[], count: number) => {
        const statuses: number[] = [];
        for (const reply of replies) void reply.then(({ status }) => statuses.push(status));
        const ends_ms = performance.now() + 1_500;
        while (statuses.length < count && performance.now() < ends_ms) await setImmediate();
        return statuses;
      };
      const [copies, waited]: [Promise<Reply>[], Promise<Reply>[]] = [[], []];
      await holding(all, [], async () => {
        copies.push(send(theirs, 4));
        await somebodyWaits();
        for (const [place, url] of others.entries()) {
          copies.push(send(theirs, 5 + place));
          waited.push(send(url, 4));
        }
        assert.deepEqual(await refused(copies, 4), [503, 503, 503, 503], "eight of a registration wait");
      });
      for (const { status, text } of await Promise.all(waited)) assert.equal(status, 200, text);
      await Promise.all(copies);
      const written = await query(
        `select distinct s.xmin::text from content_item_state s join content_registration r on r.tenant_id = s.tenant_id and r.id = s.registration_id
        where r.enrollment_id = any($1)`,
        [learners.slice(1).map(({ enrollment }) => enrollment)],
      );
      assert.ok(written.length < others.length / 2, `written together, not each beside one copy: ${written.length}`);

      // 8 of each wait at most, but not with 4 MiB of one organisation.
      const much = { "cmi.suspend_data": "–".repeat(64_000) };
      assert.equal((await put("SIX", (await upload(scormPackage("2004"))).body.id)).status, 200);
      const large = await Promise.all(Array.from({ length: 4 }, async () => launch(await enrolled("SIX"))));
      for (const seq of [1, 2]) await Promise.all(large.map((url) => commit(url, seq, {})));
      let many: Promise<Reply>[] = [];
      await holding(all, [], async () => {
        many = large.flatMap((url) => Array.from({ length: 8 }, (_, place) => send(url, 3 + place, much)));
        const statuses = await refused(many, 10);
        assert.ok(statuses.length >= 10 && statuses.every((status) => status === 503), statuses.join());
      });
      await Promise.all(many);
    } finally {
      other.release(true);
    }
  },
);

test("commits that are written together belong to no request, and so to no trace of one", async () => {
  const request_of = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const pool = new Proxy(database.pool("muster_app", 1), {
    get(target, name) {
      seen.push(request_of.getStore());
      return Reflect.get(target, name) as unknown;
    },
  });
  const ids = { registration_id: crypto.randomUUID(), launch_id: crypto.randomUUID(), person_id: crypto.randomUUID() };
  const said = { item: "ITEM-1", seq: 2, opening: 1, elements: {}, score: null, ended: false, opening_s: 0, expires_us: 0 };
  assert.equal(await request_of.run("first", () => takeTogether(pool, acme.tenant_id, { ...ids, ...said })), false);
  assert.ok(seen.length > 0);
  assert.deepEqual(new Set(seen), new Set([undefined]));
});

test("a package that says failed uses up an attempt when it ends; the next try begins afresh, and the last one fails the enrollment", async () => {
  const learner = await enrolled("ONE");
  const failed = { "cmi.core.lesson_status": "failed", "cmi.core.score.raw": "30", "cmi.suspend_data": "lost" };
  const first = await launch(learner);
  assert.equal((await commit(first, 1, failed)).body.result, null, "it may still be mended");
  assert.equal((await commit(first, 2, { ...failed, "cmi.core.exit": "suspend" }, { ended: true })).body.result, null);
  assert.equal((await commit(first, 3, failed, { ended: true, opening: 2 })).body.result, "failed");
  assert.deepEqual(await attempts(learner), [{ number: 1, score: 30, passed: false }]);
  const second = await launch(learner);
  assert.deepEqual((await begin(second))["cmi.suspend_data"], undefined);
  // The browser died before the content could say that it is over: the next launch says so.
  assert.equal((await commit(second, 1, { ...failed, "cmi.core.score.raw": "40" })).body.result, null);
  const third = await learner.post(`/my/courses/${learner.enrollment}/launch`);
  assert.deepEqual([third.status, third.body.code], [409, "ENROLLMENT_NOT_OPEN"]);
  assert.deepEqual(
    (await attempts(learner)).map(({ score }) => score),
    [30, 40],
  );
  assert.equal(await stateOf(learner), "failed");
});

test("the course's pass score counts, whatever the package says", async () => {
  const { id } = (await upload(scormPackage("2004"))).body;
  await put("TWO", id);
  const learner = await enrolled("TWO");
  const opened = await launch(learner);
  assert.equal((await begin(opened))["cmi.entry"], "ab-initio");
  const said = { "cmi.success_status": "passed", "cmi.completion_status": "completed", "cmi.score.scaled": "0.79" };
  assert.equal((await commit(opened, 1, said, { ended: true })).body.result, "failed");
  const again = await launch(learner);
  assert.equal((await commit(again, 1, { ...said, "cmi.score.scaled": "0.8" })).body.result, "passed");
  assert.deepEqual(await attempts(learner), [
    { number: 1, score: 79, passed: false },
    { number: 2, score: 80, passed: true },
  ]);
});

test("limits of the standards are held on the server, and nothing is said for somebody else", async () => {
  const learner = await enrolled("ONE");
  const other = await enrolled("ONE");
  const opened = await launch(learner);
  const refused: [Record<string, string>, RegExp][] = [
    [{ "cmi.suspend_data": "x".repeat(4_097) }, /cmi\.suspend_data has 4097 characters; at most 4096/],
    [{ "cmi.core.lesson_location": "x".repeat(256) }, /lesson_location/],
    [{ "cmi.core.lesson_status": "superb" }, /cannot be "superb"/],
    [{ "cmi.core.score.raw": "many" }, /cannot be "many"/],
    [{ "cmi.core.session_time": "PT5M" }, /session_time/],
  ];
  for (const [elements, says] of refused) {
    const reply = await commit(opened, 1, elements);
    assert.deepEqual([reply.status, reply.body.code], [422, "COMMIT_REFUSED"], reply.text);
    assert.match(reply.body.detail, says);
  }
  assert.equal((await commit(opened, 1, { "cmi.suspend_data": "x".repeat(4_096) })).status, 200);
  assert.equal((await commit(opened, 1, {}, { item: "NONE", ended: true })).status, 422);
  // A learner, a name, a launch in the body: they are not read. A body that says more than a commit is refused.
  const named = {
    "cmi.core.student_id": other.account.id,
    "cmi.core.lesson_status": "passed",
    "cmi.core.total_time": "9999:00:00",
  };
  assert.equal((await commit(opened, 2, named)).body.result, "passed");
  assert.deepEqual([await stateOf(learner), await stateOf(other)], ["completed", "assigned"]);
  const more = { seq: 3, item: "ITEM-1", opening: 1, ended: false, elements: {}, registration_id: other.enrollment };
  assert.equal((await request("", "POST", `${opened}commits`, { body: more })).status, 422);
  const theirs = await learner.post(`/my/courses/${other.enrollment}/launch`);
  assert.equal(theirs.status, 404);
});

test("an enrollment that was closed meanwhile takes no result, and a learner who has left no commit", async () => {
  const learner = await enrolled("ONE");
  const opened = await launch(learner);
  await query("update enrollment set state = 'cancelled', cancelled_at = now(), cancel_reason = 'superseded' where id = $1", [
    learner.enrollment,
  ]);
  assert.equal((await commit(opened, 1, { "cmi.core.lesson_status": "passed" })).body.result, "not_counted");
  assert.deepEqual(await attempts(learner), []);
  const gone = await enrolled("ONE");
  const theirs = await launch(gone);
  await query("update person set state = 'deactivated', deactivated_at = now() where id = $1", [gone.account.id]);
  assert.equal((await commit(theirs, 1, { "cmi.core.lesson_status": "passed" })).status, 410);
  assert.equal((await get(`${theirs}files/content/index.html`)).status, 404);
});

test("several items: the package is done when each of them is, and its score is their mean", async () => {
  const items = ["A", "B", "C"].map((id) => ({
    id,
    title: `Part ${id}`,
    href: `content/${id}.html`,
    type: id === "C" ? ("asset" as const) : ("sco" as const),
  }));
  const { id } = (await upload(scormPackage("2004", { items }))).body;
  await put("THREE", id);
  const learner = await enrolled("THREE");
  const opened = await launch(learner);
  const score = (scaled: string) => ({ "cmi.success_status": "passed", "cmi.score.scaled": scaled });
  assert.equal((await commit(opened, 1, score("1"), { item: "A", ended: true })).body.result, null);
  assert.equal((await commit(opened, 2, {}, { item: "C", opening: 2, ended: true })).body.status, "completed");
  // Looked at again, an item does not fall back.
  assert.equal(
    (await commit(opened, 3, { "cmi.completion_status": "incomplete" }, { item: "A", opening: 3 })).body.status,
    "passed",
  );
  assert.equal((await commit(opened, 4, score("0.5"), { item: "B", opening: 4 })).body.result, "passed");
  assert.deepEqual(await attempts(learner), [{ number: 1, score: 75, passed: true }]);
});

test("a new version: who is under way finishes the old one, who begins takes the new one", async () => {
  const { id } = (await upload(scormPackage("1.2", { more: [{ name: "content/old.txt", content: "old" }] }))).body;
  await put("FOUR", id);
  const early = await enrolled("FOUR");
  await launch(early);
  const reply = await admin.call("PUT", `/packages/${id}/archive?file_name=v2.zip`, {
    headers: zip,
    body: scormPackage("2004", { more: [{ name: "content/new.txt", content: "new" }] }),
  });
  assert.deepEqual([reply.status, reply.body.version, reply.body.standard], [200, 2, "scorm_2004"], reply.text);
  const late = await enrolled("FOUR");
  const [old_one, new_one] = [await launch(early), await launch(late)];
  assert.deepEqual(
    [(await get(`${old_one}files/content/old.txt`)).text, (await get(`${new_one}files/content/new.txt`)).text],
    ["old", "new"],
  );
  assert.equal((await get(`${old_one}files/content/new.txt`)).status, 404);
  const refused = await admin.call("DELETE", `/packages/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, "PACKAGE_IN_USE"]);
});

test("what is refused says why and leaves nothing; a package that nobody uses is removed with its bytes", async () => {
  const nameless = await upload(scormPackage("1.2", { title: " " }), ".zip");
  assert.deepEqual([nameless.status, nameless.body.title], [201, ".zip"], nameless.text);
  const turned = await upload(scormPackage("1.2", { title: `A\u202e${"x".repeat(252)}\u{1f600}\u{1f600}` }));
  assert.deepEqual([turned.status, turned.body.title], [201, `A ${"x".repeat(252)}\u{1f600}`], turned.text);
  const before_it = await query("select count(*)::int as count from content_chunk");
  const reply = await upload(zipOf([{ name: "../evil.html", content: "x" }]));
  assert.deepEqual([reply.status, reply.body.code, reply.body.reason], [422, "PACKAGE_REFUSED", "path_climbs_out"], reply.text);
  assert.equal((await upload(Buffer.alloc(0))).status, 400);
  const large = await admin.call("POST", "/packages?file_name=a.zip", { headers: zip, body: Buffer.alloc(104_857_601) });
  assert.equal(large.status, 413);
  assert.deepEqual(await query("select count(*)::int as count from content_chunk"), before_it);
  assert.deepEqual(await query("select id from content_package where version is null"), []);
  const wrong = await put("FIVE", "019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a");
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, "#/content/package_id"]);

  const { id } = (await upload(scormPackage("1.2"))).body;
  const learner = await open("learner");
  for (const [panel, status] of [
    [learner, 403],
    [await open("it_admin"), 403],
  ] as const)
    assert.equal((await upload(scormPackage("1.2"), "a.zip", panel)).status, status);
  assert.equal((await admin.call("DELETE", `/packages/${id}`)).status, 204);
  assert.deepEqual(await query("select number from content_chunk where package_id = $1", [id]), []);
  assert.equal((await admin.call("DELETE", `/packages/${id}`)).status, 404);
  assert.equal((await put("FIVE", id)).status, 422);
  const audited = await query("select operation from audit_log where target_id = $1 order by id", [id]);
  assert.deepEqual(
    audited.map(({ operation }) => operation),
    ["package.create", "package.remove"],
  );
});

test("without a host for content packages are kept and not opened", async (t) => {
  const other = await startServer(database, { content_base_url: null });
  t.after(() => other.close());
  const learner = await enrolled("ONE");
  const panel = await sessionOf(other, database, acme.tenant_id, learner.account);
  const reply = await panel.post(`/my/courses/${learner.enrollment}/launch`);
  assert.deepEqual([reply.status, reply.body.code], [409, "CONTENT_ORIGIN_NOT_SET"]);
});

test("a package that is an item of a course ends its item, not the course; failed it ends the run, and it is not removed meanwhile", async () => {
  const { id: package_id } = (await upload(scormPackage("1.2"))).body;
  const [{ id: course_id }] = await query("select id from course where tenant_id = $1 and code = 'ITEMS'", [acme.tenant_id]);
  const common = { required: true, opens: "after_previous" };
  const items = [
    { ...common, kind: "package", title: "Lesson", package_id },
    { ...common, kind: "text", title: "Afterwards", text: "Keep the doors shut." },
  ];
  const foreign = [{ ...items[0], package_id: course_id }];
  const refused = await admin.call("PUT", `/courses/${course_id}/items`, { body: { items: foreign } });
  assert.equal(refused.body.errors[0].pointer, "#/items/0/package_id");
  assert.equal((await admin.call("PUT", `/courses/${course_id}/items`, { body: { items } })).status, 200);
  const listed = (await admin.get("/packages")).body.packages.find((one: any) => one.id === package_id);
  assert.deepEqual(
    listed.courses.map(({ code }: any) => code),
    ["ITEMS"],
  );
  assert.equal((await admin.delete(`/packages/${package_id}`)).body.code, "PACKAGE_IN_USE");

  const learner = await enrolled("ITEMS");
  const view = async () => (await learner.get(`/my/courses/${learner.enrollment}/items`)).body;
  const [lesson, text] = (await view()).items;
  const at = (item: { id: string }, step: string) => `/my/courses/${learner.enrollment}/items/${item.id}/${step}`;
  const open = async () => {
    const reply = await learner.post(at(lesson, "launch"));
    assert.equal(reply.status, 200, reply.text);
    return reply.body.url.split("?")[0] as string;
  };
  assert.equal((await learner.post(at(text, "finish"))).body.code, "ITEM_NOT_OPEN");
  assert.equal((await learner.post(at(text, "launch"))).body.code, "ITEM_NOT_OF_THIS_KIND");
  assert.equal((await learner.post(`/my/courses/${learner.enrollment}/launch`)).body.code, "COURSE_HAS_NO_PACKAGE");
  const failing = await open();
  await begin(failing);
  const failed = { "cmi.core.lesson_status": "failed", "cmi.core.score.raw": "40" };
  assert.equal((await commit(failing, 1, failed, { ended: true })).body.result, "failed");
  const after = await view();
  assert.deepEqual([after.run.result, after.status, after.attempts_left], ["failed", "in_progress", 1]);

  const opened = await open();
  await begin(opened);
  await commit(opened, 1, { "cmi.core.lesson_status": "incomplete" });
  assert.deepEqual([(await view()).run.number, (await view()).items[0].state], [2, "under_way"]);
  const passed = { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "90" };
  assert.equal((await commit(opened, 2, passed, { ended: true })).body.result, "passed");
  assert.deepEqual([(await view()).items[0].state, await stateOf(learner)], ["done", "in_progress"]);
  assert.equal((await learner.post(at(text, "finish"))).body.status, "completed");
  assert.deepEqual(await attempts(learner), [
    { number: 1, score: 40, passed: false },
    { number: 2, score: 90, passed: true },
  ]);
});

test(
  "two devices that open a package for the first time at once have one try, and only the newer launch says something",
  {
    skip: needsServer(),
  },
  async () => {
    const { id } = (await upload(scormPackage("1.2"))).body;
    assert.equal((await put("EIGHT", id)).status, 200);
    const learner = await enrolled("EIGHT");
    const other = await database.superuser.connect();
    let launches: Promise<string>[] = [];
    try {
      await other.query("begin");
      await other.query("select from person where id = $1 for no key update", [learner.account.id]);
      launches = [launch(learner), launch(learner)];
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      while ((await database.superuser.query(waiting)).rowCount! < 2) await setImmediate();
      await other.query("commit");
    } finally {
      other.release(true);
    }
    const opened = await Promise.all(launches);
    assert.equal((await query("select from content_registration where enrollment_id = $1", [learner.enrollment])).length, 1);
    const replies = await Promise.all(opened.map((url) => commit(url, 1, { "cmi.core.lesson_status": "incomplete" })));
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, next) => one - next),
      [200, 409],
    );
  },
);

test("a course that got other content meanwhile takes no result from a package of its former items", async () => {
  const { id: package_id } = (await upload(scormPackage("1.2"))).body;
  const [{ id: course_id }] = await query("select id from course where tenant_id = $1 and code = 'AWAY'", [acme.tenant_id]);
  const items = [{ kind: "package", title: "Lesson", required: true, opens: "at_once", package_id }];
  assert.equal((await admin.call("PUT", `/courses/${course_id}/items`, { body: { items } })).status, 200);
  const learner = await enrolled("AWAY");
  const [lesson] = (await learner.get(`/my/courses/${learner.enrollment}/items`)).body.items;
  const opened = (await learner.post(`/my/courses/${learner.enrollment}/items/${lesson.id}/launch`)).body.url.split("?")[0];
  await begin(opened);
  const content = { kind: "document", text: "Keep the doors shut." };
  assert.equal((await admin.call("PATCH", `/courses/${course_id}`, { body: { content } })).status, 200);
  const passed = { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "90" };
  assert.equal((await commit(opened, 1, passed, { ended: true })).body.result, "not_counted");
  assert.deepEqual([await attempts(learner), await stateOf(learner)], [[], "in_progress"]);
});
