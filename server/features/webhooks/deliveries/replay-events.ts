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

/** Events of one call, and those that are as old as the last of them. */
export const replay_events_max = 10_000;

/**
 * Delivers stored events anew to one of the client's subscriptions. While it is disabled they wait with the others until it is
 * enabled. `events_max` is less in tests.
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
    // Two replays at once would each bring what the other one brings.
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

/** The interval in UTC; `until` null: it has no end. Throws 422 when it can hold nothing. */
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
