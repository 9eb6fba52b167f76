// Commits that wait at the same moment: each is stored once, and none delays the others.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer } from "../../../../test/harness/database.ts";
import { begin, commit, openContentScene, type ContentScene } from "../../../../test/harness/packages/scene.ts";
import { scormPackage } from "../../../../test/harness/packages/scorm.ts";
import { request, type Reply } from "../../../../test/harness/server.ts";
import { takeTogether } from "./commit-together.ts";

const noon = "2026-02-02T11:00:00Z";

let s: ContentScene;

before(async () => {
  s = await openContentScene({ courses: [{ code: "ONE" }, { code: "SIX" }], attempts_allowed: 2 });
  await s.database.clock.freeze(noon);
  await s.give("ONE", scormPackage("1.2"));
});
after(() => s?.close());

test("many learners commit at once: what waits together is written together, each commit is kept once, and times are not added up twice", async () => {
  const learners = await Promise.all(Array.from({ length: 24 }, () => s.enrolled("ONE")));
  const opened = await Promise.all(learners.map((learner) => s.launch(learner)));
  const page = (seq: number) => ({ "cmi.suspend_data": `page=${seq}`, "cmi.core.session_time": `0000:00:${10 + seq}.00` });
  for (const seq of [1, 2, 3]) {
    const replies = await Promise.all(opened.map((url) => commit(url, seq, page(seq))));
    for (const { status, text, body } of replies)
      assert.deepEqual([status, body], [200, { seq, status: "incomplete", result: null }], text);
  }
  const [first] = opened as [string];
  // A repeated commit whose answer was lost, and an older one that arrives late.
  assert.equal((await commit(first, 3, page(3))).body.seq, 3);
  assert.equal((await commit(first, 2, page(2))).body.seq, 3);
  const kept = await s.query(
    `select s.seq, s.elements->>'cmi.suspend_data' as data, s.before_s + s.opening_s as total_s, s.xmin::text as written_by
    from content_item_state s join content_registration r on r.tenant_id = s.tenant_id and r.id = s.registration_id
    where r.enrollment_id = any($1)`,
    [learners.map(({ enrollment }) => enrollment)],
  );
  assert.deepEqual(
    kept.map(({ seq, data, total_s }) => [seq, data, total_s]),
    learners.map(() => [3, "page=3", 13]),
  );
  // How many are written together depends on how fast the machine sends them.
  assert.ok(new Set(kept.map(({ written_by }) => written_by)).size < learners.length, "some are written together");
  assert.equal((await commit(first, 4, page(4), { opening: 2 })).status, 200);
  assert.equal((await commit(first, 5, page(5), { opening: 2 })).status, 200);
  assert.equal((await begin(first))["cmi.core.total_time"], "0000:00:28");
  // A cached registration does not admit a learner who has left meanwhile.
  await s.query("update person set state = 'deactivated', deactivated_at = now() where id = $1", [learners[0]!.account.id]);
  assert.equal((await commit(first, 6, page(6), { opening: 2 })).status, 410);
});

test(
  "a commit that is under way when the course is opened elsewhere is there for the new launch, or is refused",
  { skip: needsServer() },
  async () => {
    const learner = await s.enrolled("ONE");
    const first = await s.launch(learner);
    for (const seq of [1, 2]) assert.equal((await commit(first, seq, { "cmi.suspend_data": `page=${seq}` })).status, 200);
    const other = await s.database.superuser.connect();
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
      while ((await s.database.superuser.query(waiting)).rowCount! < 1) await setImmediate();
      second = s.launch(learner);
      while ((await s.database.superuser.query(waiting)).rowCount! < 2) await setImmediate();
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
    const learners = await Promise.all(Array.from({ length: 12 }, () => s.enrolled("ONE")));
    const opened = await Promise.all(learners.map((learner) => s.launch(learner)));
    const [theirs, ...others] = opened as [string, ...string[]];
    for (const seq of [1, 2]) await Promise.all(opened.map((url) => commit(url, seq, {})));
    const send = (url: string, seq: number, elements = {}) =>
      request("", "POST", `${url}commits`, { body: { seq, item: "ITEM-1", opening: 1, ended: false, elements } });
    const other = await s.database.superuser.connect();
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
      while ((await s.database.superuser.query(waiting)).rowCount! < 1) await setImmediate();
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
      const written = await s.query(
        `select distinct s.xmin::text from content_item_state s join content_registration r on r.tenant_id = s.tenant_id and r.id = s.registration_id
        where r.enrollment_id = any($1)`,
        [learners.slice(1).map(({ enrollment }) => enrollment)],
      );
      assert.ok(written.length < others.length / 2, `written together, not each beside one copy: ${written.length}`);

      // At most 8 commits of each registration wait, and less than 4 MiB of one organisation.
      const much = { "cmi.suspend_data": "–".repeat(64_000) };
      assert.equal((await s.put("SIX", (await s.upload(scormPackage("2004"))).body.id)).status, 200);
      const large = await Promise.all(Array.from({ length: 4 }, async () => s.launch(await s.enrolled("SIX"))));
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
  const pool = new Proxy(s.database.pool("muster_app", 1), {
    get(target, name) {
      seen.push(request_of.getStore());
      return Reflect.get(target, name) as unknown;
    },
  });
  const ids = { registration_id: crypto.randomUUID(), launch_id: crypto.randomUUID(), person_id: crypto.randomUUID() };
  const said = { item: "ITEM-1", seq: 2, opening: 1, elements: {}, score: null, ended: false, opening_s: 0, expires_us: 0 };
  assert.equal(await request_of.run("first", () => takeTogether(pool, s.acme.tenant_id, { ...ids, ...said })), false);
  assert.ok(seen.length > 0);
  assert.deepEqual(new Set(seen), new Set([undefined]));
});
