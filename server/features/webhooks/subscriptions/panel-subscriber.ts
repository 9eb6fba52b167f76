import type { Caller, PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { noSuchSubscription } from "../errors.ts";
import { findClient, findSubscriber, type NamedClient } from "./panel-sql.ts";

/**
 * The caller for an administrator's operation on a subscription: it acts as the client that owns the subscription, and the audit
 * log names the administrator.
 */
export async function asSubscriber(pool: Pool, caller: PanelCaller, subscription_id: string): Promise<Caller> {
  const find = (id: string) => findSubscriber(pool, caller.tenant.id, id);
  return inPlaceOf(caller, await findKnown(subscription_id, noSuchSubscription, find));
}

/** The caller for an administrator's creation of a subscription: it acts as the client that is to own it. */
export async function asClient(pool: Pool, caller: PanelCaller, client_id: string): Promise<Caller> {
  const client = await findClient(pool, caller.tenant.id, client_id);
  if (client === undefined) throw invalid([{ pointer: "#/client_id", code: "UNKNOWN_CLIENT", detail: "is not a client" }]);
  return inPlaceOf(caller, client);
}

function inPlaceOf(caller: PanelCaller, client: NamedClient): Caller {
  return { ...caller, client, scopes: new Set(["webhooks:manage"]) };
}
