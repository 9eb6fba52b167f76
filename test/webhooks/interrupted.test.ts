// R12: a delivery whose worker is killed during an attempt is attempted again, and the log shows both attempts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { needsServer } from "../harness/database.ts";
import { emit, subscribe } from "../harness/deliveries.ts";
import { patience_ms, slowness } from "../harness/patience.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { openSubscribing, subscriptions, type Subscribing } from "../harness/subscribing.ts";
import { startReceiver, type Receiver } from "../harness/webhooks.ts";

const recorded_ms_max = 30_000 * slowness;
const lease_s = 30;
const skip = needsServer();

let receiver: Receiver;
let here: Subscribing;
let id: string;
const started: Process[] = [];

before(async () => {
  if (skip) return;
  receiver = await startReceiver();
  here = await openSubscribing({ trusted_origins: [receiver.origin] });
  id = await subscribe(here, { target_url: `${receiver.origin}/hook` });
});
after(async () => {
  await Promise.all(started.map((one) => one.end("SIGKILL")));
  await here?.close();
  await receiver?.close();
});

function startWorker(): Process {
  assert.equal(here.database.connection.kind, "server");
  const one = startProcess("worker", {
    DATABASE_URL: (here.database.connection as { url: string }).url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    WEBHOOK_TRUSTED_TARGETS: receiver.origin,
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  });
  started.push(one);
  return one;
}

/**
 * Waits until the server has ended the sessions of a killed worker. A statement that it had sent continues, and a claim would
 * then use a clock that was moved meanwhile, for a dead worker.
 */
async function untilGone(): Promise<void> {
  const theirs = "select from pg_stat_activity where datname = current_database() and application_name = 'muster_delivery'";
  const ends_ms = performance.now() + patience_ms;
  while ((await here.database.superuser.query(theirs)).rowCount !== 0) {
    assert.ok(performance.now() < ends_ms, "the sessions of the dead worker have not ended");
    await sleep(20);
  }
}

async function untilEnded(): Promise<any> {
  for (const ends_ms = performance.now() + recorded_ms_max; ; await sleep(50)) {
    const [delivery] = (await here.api.get(`${subscriptions}/${id}/deliveries`)).body.deliveries;
    if (delivery.status !== "pending") return delivery;
    if (performance.now() > ends_ms) throw new Error(`still ${JSON.stringify(delivery)} after ${recorded_ms_max} ms`);
  }
}

test(
  "R12: an attempt whose worker is killed stands in the delivery log as interrupted, and the one that follows is counted anew",
  { skip },
  async () => {
    receiver.answer = () => undefined;
    const at = Temporal.Now.instant();
    await emit(here, ["course.completed"], at.toString());
    const first = startWorker();
    await receiver.first(1);
    await first.end("SIGKILL");
    await untilGone();
    receiver.answer = (_received, reply) => reply.writeHead(204).end();
    await here.database.clock.advance(lease_s + 1);
    startWorker();
    const delivery = await untilEnded();
    assert.deepEqual([delivery.status, delivery.attempt_count, delivery.max_attempts], ["succeeded", 2, 6]);
    assert.deepEqual(
      delivery.attempts.map(({ number, trigger, response_status, error, host }: any) => [
        number,
        trigger,
        response_status,
        error,
        host,
      ]),
      [
        [1, "scheduled", null, "INTERRUPTED", new URL(receiver.origin).host],
        [2, "scheduled", 204, null, new URL(receiver.origin).host],
      ],
    );
    const [interrupted, made] = delivery.attempts;
    const began = Temporal.Instant.from(interrupted.attempted_at);
    assert.ok(Temporal.Instant.compare(began, at.subtract({ seconds: 1 })) > 0, interrupted.attempted_at);
    const apart_ms = Temporal.Instant.from(made.attempted_at).epochMilliseconds - began.epochMilliseconds;
    assert.ok(apart_ms >= lease_s * 1_000, `${apart_ms} ms apart`);
    assert.equal(interrupted.duration_ms, lease_s * 1_000);
    const { consecutive_failures } = (await here.api.get(`${subscriptions}/${id}`)).body;
    assert.equal(consecutive_failures ?? 0, 0, "no failure of the receiver");
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["x-lms-event-id"])).size, 1);
  },
);
