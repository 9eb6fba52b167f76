import type { FastifyInstance } from "fastify";
import { nowMs } from "../../../platform/clock.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import type { WebhookOptions } from "../subscriptions/check-settings.ts";
import {
  DeliveriesParams,
  Delivery,
  DeliveryList,
  DeliveryOfSubscriptionParams,
  DeliveryQuery,
  Replay,
  ReplayBody,
  RetryBody,
} from "./schema.ts";
import {
  deliveryNotFailed,
  eventNotKept,
  noSuchDelivery,
  subscriptionDisabled,
  tooManyAttempts,
  tooManyPings,
} from "../errors.ts";
import { listDeliveries } from "./list.ts";
import {
  DeliveryRequest,
  RetriedFailed,
  RetryFailedBody,
  SignatureBody,
  SignatureVerdict,
} from "../subscriptions/panel-schema.ts";
import { findSentEvent, type SentEvent } from "../subscriptions/panel-sql.ts";
import { asSubscriber } from "../subscriptions/panel-subscriber.ts";
import { pinger } from "./ping.ts";
import { replayEvents } from "./replay-events.ts";
import { retryDelivery } from "./retry-delivery.ts";
import { retryFailed } from "./retry-failed.ts";
import { Ping, PingBody, SubscriptionParams } from "../subscriptions/schema.ts";
import { bodyIn, media_types } from "./format.ts";
import { signedHeaders } from "../signature/sign.ts";
import { verifySignature } from "../signature/verify-signature.ts";

const tag = "Webhooks";
const subscription = "/webhooks/subscriptions/:id";

/** The log of deliveries in the panel, retries and the signature tester. */
export function deliveryPanelRoutes(panel: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  readRoutes(panel, pool, options);
  retryRoutes(panel, pool);
  sendRoutes(panel, pool, options);
  signatureRoute(panel);
}

function readRoutes(panel: FastifyInstance, pool: Pool, { sender }: WebhookOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: `${subscription}/deliveries`,
    roles: it,
    operation: {
      id: "listDeliveries",
      tag,
      summary: "Read the delivery log of a subscription",
      answers: { 200: { description: "One page, the newest first.", schema: DeliveryList } },
    },
    params: DeliveriesParams,
    query: DeliveryQuery,
    handle: async ({ caller, params: { id }, query }) => ({
      body: json(await listDeliveries(pool, await asSubscriber(pool, caller, id), id, query)),
    }),
  });
  panelRoute(panel, {
    method: "GET",
    url: `${subscription}/deliveries/:delivery_id/request`,
    roles: it,
    operation: {
      id: "getDeliveryRequest",
      tag,
      summary: "Read what a delivery sends",
      answers: { 200: { description: "The request, without signatures.", schema: DeliveryRequest } },
    },
    params: DeliveryOfSubscriptionParams,
    handle: async ({ caller, params: { id, delivery_id } }) => {
      await asSubscriber(pool, caller, id);
      const sent = await findKnown(delivery_id, noSuchDelivery, (sent_id) => findSentEvent(pool, caller.tenant.id, id, sent_id));
      const body = sent.body === null ? null : bodyIn(sent.delivery_format, Buffer.from(sent.body), sender.base_url).toString();
      return { body: { method: "POST", url: sent.target_url, headers: headersOf(sent), body } };
    },
  });
}

/** The headers of an attempt. Values that differ from attempt to attempt are replaced by placeholders. */
function headersOf({ event_id: id, event_type: type, delivery_format }: SentEvent): { name: string; value: string }[] {
  const signed = signedHeaders({ id, type, body: Buffer.alloc(0), media_type: media_types[delivery_format] }, [], 0);
  const made_anew: Record<string, string> = {
    "X-LMS-Signature": "t=<seconds>,v1=<hex of HMAC-SHA-256>",
    "webhook-timestamp": "<seconds>",
    "webhook-signature": "v1,<base64 of HMAC-SHA-256>",
  };
  return Object.entries(signed).map(([name, value]) => ({ name, value: made_anew[name] ?? value }));
}

function retryRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: `${subscription}/deliveries/:delivery_id/retry`,
    roles: it,
    operation: {
      id: "retryDelivery",
      tag,
      summary: "Retry a failed delivery",
      answers: { 202: { description: "The delivery, pending again.", schema: Delivery } },
      problems: [deliveryNotFailed, tooManyAttempts, subscriptionDisabled, eventNotKept],
    },
    params: DeliveryOfSubscriptionParams,
    body: RetryBody,
    handle: async ({ caller, params: { id, delivery_id } }) => ({
      status: 202,
      body: json(await retryDelivery(pool, await asSubscriber(pool, caller, id), id, delivery_id)),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: `${subscription}/retry-failed`,
    roles: it,
    operation: {
      id: "retryFailedDeliveries",
      tag,
      summary: "Retry all failed deliveries since an instant",
      description: "One more attempt each, up to 1,000 at a time. Pings are left, and events that are no longer kept.",
      answers: { 200: { description: "How many are pending again.", schema: RetriedFailed } },
      problems: [subscriptionDisabled],
    },
    params: SubscriptionParams,
    body: RetryFailedBody,
    handle: async ({ caller, params: { id }, body }) => ({
      body: await retryFailed(pool, await asSubscriber(pool, caller, id), id, body.since),
    }),
  });
}

function sendRoutes(panel: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  const ping = pinger(pool, options.sender);
  panelRoute(panel, {
    method: "POST",
    url: `${subscription}/ping`,
    roles: it,
    operation: {
      id: "pingSubscription",
      tag,
      summary: "Send a test event",
      description: "Answers with what came of it; it counts neither as a failure nor as a success.",
      answers: { 200: { description: "Its delivery.", schema: Ping } },
      problems: [tooManyPings],
    },
    params: SubscriptionParams,
    body: PingBody,
    handle: async ({ caller, params: { id } }) => ({ body: json(await ping(await asSubscriber(pool, caller, id), id)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: `${subscription}/replay`,
    roles: it,
    operation: {
      id: "replayEvents",
      tag,
      summary: "Deliver stored events again",
      answers: { 202: { description: "How much was queued, and where to go on.", schema: Replay } },
    },
    params: DeliveriesParams,
    body: ReplayBody,
    handle: async ({ caller, params: { id }, body }) => ({
      status: 202,
      body: await replayEvents(pool, await asSubscriber(pool, caller, id), id, body),
    }),
  });
}

function signatureRoute(panel: FastifyInstance): void {
  panelRoute(panel, {
    method: "POST",
    url: "/webhooks/signature-check",
    roles: it,
    operation: {
      id: "checkSignature",
      tag,
      summary: "Hold a signature against a body and a secret",
      description: "Nothing of it is kept or logged.",
      answers: { 200: { description: "The verdict, with the likeliest mistake.", schema: SignatureVerdict } },
    },
    body: SignatureBody,
    handle: async ({ body: { header, secret, body_base64 } }) => {
      // Signatures carry the real time, also in a sandbox whose clock was moved.
      const now_s = Math.floor(nowMs() / 1_000);
      return { body: verifySignature({ header, secret, body: Buffer.from(body_base64, "base64") }, now_s) };
    },
  });
}
