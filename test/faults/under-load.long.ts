// Faults under a mixed load of REST, SCIM, files and webhooks: two API processes, two workers, and a PostgreSQL server with a
// disk of its own. A journal of the answers that clients got is compared with the database afterwards. The report has for each
// fault: the clients' answers, the time until everything worked again, and what was lost or duplicated. `FAULTS=disk` runs only
// the faults whose name contains the word.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { slowness } from "../harness/patience.ts";
import { compare } from "./under-load/compare.ts";
import { faults, hour_s } from "./under-load/faults.ts";
import { cannotMount, isReady, startInstallation, type Installation } from "./under-load/installation.ts";
import { startClients, type Answer, type Journal } from "./under-load/journal.ts";

const acknowledged_min = process.env["FAULTS"] === undefined ? 20_000 : 0;
const recovered_ms_max = 15_000;
/** The limit of a wait; a run that does not recover ends then. */
const hopeless_ms = 120_000 * slowness;
const drained_ms_max = 300_000 * slowness;
/** The time without faults between two faults. */
const quiet_ms = 3_000;
const skip = await cannotMount();

let installation: Installation;

before(async () => {
  if (!skip) installation = await startInstallation();
});
after(() => installation?.close());

type Told = { fault: string; from_ms: number; to_ms: number; api_ms: number; worker_ms: number };

/**
 * Waits until each API acknowledges writes and both processes are ready, and until later events are delivered. Returns both
 * times.
 */
async function recover(journal: Journal, since_ms: number): Promise<{ api_ms: number; worker_ms: number }> {
  const until = async (isSo: () => Promise<boolean>): Promise<number> => {
    while (!(await isSo())) {
      assert.ok(performance.now() - since_ms < hopeless_ms, "it does not recover");
      await sleep(50);
    }
    return performance.now() - since_ms;
  };
  const servesAgain = (api: number) =>
    journal.answers.findLast((answer) => answer.api === api && answer.status >= 200 && answer.status < 300)?.at_ms ?? 0;
  const api = until(async () => {
    const ready = await Promise.all(installation.apis.map(({ url }) => isReady(url)));
    return ready.every(Boolean) && installation.apis.every((_, api) => servesAgain(api) > since_ms);
  });
  // Waits until the subscriber has received the first assignment that was asked for after the fault. One that was acknowledged
  // after it may have been written before, and is due an hour later if the database's clock went back.
  const workers = until(async () => {
    const first = journal.acknowledged.find(({ asked_ms = 0 }) => asked_ms > since_ms);
    return first !== undefined && installation.receiver.received.some(({ body }) => body.includes(first.value));
  });
  const [api_ms, worker_ms] = await Promise.all([api, workers]);
  return { api_ms, worker_ms };
}

test(
  "nothing that was acknowledged is lost or doubled by any fault, and everything works again within 15 s",
  { skip },
  async (t) => {
    const wanted = process.env["FAULTS"];
    const chosen = faults.filter(({ name }) => wanted === undefined || name.includes(wanted));
    assert.ok(chosen.length > 0, `no fault has the word ${wanted}`);
    const journal: Journal = { acknowledged: [], answers: [], unexpected: [] };
    const stopClients = startClients(installation, journal);
    t.after(stopClients);
    const told: Told[] = [];
    await recover(journal, performance.now());
    for (const fault of chosen) {
      await sleep(quiet_ms);
      const from_ms = performance.now();
      const end = await fault.begin(installation);
      await sleep(fault.seconds * 1_000);
      await end();
      const gone_ms = performance.now();
      const recovered = await recover(journal, gone_ms);
      told.push({ fault: fault.name, from_ms, to_ms: performance.now(), ...recovered });
      t.diagnostic(lineOf(told.at(-1)!, journal));
    }
    while (journal.acknowledged.length < acknowledged_min) await sleep(200);
    await stopClients();
    // A delivery that was written just before the database's clock went back is due when that hour has come.
    await installation.database.clock.advance(hour_s);
    const pending = async () =>
      Number(
        (await installation.database.superuser.query("select count(*) from webhook_delivery where ended_on = 'infinity'")).rows[0]
          .count,
      );
    for (const ends_ms = performance.now() + drained_ms_max; (await pending()) > 0; await sleep(200))
      assert.ok(performance.now() < ends_ms, "what was pending has not been delivered");

    const { lost, doubled, faults: found } = await compare(installation, journal.acknowledged);
    for (const one of told) {
      const within = ({ at_ms }: { at_ms: number }) => at_ms >= one.from_ms && at_ms <= one.to_ms;
      t.diagnostic(`${lineOf(one, journal)} | ${lost.filter(within).length} lost, ${doubled.filter(within).length} doubled`);
    }
    const { rows: events } = await installation.database.superuser.query<{ id: string }>(
      "select id from event where type = 'enrollment.assigned'",
    );
    const times = installation.told();
    t.diagnostic(
      `${journal.acknowledged.length} writes acknowledged, ${lost.length} lost, ${doubled.length} doubled; ${events.length} events, ${times.size} told, ${[...times.values()].reduce((sum, n) => sum + n - 1, 0)} of them again`,
    );
    assert.deepEqual(lost.slice(0, 10), []);
    assert.deepEqual(doubled.slice(0, 10), []);
    assert.deepEqual(found.slice(0, 10), []);
    assert.deepEqual(
      events.filter(({ id }) => !times.has(id)),
      [],
      "each event has reached its subscriber",
    );
    assert.equal(times.size, events.length, "no event was told that did not happen");
    assert.deepEqual(journal.unexpected.slice(0, 10), []);
    const bare = journal.answers.filter(({ status, retry_after }) => status >= 500 && !retry_after);
    assert.deepEqual(bare.slice(0, 10), [], "each 5xx says when to come again");
    assert.ok(journal.acknowledged.length >= acknowledged_min);
    const slow = told.filter(({ api_ms, worker_ms }) => Math.max(api_ms, worker_ms) > recovered_ms_max * slowness);
    assert.deepEqual(slow, []);
  },
);

/** A row of the report: fault | answers | time until both APIs, and the workers, worked again. */
function lineOf({ fault, from_ms, to_ms, api_ms, worker_ms }: Told, { answers }: Journal): string {
  const seen = new Map<string, number>();
  for (const answer of answers.filter(({ at_ms }) => at_ms >= from_ms && at_ms <= to_ms)) {
    const name = nameOf(answer);
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  const saw = [...seen].toSorted(([one], [other]) => one.localeCompare(other)).map(([name, number]) => `${number} × ${name}`);
  return `${fault} | ${saw.join(", ")} | API ${(api_ms / 1_000).toFixed(1)} s, webhooks ${(worker_ms / 1_000).toFixed(1)} s`;
}

function nameOf({ status, code, retry_after }: Answer): string {
  if (status === 0) return "broken";
  if (status < 300) return "2xx";
  return `${status} ${code}${status >= 500 && !retry_after ? " without Retry-After" : ""}`;
}
