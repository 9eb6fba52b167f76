import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import type { Pool } from "../../db/pool.ts";
import { newId } from "../../ids.ts";
import { reportLoad } from "./load-sql.ts";
import { at_full_speed, beside_requests } from "./pace.ts";
import { paceNow } from "./rest.ts";

let database: TestDatabase;
let app: Pool;
let worker: Pool;

before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2026-03-02T08:00:00Z");
  app = database.pool();
});
after(() => database.close());
beforeEach(async () => {
  await database.superuser.query("delete from infra.neighbour");
  worker = database.pool("muster_worker", 1);
});

const quick = { answers: 40, slowness: 1 };
const slow = { answers: 40, slowness: 2 };

test("work goes on at full speed without requests, and slows down when a process reports slow statements", async () => {
  const api = newId();
  assert.deepEqual(await paceNow(worker, 0), at_full_speed);
  assert.equal(await reportLoad(app, api, slow), true, "work goes on");
  assert.deepEqual(await paceNow(worker, 400), at_full_speed, "it looks every half second");
  const given = await paceNow(worker, 600);
  assert.deepEqual(given, { share: 0.5, part_ms: 140 });
  assert.deepEqual(await paceNow(worker, 1_200), given, "a report counts once");
  await database.clock.advance(1);
  await reportLoad(app, api, slow);
  const { share, part_ms } = await paceNow(worker, 1_800);
  assert.deepEqual([share.toFixed(2), part_ms.toFixed(0)], ["0.50", "120"]);
  await database.clock.advance(3);
  assert.deepEqual(await paceNow(worker, 4_800), at_full_speed, "without new reports there are no requests");
  await database.clock.advance(4);
  assert.equal(await reportLoad(app, api, slow), false, "work that is silent has ended");
});

test("work that begins beside requests gives way before reports say anything of it", async () => {
  await reportLoad(app, newId(), quick);
  assert.deepEqual(await paceNow(worker, 0), beside_requests);
});

test("two processes that work at the same moment divide the share, until one of them has ended", async () => {
  await reportLoad(app, newId(), quick);
  const other = database.pool("muster_worker", 1);
  assert.deepEqual(await paceNow(other, 0), beside_requests);
  assert.deepEqual(await paceNow(worker, 0), { ...beside_requests, share: beside_requests.share / 2 });
  await database.clock.advance(3);
  await reportLoad(app, newId(), quick);
  assert.deepEqual(await paceNow(worker, 600), { share: 0.7, part_ms: 160 });
});

test("each process counts by what it answers", async () => {
  await paceNow(worker, 0);
  await reportLoad(app, newId(), { answers: 1, slowness: 8 });
  await reportLoad(app, newId(), { answers: 999, slowness: 1 });
  await reportLoad(app, newId(), { answers: 500, slowness: null });
  assert.deepEqual(await paceNow(worker, 600), { share: 0.7, part_ms: 200 });
});

test("what processes have left behind is removed", async () => {
  await reportLoad(app, newId(), quick);
  await database.clock.advance(4_000);
  await paceNow(worker, 0);
  const { rows } = await database.superuser.query("select works from infra.neighbour");
  assert.deepEqual(rows, [{ works: true }]);
});
