// How an event reaches a subscriber. The use case's transaction writes the event and a delivery for each subscription
// (emit.ts), and wakes the workers after it has committed. Any number of workers then do the same three things.
//
//   claim    one statement, committed before anything is sent: which deliveries, for 30 s (queue-sql.ts)
//   attempt  one POST, 5 s at most (attempt.ts)
//   record   attempts that ended close together, in one transaction: attempt, delivery, subscription (results-sql.ts)
//
// How many attempts are under way together follows what each receiver shows that it bears (pace/window.ts), in each process by
// itself; the claim holds all processes to the bounds of a subscription and of an organisation.
//
// Guaranteed: each delivery is attempted until a 2xx or the end of its schedule, at least once. A worker that dies leaves
// claims that run out, and others take what it had; a worker that comes back after that long finds its results refused,
// because they name a claim that no longer stands. What cannot be recorded while the database is away is tried again until
// the claim runs out; then the delivery is made once more, which receivers see by the event's id, and the log shows the attempt
// whose end is not known as interrupted.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Pool } from "../../../platform/db/pool.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { attempt, type AttemptOutcome, type Sendable, type Sender } from "./attempt.ts";
import { claimDue, expireClaimed, reachAll, releaseClaim, type Claim, type Claimed, type Reach } from "./queue-sql.ts";
import type { DeliveryObserver } from "./observe.ts";
import { createInFlight, type Answered, type InFlight, type Rooms } from "./pace/in-flight.ts";
import { createNudge } from "../../../platform/nudge.ts";
import { createRecorder, type Recorder } from "./results/record-results.ts";
import type { Result } from "./results-sql.ts";
import { waitAfter } from "./retry.ts";

export type DeliveryOptions = {
  /** Acts as muster_delivery. */
  delivery_pool: Pool;
  /** Acts as muster_worker: failures move states and send mails within their organisation. */
  pool: Pool;
  sender: Sender;
  log: Logger;
  observe?: DeliveryObserver;
  /** The steady clock, in ms, by which receivers are quick or slow; left out: the process's. */
  steadyClock?: () => number;
};

export type Delivery = {
  /** Something may be due. */
  wake: () => void;
  readonly in_flight: number;
  /** Stops claiming and waits for running attempts, 6 s at most; remaining claims expire by themselves. */
  stop(): Promise<void>;
};

const slots_max = 400;
/** Slots that retries may not take: endpoints that hang must not keep events from those that answer. */
const slots_for_first_attempts = 100;
const deliveries_per_claim_max = 100;
const subscriptions_per_claim_max = 64;
export const in_flight_per_tenant_max = 200;
/** Attempts at one subscription together where a sandbox's clock is moved: no window is kept for these. */
const in_flight_in_sandbox_max = 5;
const lease_us = 30_000_000;
/** An attempt begins only while its claim is good for all that it may take. */
const lease_left_min_ms = 10_000;
/** How often a worker looks by itself: right after it had something to do, and when nothing has come for a while. What is emitted
 * wakes it, what becomes due meanwhile (due-deliveries.ts), and the end of an attempt where more waits than was room for. */
const look_busy_ms = 40;
const look_idle_ms = 60_000;
const busy_for_ms = 1_000;
/** Between two claims a worker rests for as long as the last one took, and at least for this, so that deliveries gather. */
const claim_rest_min_ms = 4;
const claim_rest_max_ms = 40;
const database_away_ms = 500;
const own_fault_wait_us = 15_000_000;
const stop_max_ms = 6_000;

