import type { Actor, Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import type { Mailing } from "../../mail/write-mail.ts";
import { lockHealth, recordAttempts, updateHealth, type HealthChange, type HealthRow, type Result } from "./results-sql.ts";
import { afterAttempt, type Health, type State } from "./state.ts";
import { notifyState, type Transition } from "./notify-state.ts";

const delivery_worker: Actor = { type: "system", id: null, name: "webhook delivery" };

/**
 * Records attempts of one organisation that include failures, in the order in which they ended. The new states of the
 * subscriptions, their audit rows and mails commit in the same transaction.
 */
export async function settleAttempts(
  pool: Pool,
  mailing: Mailing,
  tenant_id: string,
  results: readonly Result[],
): Promise<State[]> {
  const settle = async (db: Db): Promise<State[]> => {
    const rows = await lockHealth(db, tenant_id, [...new Set(results.map(({ subscription_id }) => subscription_id))]);
    const done = await recordAttempts(db, tenant_id, results);
    const ended = results.filter(({ delivery_id }) => done.has(delivery_id)).toSorted((a, b) => endOf(a) - endOf(b));
    const judged = rows.map((row) => judge(row, ended));
    await updateHealth(
      db,
      tenant_id,
      judged.map(({ change }) => change),
    );
    const moved = judged.flatMap(({ moves }) => moves);
    if (moved.length > 0) await recordTransitions(db, mailing, tenant_id, moved);
    return moved.map(({ to }) => to.state);
  };
  return withTenant(pool, tenant_id, settle, "few_rows");
}

function endOf({ started_us, duration_ms }: Result): number {
  return started_us + duration_ms * 1_000;
}

/**
 * Applies the attempts to one subscription, one after the other; returns the change and the transitions that administrators are
 * notified of.
 */
function judge(row: HealthRow, ended: readonly Result[]): { change: HealthChange; moves: Transition[] } {
  const moves: Transition[] = [];
  const change: HealthChange = {
    subscription_id: row.subscription_id,
    health: healthOf(row),
    succeeded_us: null,
    failed_us: null,
    changed_us: null,
  };
  for (const result of ended) {
    if (result.subscription_id !== row.subscription_id) continue;
    const at_us = endOf(result) + row.clock_offset_us;
    const from = change.health;
    const is_late = result.started_us + row.clock_offset_us < (change.changed_us ?? row.state_changed_us);
    change.health = afterAttempt(from, { ok: result.ok, at_us, is_late }, row.now_us);
    change[result.ok ? "succeeded_us" : "failed_us"] = at_us;
    if (change.health.state === from.state) continue;
    change.changed_us = at_us;
    if (change.health.state !== "active") moves.push({ ...row, ...from, to: change.health });
  }
  return { change, moves };
}

export function healthOf({
  state,
  state_reason,
  consecutive_failures,
  failing_since_us,
  in_flight_max,
  held_until_us,
}: Health): Health {
  return { state, state_reason, consecutive_failures, failing_since_us, in_flight_max, held_until_us };
}

/** Writes audit rows of changed states and notifies the administrators, in the transaction of the change. */
export async function recordTransitions(
  db: Db,
  mailing: Mailing,
  tenant_id: string,
  moved: readonly Transition[],
): Promise<void> {
  const context: Context = (await contextWithin(db, tenant_id, delivery_worker))!;
  for (const transition of moved) {
    const { subscription_id, state, to } = transition;
    await record(db, context, {
      operation: to.state === "degraded" ? "webhook_subscription.degrade" : "webhook_subscription.disable",
      target_type: "webhook_subscription",
      target_id: subscription_id,
      changes: { state: [state, to.state], state_reason: [transition.state_reason, to.state_reason] },
    });
    await notifyState(db, context, mailing, transition);
  }
}
