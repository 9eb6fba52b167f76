import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { listItAdministrators } from "../mail/sql.ts";
import type { HealthRow } from "./results-sql.ts";
import { disabled_after_failures, failing_max_us, type Health } from "./state.ts";

/** A subscription whose state has changed, as it was and as it is now. */
export type Transition = HealthRow & { to: Health };

/** What letters are sealed with, and where their links lead. */
export type Mailing = { keyring: Keyring; base_url: string };

/** Mails the IT administrators what has become of a subscription, in the transaction that moved it: once for each move. */
export async function tellOfState(db: Db, context: Context, mailing: Mailing, transition: Transition): Promise<void> {
  const { to } = transition;
  const page = `${mailing.base_url}/panel/webhooks/${transition.subscription_id}`;
  const name = inOneLine(transition.name);
  const degraded = to.state === "degraded";
  for (const administrator of await listItAdministrators(db, context.tenant.id)) {
    await queueMail(db, context, mailing.keyring, {
      kind: degraded ? "webhook_subscription.degraded" : "webhook_subscription.disabled",
      recipient: administrator.email,
      subject: degraded ? `Webhook deliveries fail: ${name}` : `Webhook subscription disabled: ${name}`,
      text: degraded
        ? warning(administrator.name, page, context, transition)
        : farewell(administrator.name, page, context, transition),
    });
  }
}

function warning(addressee: string, page: string, { tenant }: Context, transition: Transition): string {
  const { to } = transition;
  return `Hello ${addressee},

${to.consecutive_failures} deliveries in a row have failed:

${aboutOf(transition, tenant.code)}

The subscription is degraded now. Deliveries go on, one at a time. If nothing is acknowledged with a 2xx status, the subscription
is disabled after ${disabled_after_failures} failures in a row, or on ${deadlineOf(to.failing_since_us!)} (UTC), whichever comes first.

Please look at the receiver. The delivery log of the subscription shows each attempt with its error, and a ping tests the
receiver without counting as a failure:

  ${page}
`;
}

function farewell(addressee: string, page: string, { tenant }: Context, transition: Transition): string {
  const { to } = transition;
  const why =
    to.state_reason === "failing_for_3_days"
      ? "No delivery has been acknowledged for three days"
      : `${to.consecutive_failures} deliveries in a row have failed`;
  return `Hello ${addressee},

${why}, so this webhook subscription has been disabled:

${aboutOf(transition, tenant.code)}

Nothing is lost: events go on being kept for it, each for 30 days. Once the receiver works again, test it with a ping and enable
the subscription; what is pending is then sent, oldest first. Both are done here:

  ${page}

or by a program:

  POST /api/v1/webhooks/subscriptions/${transition.subscription_id}/enable
`;
}

function aboutOf({ name, subscription_id, target_url }: Transition, tenant_code: string): string {
  return `  organisation  ${tenant_code}\n  subscription  ${inOneLine(name)} (${subscription_id})\n  address       ${inOneLine(target_url)}`;
}

/** What a client gave: with lines of its own it could tell the administrators anything. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

function deadlineOf(failing_since_us: number): string {
  const deadline = Temporal.Instant.fromEpochMilliseconds(Math.floor((failing_since_us + failing_max_us) / 1_000));
  return deadline.toString({ smallestUnit: "minute" }).replace("T", " ").replace("Z", "");
}