/** Starts delivering; as many processes may as wanted. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { delivery_pool } = options;
  const reach = reachAll(delivery_pool);
  const nudge = createNudge();
  const in_flight = createInFlight(options.steadyClock);
  /** The last claim was bound by what the worker or an organisation may have under way. */
  let is_bound = false;
  const isAwaited = () => is_bound || in_flight.hasMore();
  const onRecorded = () => void (isAwaited() && nudge.wake());
  const onEnded = (subscription_id: string) => void ((is_bound || in_flight.hasMore(subscription_id)) && nudge.wake());
  const recorder = createRecorder({ ...options, reach, onRecorded, isAwaited });
  const desk = { ...options, reach, recorder, in_flight, onEnded };
  const under_way = new Set<Promise<void>>();
  const stop = new AbortController();

  const loop = async () => {
    let busy_until_ms = 0;
    while (!stop.signal.aborted) {
      const began_ms = performance.now();
      const free = slots_max - under_way.size;
      const claimed = await claimSome(desk, free);
      if (claimed === null) {
        await nudge.wait(database_away_ms);
        continue;
      }
      for (const delivery of claimed) {
        const one = deliver(desk, delivery, began_ms).finally(() => under_way.delete(one));
        under_way.add(one);
      }
      if (claimed.length > 0) busy_until_ms = performance.now() + busy_for_ms;
      is_bound = noteRooms(in_flight, claimed, free);
      const took_ms = performance.now() - began_ms;
      await sleep(Math.max(claim_rest_min_ms, Math.min(took_ms, claim_rest_max_ms)));
      // The claim was full: more deliveries may wait.
      if (claimed.length > 0 && claimed.length >= claimable(free).deliveries_max) continue;
      await nudge.wait(performance.now() < busy_until_ms || under_way.size > 0 ? look_busy_ms : look_idle_ms);
    }
  };
  const looping = loop();
  return {
    wake: nudge.wake,
    get in_flight() {
      return under_way.size;
    },
    async stop() {
      stop.abort();
      nudge.wake();
      await looping;
      const finished = Promise.allSettled(under_way).then(() => recorder.close());
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
      const timer = setTimeout(giveUp, stop_max_ms);
      await Promise.race([finished, late]);
      // Else the process would live on for it.
      clearTimeout(timer);
    },
  };
}

/**
 * Makes every attempt of one organisation that is due, and again until nothing is; returns how many. For a sandbox whose clock
 * was moved: it does not wait for a worker.
 */
export async function deliverAllOf(
  options: Pick<DeliveryOptions, "pool" | "sender" | "log"> & { tenant_id: string; stop: () => boolean },
): Promise<number> {
  const { pool, tenant_id, sender, log } = options;
  const reach: Reach = (statement) => readTenant(pool, tenant_id, statement);
  const recorder = createRecorder({ pool, sender, log, reach, onRecorded: () => undefined });
  const rooms = { subscription_ids: [], rooms: [], room_default: in_flight_in_sandbox_max };
  let count = 0;
  for (;;) {
    const began_ms = performance.now();
    const claimed = options.stop()
      ? []
      : await claimDue(reach, {
          ...claimOf({ deliveries_max: deliveries_per_claim_max, first_attempts_only: false }, rooms),
          among: "waiting",
        });
    if (claimed.length === 0) return count;
    count += claimed.length;
    await Promise.all(claimed.map((delivery) => deliver({ sender, reach, recorder, log }, delivery, began_ms)));
    await recorder.flush();
  }
}

/**
 * Notes of which subscriptions more may be due than a claim had room for. Whether it was bound otherwise: by the worker's slots or
 * by what an organisation may have under way.
 */
function noteRooms(in_flight: InFlight, claimed: readonly Claimed[], free: number): boolean {
  const of_subscription = Map.groupBy(claimed, ({ subscription_id }) => subscription_id);
  for (const [id, deliveries] of of_subscription) in_flight.setMore(id, deliveries.length >= deliveries[0]!.room);
  const of_tenant = Map.groupBy(claimed, ({ tenant_id }) => tenant_id);
  return free <= 0 || [...of_tenant.values()].some((deliveries) => deliveries.length >= deliveries[0]!.tenant_room);
}

/** null: the database is away. */
async function claimSome({ reach, in_flight, log }: Omit<Desk, "in_flight"> & { in_flight: InFlight }, free: number) {
  if (free <= 0) return [];
  try {
    return await claimDue(reach, claimOf(claimable(free), in_flight.rooms(), tenantShare(free)));
  } catch (error) {
    log.warn({ err: error }, "could not claim deliveries; looking again in a moment");
    return null;
  }
}

/**
 * What one organisation may have under way: no more than is free. So an organisation whose receivers hang takes half of the slots
 * at most, and the next one half of what is left.
 */
