import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { needs } from "../../../platform/http/access.ts";
import { json, route } from "../../../platform/http/route.ts";
import {
  DeliveriesParams,
  Delivery,
  DeliveryList,
  DeliveryOfSubscriptionParams,
  DeliveryParams,
  DeliveryQuery,
  Replay,
  ReplayBody,
  RetryBody,
} from "./schema.ts";
import { deliveryNotFailed, eventNotKept, subscriptionDisabled, tooManyAttempts } from "../errors.ts";
import { EventFeed, EventQuery } from "../../feed/schema.ts";
import { readEvents } from "../../feed/feed.ts";
import { listDeliveries } from "./list.ts";
import { replay_events_max, replayEvents } from "./replay-events.ts";
import { retryDelivery } from "./retry-delivery.ts";

const tag = "Webhooks";
const access = needs("webhooks:manage");
const subscription = "/api/v1/webhooks/subscriptions/:id";

/** The deliveries to a client's subscriptions, retries, replays and the events themselves. */
export function deliveryRoutes(app: FastifyInstance, pool: Pool): void {
  logRoute(app, pool);
  retryRoutes(app, pool);
  replayRoute(app, pool);
  feedRoute(app, pool);
}

function logRoute(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: `${subscription}/deliveries`,
    access,
    operation: {
      id: "listDeliveries",
      tag,
      summary: "Read the delivery log of a subscription",
      description:
        "The newest first, each with its attempts: metadata only, kept for 30 days after a delivery has ended. Pings are listed, too. A walk by cursor sees every delivery that was there when it began, once; new ones stand before its first page.",
      answers: { 200: { description: "One page of deliveries.", schema: DeliveryList } },
    },
    params: DeliveriesParams,
    query: DeliveryQuery,
    handle: async ({ caller, params, query }) => ({ body: json(await listDeliveries(pool, caller, params.id, query)) }),
  });
}

const retry = {
  tag,
  answers: { 202: { description: "The delivery, pending again.", schema: Delivery } },
  problems: [deliveryNotFailed, tooManyAttempts, subscriptionDisabled, eventNotKept],
};

function retryRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "POST",
    url: `${subscription}/deliveries/:delivery_id/retry`,
    access,
    operation: {
      ...retry,
      id: "retryDelivery",
      summary: "Retry a failed delivery",
      description:
        "One more attempt, as soon as possible, to the subscription's present URL; if it fails, the delivery has failed again. Other deliveries keep their schedules. Of two requests at once one is answered 409.",
    },
    params: DeliveryOfSubscriptionParams,
    body: RetryBody,
    handle: async ({ caller, params }) => ({
      status: 202,
      body: json(await retryDelivery(pool, caller, params.id, params.delivery_id)),
    }),
  });

  route(app, {
    method: "POST",
    url: "/api/v1/webhooks/deliveries/:delivery_id/retry",
    access,
    operation: {
      ...retry,
      id: "retryDeliveryById",
      summary: "Retry a failed delivery, named by itself",
      description: "The same as under the address of its subscription.",
    },
    params: DeliveryParams,
    body: RetryBody,
    handle: async ({ caller, params }) => ({
      status: 202,
      body: json(await retryDelivery(pool, caller, null, params.delivery_id)),
    }),
  });
}

function replayRoute(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "POST",
    url: `${subscription}/replay`,
    access,
    operation: {
      id: "replayEvents",
      tag,
      summary: "Deliver stored events again",
      description: `For a receiver that has lost something: every event of the subscription's types that was created in the interval gets a new delivery with a schedule of its own, the oldest first, whether it was acknowledged before or not; deduplicate by event id. Events from before the subscription count, too. What waits to be delivered to it already is not queued twice, and new events do not wait behind a replay: one delivery in four is theirs. While the subscription is disabled, the replay waits until it is enabled.

Events are kept for 30 days; an earlier \`since\` brings what there is. One request queues about ${replay_events_max.toLocaleString("en")} events; while \`next_since\` is not null, send it again with that.`,
      answers: { 202: { description: "How much was queued, and where to go on.", schema: Replay } },
      request_example: { since: "2026-02-02T07:00:00Z", until: "2026-02-03T07:00:00Z" },
    },
    params: DeliveriesParams,
    body: ReplayBody,
    handle: async ({ caller, params, body }) => ({ status: 202, body: await replayEvents(pool, caller, params.id, body) }),
  });
}

function feedRoute(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/events",
    access,
    operation: {
      id: "listEvents",
      tag,
      summary: "Read the events of the organisation",
      description:
        "Everything that webhooks tell, subscribed to or not, the oldest first, for 30 days: for recovery, or in place of webhooks. Keep `resume_cursor` and go on from there: nothing is missed, however late it was committed, and nothing comes twice. Pings are not among them. A program that was away for more than 30 days reads the records instead.",
      answers: { 200: { description: "One page of events.", schema: EventFeed } },
    },
    query: EventQuery,
    handle: async ({ caller, query }) => ({ body: json(await readEvents(pool, caller.tenant.id, query)) }),
  });
}
