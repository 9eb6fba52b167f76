import { isDeepStrictEqual } from "node:util";
import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { checkSettings, formatOf, typesOf, type WebhookOptions } from "./check-settings.ts";
import { faultsOfTypes, filterOf } from "./filters.ts";
import { noSuchSubscription } from "../errors.ts";
import { refuseUnlessSubscription } from "./etag.ts";
import type { Settings } from "./schema.ts";
import {
  findSubscriptionWithin,
  findTargetUrl,
  lockSubscription,
  ownerOf,
  updateSubscription,
  type ChangedSubscription,
  type SubscriptionRow,
} from "./sql.ts";

export type SettingsChange = {
  /** JSON Merge Patch (RFC 7396). */
  patch: Settings;
  /** The value of the If-Match header, if it was sent. */
  if_match: string | undefined;
};

/**
 * Changes the settings of a client's subscription. Pending deliveries go to the new URL. A value that is equal to the stored one
 * is not a change.
 */
export async function changeSubscription(
  pool: Pool,
  options: WebhookOptions,
  caller: Caller,
  id: string,
  { patch, if_match }: SettingsChange,
): Promise<string> {
  if (!isUuid(id)) throw noSuchSubscription();
  const owner = ownerOf(caller);
  const known_url = await findTargetUrl(pool, owner, id);
  if (known_url === undefined) throw noSuchSubscription();
  const { target_url, ...rest } = patch;
  // An unchanged URL is not checked again, so that a record can be written back after its host was removed from the allow-list.
  const settings = target_url === known_url ? rest : patch;
  await checkSettings(pool, options, owner, settings);
  return withTenant(pool, owner.tenant_id, async (db) => {
    const before = await lockSubscription(db, owner, id);
    const text = await findSubscriptionWithin(db, owner, id);
    if (before === undefined || text === undefined) throw noSuchSubscription();
    refuseUnlessSubscription(if_match, text);
    const after = settled(before, patch);
    refuseTypes(patch, after);
    const changes = differences(before, after);
    if (Object.keys(changes).length === 0) return text;
    await updateSubscription(db, owner, id, after);
    await record(db, caller, {
      operation: "webhook_subscription.change",
      target_type: "webhook_subscription",
      target_id: id,
      changes,
    });
    return (await findSubscriptionWithin(db, owner, id))!;
  });
}

/** The change may conflict with the stored settings: event types without a course, and a filter by course. */
function refuseTypes(patch: Settings, after: ChangedSubscription): void {
  if (patch.subscribed_events === undefined && !patch.course_ids) return;
  const faults = faultsOfTypes(after);
  if (faults.length === 0) return;
  const detail = "leaves out types that are subscribed to and name no course";
  throw invalid(patch.subscribed_events ? faults : [{ pointer: "#/course_ids", code: "CONFLICTING_FIELDS", detail }]);
}

function settled(
  before: SubscriptionRow,
  { name, target_url, subscribed_events, delivery_format, department_ids, course_ids }: Settings,
): ChangedSubscription {
  return {
    name: name ?? before.name,
    target_url: target_url ?? before.target_url,
    subscribed_events: subscribed_events === undefined ? before.subscribed_events : typesOf(subscribed_events),
    delivery_format: delivery_format === undefined ? before.delivery_format : formatOf(delivery_format),
    department_ids: department_ids === undefined ? before.department_ids : filterOf(department_ids),
    course_ids: course_ids === undefined ? before.course_ids : filterOf(course_ids),
  };
}

function differences(before: SubscriptionRow, after: ChangedSubscription): Record<string, unknown> {
  const members = ["name", "target_url", "subscribed_events", "delivery_format", "department_ids", "course_ids"] as const;
  const changed = members.filter((member) => !isDeepStrictEqual(before[member], after[member]));
  return Object.fromEntries(changed.map((member) => [member, [before[member], after[member]]]));
}
