import type { Caller, PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { noSuchSubscription } from "../errors.ts";
import { findClient, findSubscriber, type NamedClient } from "./panel-sql.ts";

/** An administrator in the place of the client whose a subscription is: it is found as that client's, and theirs is the deed. */
export async function asSubscriber(pool: Pool, caller: PanelCaller, subscription_id: string): Promise<Caller> {
  const find = (id: string) => findSubscriber(pool, caller.tenant.id, id);
  return inPlaceOf(caller, await findKnown(subscription_id, noSuchSubscription, find));
}

/** The same for a client that is to be subscribed. */
export async function asClient(pool: Pool, caller: PanelCaller, client_id: string): Promise<Caller> {
  const client = await findClient(pool, caller.tenant.id, client_id);
  if (client === undefined) throw invalid([{ pointer: "#/client_id", code: "UNKNOWN_CLIENT", detail: "is not a client" }]);
  return inPlaceOf(caller, client);
}

function inPlaceOf(caller: PanelCaller, client: NamedClient): Caller {
  return { ...caller, client, scopes: new Set(["webhooks:manage"]) };
}