export function tenantShare(free: number): number {
  return Math.min(in_flight_per_tenant_max, free);
}

type Claimable = Pick<Claim, "deliveries_max" | "first_attempts_only">;

/** What a worker with so many free slots may claim at once. */
export function claimable(free: number): Claimable {
  const first_attempts_only = free <= slots_for_first_attempts;
  const deliveries = first_attempts_only ? free : free - slots_for_first_attempts;
  return { deliveries_max: Math.min(deliveries, deliveries_per_claim_max), first_attempts_only };
}

function claimOf(claimable: Claimable, rooms: Rooms, tenant_max = in_flight_per_tenant_max): Claim {
  return {
    claim_id: randomUUID(),
    lease_us,
    ...claimable,
    rooms,
    among: "due",
    subscriptions_max: subscriptions_per_claim_max,
    in_flight_per_tenant_max: tenant_max,
  };
}

type Desk = {
  sender: Sender;
  reach: Reach;
  recorder: Recorder;
  log: Logger;
  observe?: DeliveryObserver;
  /** Left out: what is under way is bounded by the claim alone. */
  in_flight?: InFlight;
  onEnded?: (subscription_id: string) => void;
};

/**
 * One attempt at a claimed delivery, and its result handed to the recorder. A fault of our own is no attempt: the delivery is
 * due again a little later. Never throws.
 */
async function deliver(desk: Desk, delivery: Claimed, claimed_ms: number): Promise<void> {
  const { reach, recorder, log, observe } = desk;
  const since_claim_ms = performance.now() - claimed_ms;
  // A process that was frozen: by now another worker may have the delivery. If not, no attempt was made, and the log shows none.
  if (since_claim_ms > lease_us / 1_000 - lease_left_min_ms) {
    await releaseClaim(reach, delivery, 0).catch(() => undefined); // else the claim runs out by itself
    return;
  }
  const at_s = Math.floor((delivery.real_us / 1_000 + since_claim_ms) / 1_000);
  let outcome: AttemptOutcome;
  try {
    const { body } = delivery;
    if (body === null) return await expireClaimed(reach, delivery);
    outcome = await attemptInFlight(desk, { ...delivery, body }, at_s);
  } catch (error) {
    log.error({ err: error, tenant_id: delivery.tenant_id, delivery_id: delivery.delivery_id }, "an attempt could not be made");
    await releaseClaim(reach, delivery, own_fault_wait_us).catch(() => undefined); // else the claim runs out by itself
    return;
  }
  observe?.attempted(outcome);
  const result = resultOf(delivery, outcome, since_claim_ms);
  if (result.ok && delivery.attempt_count === 0) {
    observe?.delivered((result.started_us - delivery.created_us) / 1e6 + outcome.duration_ms / 1_000);
  }
  await recorder.add(result, claimed_ms + lease_us / 1_000);
}

/** One attempt, and what its answer says of how many the receiver bears. */
async function attemptInFlight(desk: Desk, delivery: Sendable, at_s: number): Promise<AttemptOutcome> {
  const { subscription_id } = delivery;
  const end = desk.in_flight?.begin(subscription_id);
  let answered: Answered | null = null;
  try {
    const outcome = await attempt(desk.sender, delivery, at_s);
    answered = { good: outcome.error === null, reused: outcome.reused };
    return outcome;
  } finally {
    end?.(answered);
    desk.onEnded?.(subscription_id);
  }
}

function resultOf(delivery: Claimed, outcome: AttemptOutcome, since_claim_ms: number): Result {
  const number = delivery.attempt_count + 1;
  const ok = outcome.error === null;
  const wait_s = ok ? null : waitAfter(number, delivery.max_attempts);
  return {
    tenant_id: delivery.tenant_id,
    subscription_id: delivery.subscription_id,
    delivery_id: delivery.delivery_id,
    claim_id: delivery.claim_id,
    number,
    trigger: delivery.trigger,
    started_us: delivery.now_us + Math.round(since_claim_ms * 1_000),
    duration_ms: Math.round(outcome.duration_ms),
    ok,
    response_status: outcome.status,
    error: outcome.error,
    host: outcome.host,
    wait_us: wait_s === null ? null : wait_s * 1e6,
  };
}
