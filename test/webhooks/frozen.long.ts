import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { startProcess } from "../harness/machine/processes.ts";
import { happen, senderTo, startReceiver, startWorking, subscribe } from "../harness/webhooks.ts";

const frozen_ms = 40_000;
const taken_over_ms_max = 36_000;

let database: TestDatabase;
let organisation: TestOrganisation;

before(async () => {
  database = await openDatabase();
  organisation = await createOrganisation(database, { clients: [{ name: "HR sync", scopes: ["webhooks:manage"] }] });
});
after(() => database.close());

test("FT10: what a frozen worker had claimed is taken over, and its late result changes nothing", async (t) => {
  if (database.connection.kind !== "server") throw new Error("needs a server");
  // Answers the first request so late that its worker is frozen meanwhile, and the answer waits in its socket.
  const times_ms: number[] = [];
  const receiver = await startReceiver((_received, reply) => {
    times_ms.push(performance.now());
    setTimeout(() => reply.writeHead(times_ms.length === 1 ? 500 : 204).end(), times_ms.length === 1 ? 1_500 : 0);
  });
  t.after(() => receiver.close());
  const { id } = await subscribe(database, organisation, "HR sync", `${receiver.origin}/`);
  const frozen = startProcess("worker", {
    DATABASE_URL: database.connection.url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    WEBHOOK_TRUSTED_TARGETS: receiver.origin,
    LOG_LEVEL: "fatal",
  });
  t.after(() => frozen.end("SIGKILL"));
  await sleep(3_000);
  await happen(database, organisation);
  await receiver.first(1);
  frozen.child.kill("SIGSTOP");
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  const other = startWorking(database, sender);
  t.after(() => other.stop());
  await receiver.first(2);
  const taken_over_ms = times_ms[1]! - times_ms[0]!;
  assert.ok(taken_over_ms <= taken_over_ms_max, `taken over after ${taken_over_ms} ms`);
  await sleep(Math.max(0, frozen_ms - taken_over_ms));
  frozen.child.kill("SIGCONT");
  await sleep(3_000);
  await frozen.end("SIGTERM");
  await other.stop();
  const { rows } = await database.superuser.query(
    `select d.status, d.attempt_count, s.state, s.consecutive_failures,
       array(select coalesce(a.error, a.response_status::text) from webhook_attempt a where a.delivery_id = d.id order by a.number) as attempts
     from webhook_delivery d join webhook_subscription_state s on s.subscription_id = d.subscription_id
     where d.subscription_id = $1`,
    [id],
  );
  const attempts = ["INTERRUPTED", "204"];
  assert.deepEqual(rows, [{ status: "succeeded", attempt_count: 2, state: "active", consecutive_failures: 0, attempts }]);
  assert.equal(receiver.received.length, 2);
  t.diagnostic(`taken over after ${(taken_over_ms / 1_000).toFixed(1)} s`);
});
