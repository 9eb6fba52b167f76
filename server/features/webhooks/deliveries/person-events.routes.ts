import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { panelRoute, readers } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { Closed, Id, Instant, Nullable } from "../../../platform/http/schema.ts";
import { DeliveryStatus, EventType } from "./schema.ts";
import { listPersonEvents } from "./person-events-sql.ts";

const events_max = 50;
/** How many events of the organisation are searched for one person; reading them takes 0.1 s. */
const searched_max = 200_000;

const SentTo = Closed({
  id: Id,
  status: DeliveryStatus,
  subscription: Closed({ id: Nullable(Id, { description: "null: it is gone." }), name: Type.String() }),
});

const PersonEvents = Closed(
  {
    events: Type.Array(
      Closed({
        id: Id,
        type: EventType,
        created_at: Instant,
        about: Nullable(Type.String(), { description: "The course or group." }),
        deliveries: Type.Array(SentTo, { description: "Empty: no webhook had subscribed to it." }),
      }),
    ),
    searched_since: Nullable(Instant, { description: "Events from then back were not looked at; null: nothing is missing." }),
  },
  { $id: "PersonEvents" },
);

/** The events about one person, with their deliveries to subscriptions. */
export function personEventPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/people/:id/events",
    roles: readers,
    operation: {
      id: "listPersonEvents",
      tag: "People",
      summary: "See what webhooks sent about a person",
      description: `The latest ${events_max} events of the last 30 days, with what has become of their deliveries; those among the latest ${searched_max.toLocaleString("en-US")} of the organisation.`,
      answers: { 200: { description: "The latest event first.", schema: PersonEvents } },
    },
    params: Type.Object({ id: Type.String({ description: "The person's id." }) }),
    handle: async ({ caller, params }) => {
      const find = (id: string) => listPersonEvents(pool, caller.tenant.id, id, { events_max, searched_max });
      return { body: json(await findKnown(params.id, "No such person.", find)) };
    },
  });
}
