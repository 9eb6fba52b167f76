import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { listItAdministrators } from "../../mail/sql.ts";
import { writeMail, type Mailing } from "../../mail/write-mail.ts";
import type { HealthRow } from "./results-sql.ts";
import { disabled_after_failures, failing_max_us, type Health } from "./state.ts";

/** The previous state of a subscription, and the new one in `to`. */
export type Transition = HealthRow & { to: Health };

/** Mails the IT administrators that a subscription became degraded or disabled, in the transaction of the change. */
export async function notifyState(db: Db, context: Context, mailing: Mailing, transition: Transition): Promise<void> {
  for (const to of await listItAdministrators(db, context.tenant.id)) await mailTransition(db, context, mailing, to, transition);
}

async function mailTransition(
  db: Db,
  context: Context,
  mailing: Mailing,
  to: Awaited<ReturnType<typeof listItAdministrators>>[number],
  { to: health, subscription_id: id, name, target_url }: Transition,
): Promise<void> {
  const about = { name, id, target_url, url: `${mailing.base_url}/panel/webhooks/${id}` };
  const { state, state_reason, consecutive_failures: failures } = health;
  if (state === "degraded") {
    const disabled_at = deadlineOf(health.failing_since_us!);
    const facts = { ...about, failures, failures_max: disabled_after_failures, disabled_at };
    await writeMail(db, context, mailing, { kind: "webhook_subscription.degraded", to, facts });
  } else {
    const facts = { ...about, failures: state_reason === "failing_for_3_days" ? null : failures };
    await writeMail(db, context, mailing, { kind: "webhook_subscription.disabled", to, facts });
  }
}

function deadlineOf(failing_since_us: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor((failing_since_us + failing_max_us) / 1_000)).toString();
}
