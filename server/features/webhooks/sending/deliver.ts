// Theory of operation: how an event reaches a subscriber. The use case's transaction writes the event and a delivery for each
// subscription (emit.ts), and notifies the workers after its commit. Any number of workers then do three things:
//
//   claim    one statement reserves deliveries for 30 s and commits before anything is sent (queue-sql.ts)
//   attempt  one POST of at most 5 s (attempt.ts)
//   record   attempts that end close together are written in one transaction: attempt, delivery, subscription (results-sql.ts)
//
// Each process limits its simultaneous attempts at a receiver by the receiver's answers (pace/window.ts). The claim enforces the
// limits of a subscription and of an organisation across all processes.
//
// Guarantee: each delivery is attempted at least once, until a 2xx or the end of its schedule. If a worker dies, its claims
// expire and other workers take the deliveries. If a worker continues after its claims expired, its results are refused, because
// they name an old claim. While the database is unreachable, recording is retried until the claim expires. After that the
// delivery is attempted again; receivers recognise the repetition by the event's id. The log shows an attempt without a recorded
// result as interrupted.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Pool } from "../../../platform/db/pool.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { attempt, type AttemptOutcome, type Sendable, type Sender } from "./attempt.ts";
import { claimDue, expireClaimed, reachAll, releaseClaim, type Claim, type Claimed, type Reach } from "./queue-sql.ts";
import type { DeliveryObserver } from "./observe.ts";
import { restAfterClaim } from "./pace/claim-rest.ts";
import { createInFlight, type Answered, type InFlight, type Rooms } from "./pace/in-flight.ts";
import { createNudge } from "../../../platform/nudge.ts";
import { createRecorder, type Recorder } from "./results/record-results.ts";
import type { Result } from "./results-sql.ts";
import { waitAfter } from "./retry.ts";

export type DeliveryOptions = {
  /** Connects as muster_delivery. */
  delivery_pool: Pool;
  /**
   * Connects as muster_worker, because a failure can change the state of a subscription and send mails, within one organisation.
   */
  pool: Pool;
  sender: Sender;
  log: Logger;
  observe?: DeliveryObserver;
  /** The monotonic clock, in ms, that measures how fast receivers answer; by default the process's. */
  steadyClock?: () => number;
};

export type Delivery = {
  /** Tells the worker that a delivery may be due. */
  wake: () => void;
  readonly in_flight: number;
  /** Stops claiming and waits for running attempts, 6 s at most. Claims that are left expire. */
  stop(): Promise<void>;
};

const slots_max = 400;
/** Slots that only first attempts may take, so that retries at receivers that hang do not block new events. */
const slots_for_first_attempts = 100;
const deliveries_per_claim_max = 100;
const subscriptions_per_claim_max = 64;
export const in_flight_per_tenant_max = 200;
/** Simultaneous attempts at one subscription when a sandbox's clock is moved; there the window of pace/ is not used. */
const in_flight_in_sandbox_max = 5;
const lease_us = 30_000_000;
/** An attempt starts only if its claim is valid for at least this long. */
const lease_left_min_ms = 10_000;
/**
 * How often a worker polls: `look_busy_ms` after it had work, `look_idle_ms` otherwise. It is also notified of new events, of
 * deliveries that become due (due-deliveries.ts), and of the end of an attempt if more deliveries were due than could be claimed.
 */
const look_busy_ms = 40;
const look_idle_ms = 60_000;
const busy_for_ms = 1_000;
const database_away_ms = 500;
const own_fault_wait_us = 15_000_000;
const stop_max_ms = 6_000;

/** Starts a worker that delivers; any number of processes may run one. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { delivery_pool } = options;
  const reach = reachAll(delivery_pool);
  const nudge = createNudge();
  const in_flight = createInFlight(options.steadyClock);
  /** The last claim reached the limit of the worker's slots or of an organisation. */
  let is_bound = false;
  const isAwaited = () => is_bound || in_flight.hasMore();
  const onRecorded = () => void (isAwaited() && nudge.wake());
  const onEnded = (subscription_id: string) => void ((is_bound || in_flight.hasMore(subscription_id)) && nudge.wake());
  const recorder = createRecorder({ ...options, reach, onRecorded, isAwaited });
  const context = { ...options, reach, recorder, in_flight, onEnded };
  const under_way = new Set<Promise<void>>();
  const stop = new AbortController();

  const loop = async () => {
    let busy_until_ms = 0;
    while (!stop.signal.aborted) {
      const began_ms = performance.now();
      const free = slots_max - under_way.size;
      const claimed = await claimSome(context, free);
      if (claimed === null) {
        await nudge.wait(database_away_ms);
        continue;
      }
      for (const delivery of claimed) {
        const one = deliver(context, delivery, began_ms).finally(() => under_way.delete(one));
        under_way.add(one);
      }
      if (claimed.length > 0) busy_until_ms = performance.now() + busy_for_ms;
      is_bound = noteRooms(in_flight, claimed, free);
      await sleep(restAfterClaim(performance.now() - began_ms, claimed.length));
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
      // The timer would keep the process alive.
      clearTimeout(timer);
    },
  };
}

