import type { FastifyInstance } from "fastify";
import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { findKnown, idOf } from "../../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { record } from "../../audit/record.ts";
import { bouncing_people_max, BounceParams, BouncingPeople, PersonBounce } from "./schema.ts";
import { deleteBounce, findAddressOf, findBounceOf, listBouncing } from "./sql.ts";

const tag = "People";
const answers = { 200: { description: "Whether the address takes mail.", schema: PersonBounce } };
const no_person = "No person has this id.";

/** People whose addresses take no mail. */
export function bouncePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/bounces",
    roles: readers,
    operation: {
      id: "listBouncingPeople",
      tag,
      summary: "List people whose address takes no mail",
      answers: { 200: { description: "People, with what the mail server said.", schema: BouncingPeople } },
      problems: [],
    },
    handle: async ({ caller }) => ({ body: json(await listBouncing(pool, caller.tenant.id, bouncing_people_max)) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/people/:id/bounce",
    roles: readers,
    operation: { id: "readPersonBounce", tag, summary: "See whether a person's address takes mail", answers },
    params: BounceParams,
    handle: async ({ caller, params }) => ({ body: json(await bounceOf(pool, caller, params.id)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/people/:id/bounce/try-again",
    roles: training,
    operation: {
      id: "tryAddressAgain",
      tag,
      summary: "Send mail to a person's address again",
      description: "Reminders go to it from the next morning on. Where it still takes none, it is marked again.",
      answers,
    },
    params: BounceParams,
    handle: async ({ caller, params }) => ({ body: json(await tryAgain(pool, caller, params.id)) }),
  });
}

async function bounceOf(pool: Pool, { tenant }: PanelCaller, given_id: string): Promise<string> {
  return findKnown(given_id, no_person, (id) => findBounceOf(pool, tenant.id, id));
}

async function tryAgain(pool: Pool, caller: PanelCaller, given_id: string): Promise<string> {
  const id = idOf(given_id, no_person);
  const tenant_id = caller.tenant.id;
  await withTenant(pool, tenant_id, async (db) => {
    const address_norm = await findAddressOf(db, tenant_id, id);
    if (typeof address_norm !== "string" || !(await deleteBounce(db, tenant_id, address_norm))) return;
    await record(db, caller, {
      operation: "person.try-address",
      target_type: "person",
      target_id: id,
      changes: { bounces: [true, false] },
    });
  });
  return bounceOf(pool, caller, id);
}
