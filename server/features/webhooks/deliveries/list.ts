import type { Static } from "typebox";
import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { readInstant, readWalk, walkPage } from "../../../platform/http/cursor.ts";
import { isUuid } from "../../../platform/ids.ts";
import type { DeliveryQuery } from "./schema.ts";
import { listDeliveryPage } from "./sql.ts";
import { noSuchSubscription } from "../errors.ts";
import { ownerOf } from "../subscriptions/sql.ts";

/** One page of the deliveries of one of the client's subscriptions as JSON text. */
export async function listDeliveries(
  pool: Pool,
  caller: Caller,
  subscription_id: string,
  query: Static<typeof DeliveryQuery>,
): Promise<string | Buffer> {
  if (!isUuid(subscription_id)) throw noSuchSubscription();
  const { status, event_type, event_id } = query;
  const instant = (name: "since" | "until") => (query[name] === undefined ? undefined : readInstant(query[name], name));
  const filters = { status, event_type, event_id, since: instant("since"), until: instant("until") };
  const walk = readWalk(
    caller.tenant.id,
    "deliveries",
    query,
    { ...filters, subscription_id: subscription_id.toLowerCase() },
    "name",
  );
  return walkPage(pool, walk, async () => {
    const page = await listDeliveryPage(pool, ownerOf(caller), subscription_id, filters, walk);
    if (page === undefined) throw noSuchSubscription();
    return page;
  });
}
