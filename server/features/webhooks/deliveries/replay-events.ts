import type { Static } from "typebox";
import type { Caller } from "../../../platform/context.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { parseInstant } from "../../../platform/http/cursor.ts";
import { invalid, type ErrorItem } from "../../../platform/http/problem.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import type { Replay, ReplayBody } from "./schema.ts";
import { noSuchSubscription } from "../errors.ts";
import { insertReplays, updateBacklog } from "./replay-sql.ts";
import { lockSubscription, ownerOf } from "../subscriptions/sql.ts";
import { wakeWorkers } from "../../../platform/jobs/wake.ts";

/** Events that one call replays at most. Events of the same millisecond as the last one are included. */
export const replay_events_max = 10_000;

/**
 * Queues deliveries of stored events to one of the client's subscriptions again. While the subscription is disabled, they wait
 * like its other deliveries. Tests set a lower `events_max`.
 */
export async function replayEvents(
  pool: Pool,
  caller: Caller,
  id: string,
  body: Static<typeof ReplayBody>,
  events_max = replay_events_max,
): Promise<Static<typeof Replay>> {
  if (!isUuid(id)) throw noSuchSubscription();
  const { since, until } = rangeOf(body, caller.now);
  const owner = ownerOf(caller);
  const { tenant_id } = owner;
  return withTenantOnce(pool, caller, async (db) => {
    // The lock keeps two replays of one subscription from queuing the same events twice.
    if ((await lockSubscription(db, owner, id)) === undefined) throw noSuchSubscription();
    const { queued, next_since, backlog_until_us } = await insertReplays(db, owner, id, { since, until, events_max });
    if (queued > 0 && (await updateBacklog(db, tenant_id, id, backlog_until_us)) !== "disabled") wakeWorkers(db);
    await record(db, caller, {
      operation: "webhook_subscription.replay",
      target_type: "webhook_subscription",
      target_id: id,
      changes: { since, until, queued, next_since },
    });
    return { queued, next_since };
  });
}

/** The requested interval in UTC; `until` null: open end. Throws 422 if the interval is empty or an instant is malformed. */
function rangeOf(body: Static<typeof ReplayBody>, now: Temporal.Instant): { since: string; until: string | null } {
  const errors: ErrorItem[] = [];
  const read = (name: "since" | "until", text: string) => {
    const instant = parseInstant(text);
    if (instant === null) errors.push({ pointer: `#/${name}`, code: "INVALID_FORMAT", detail: "must be a timestamp, RFC 3339" });
    return instant ?? "";
  };
  const present = now.toString({ smallestUnit: "microsecond" });
  const since = read("since", body.since);
  const until = body.until === undefined ? null : read("until", body.until);
  if (errors.length === 0 && since > present) {
    errors.push({ pointer: "#/since", code: "OUT_OF_RANGE", detail: "must not be in the future" });
  } else if (errors.length === 0 && until !== null && until < since) {
    errors.push({ pointer: "#/until", code: "OUT_OF_RANGE", detail: "must not be before since" });
  }
  if (errors.length > 0) throw invalid(errors);
  return { since, until };
}
