import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { json } from "../../../platform/http/route.ts";
import { Closed, Id, Instant } from "../../../platform/http/schema.ts";
import { record } from "../../audit/record.ts";
import { listBlockedAddresses, updateBlockEnd } from "./blocked-sql.ts";

const BlockedAddress = Closed(
  {
    address: Type.String({ description: "The address, or the /64 network of an IPv6 address." }),
    since: Instant,
    until: Instant,
    left_s: Type.Integer({ minimum: 1 }),
    failures: Type.Integer({ minimum: 1, description: "Refused authentications from it, as the request log has them." }),
    clients: Type.Array(Closed({ id: Id, name: Type.String() }), { description: "Whose key ids were tried." }),
  },
  { $id: "BlockedAddress" },
);
const BlockedAddressList = Closed({ addresses: Type.Array(BlockedAddress) }, { $id: "BlockedAddressList" });

/** Routes for addresses that are blocked after failed authentications. */
export function blockedAddressPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/blocked-addresses",
    roles: it,
    operation: {
      id: "listBlockedAddresses",
      tag: "Clients",
      summary: "List the addresses that are blocked",
      description: "Those from which this organisation's clients were tried.",
      answers: { 200: { description: "The blocks that stand.", schema: BlockedAddressList } },
    },
    async handle({ caller: { tenant } }) {
      const addresses = await withTenant(pool, tenant.id, (db) => listBlockedAddresses(db, tenant.id));
      return { body: json(`{"addresses":${addresses}}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/blocked-addresses/lift",
    roles: it,
    step_up: true,
    operation: {
      id: "liftBlockedAddress",
      tag: "Clients",
      summary: "Lift the block of an address",
      answers: { 204: { description: "Its next request is judged as any other.", schema: null } },
    },
    body: Closed({ address: Type.String({ maxLength: 64 }) }),
    async handle({ caller, body }) {
      await liftBlock(pool, caller, body.address);
      return { status: 204, body: null };
    },
  });
}

/** Ends a block that the organisation can see; failures are counted from zero again. */
async function liftBlock(pool: Pool, context: Context, address: string): Promise<void> {
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    const seen = JSON.parse(await listBlockedAddresses(db, tenant.id)) as { address: string }[];
    const is_seen = seen.some((one) => one.address === address);
    if (!is_seen || !(await updateBlockEnd(db, address))) throw notFound("This address is not blocked.");
    const changes = { address: [address, null] };
    await record(db, context, { operation: "address.lift_block", target_type: "address", target_id: null, changes });
  });
}