/**
 * Makes all attempts of one organisation that are due, until none is left; returns how many. For a sandbox whose clock was moved,
 * because it does not wait for a worker.
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
 * Notes which subscriptions may have more due deliveries than the claim could take. Returns whether the claim reached the limit
 * of the worker's slots or of an organisation.
 */
function noteRooms(in_flight: InFlight, claimed: readonly Claimed[], free: number): boolean {
  const of_subscription = Map.groupBy(claimed, ({ subscription_id }) => subscription_id);
  for (const [id, deliveries] of of_subscription) in_flight.setMore(id, deliveries.length >= deliveries[0]!.room);
  const of_tenant = Map.groupBy(claimed, ({ tenant_id }) => tenant_id);
  return free <= 0 || [...of_tenant.values()].some((deliveries) => deliveries.length >= deliveries[0]!.tenant_room);
}

/** Claims due deliveries; returns null if the database could not be reached. */
async function claimSome({ reach, in_flight, log }: Omit<AttemptContext, "in_flight"> & { in_flight: InFlight }, free: number) {
  if (free <= 0) return [];
  try {
    return await claimDue(reach, claimOf(claimable(free), in_flight.rooms(), tenantShare(free)));
  } catch (error) {
    log.warn({ err: error }, "could not claim deliveries; looking again in a moment");
    return null;
  }
}

/**
 * How many attempts one organisation may have under way: at most as many as slots are free. So an organisation whose receivers
 * hang takes at most half of the slots, and the next such organisation half of what is left.
 */
export function tenantShare(free: number): number {
  return Math.min(in_flight_per_tenant_max, free);
}

type Claimable = Pick<Claim, "deliveries_max" | "first_attempts_only">;

/** How many deliveries a worker with `free` slots may claim at once. */
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

type AttemptContext = {
  sender: Sender;
  reach: Reach;
  recorder: Recorder;
  log: Logger;
  observe?: DeliveryObserver;
  /** Left out: only the claim limits simultaneous attempts. */
  in_flight?: InFlight;
  onEnded?: (subscription_id: string) => void;
};

/**
 * Makes one attempt at a claimed delivery and passes its result to the recorder. A fault of our own does not count as an attempt:
 * the delivery becomes due again a little later. Never throws.
 */
async function deliver(context: AttemptContext, delivery: Claimed, claimed_ms: number): Promise<void> {
  const { reach, recorder, log, observe } = context;
  const since_claim_ms = performance.now() - claimed_ms;
  // The process was frozen, and another worker may have claimed the delivery. No attempt was made, so none is logged.
  if (since_claim_ms > lease_us / 1_000 - lease_left_min_ms) {
    await releaseClaim(reach, delivery, 0).catch(() => undefined); // otherwise the claim expires
    return;
  }
  const at_s = Math.floor((delivery.real_us / 1_000 + since_claim_ms) / 1_000);
  let outcome: AttemptOutcome;
  try {
    const { body } = delivery;
    if (body === null) return await expireClaimed(reach, delivery);
    outcome = await attemptInFlight(context, { ...delivery, body }, at_s);
  } catch (error) {
    log.error({ err: error, tenant_id: delivery.tenant_id, delivery_id: delivery.delivery_id }, "an attempt could not be made");
    await releaseClaim(reach, delivery, own_fault_wait_us).catch(() => undefined); // otherwise the claim expires
    return;
  }
  observe?.attempted(outcome);
  const result = resultOf(delivery, outcome, since_claim_ms);
  if (result.ok && delivery.attempt_count === 0) {
    observe?.delivered((result.started_us - delivery.created_us) / 1e6 + outcome.duration_ms / 1_000);
  }
  await recorder.add(result, claimed_ms + lease_us / 1_000);
}

/** Makes one attempt and reports its answer to the window of the receiver. */
async function attemptInFlight(context: AttemptContext, delivery: Sendable, at_s: number): Promise<AttemptOutcome> {
  const { subscription_id } = delivery;
  const end = context.in_flight?.begin(subscription_id);
  let answered: Answered | null = null;
  try {
    const outcome = await attempt(context.sender, delivery, at_s);
    answered = { good: outcome.error === null, reused: outcome.reused };
    return outcome;
  } finally {
    end?.(answered);
    context.onEnded?.(subscription_id);
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
