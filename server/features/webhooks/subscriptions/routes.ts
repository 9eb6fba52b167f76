import type { FastifyInstance } from "fastify";
import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { needs } from "../../../platform/http/access.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { preconditionFailed } from "../../../platform/http/problem.ts";
import { json, route } from "../../../platform/http/route.ts";
import { changeSubscription } from "./change.ts";
import { furtherFaultsOfSettings, type WebhookOptions } from "./check-settings.ts";
import { createSubscription } from "./create.ts";
import { deleteSubscription } from "./delete.ts";
import { enableSubscription } from "./enable.ts";
import { foreignClient, hostNotAllowed, noSuchSubscription, quotaExceeded, tooManyPings } from "../errors.ts";
import { etagOfSubscription } from "./etag.ts";
import { pinger } from "../deliveries/ping.ts";
import { rotateSecret } from "./rotate-secret.ts";
import {
  EnableBody,
  NewWebhookSubscription,
  Ping,
  PingBody,
  RotateBody,
  RotatedSecret,
  SubscriptionCreate,
  SubscriptionParams,
  SubscriptionPatch,
  SubscriptionQuery,
  WebhookSubscription,
  WebhookSubscriptionList,
} from "./schema.ts";
import { findSubscription, listSubscriptions, ownerOf } from "./sql.ts";

const tag = "Webhooks";
const access = needs("webhooks:manage");
const subscriptions = "/api/v1/webhooks/subscriptions";
const subscription = `${subscriptions}/:id`;
const etag_header = {
  ETag: "For If-None-Match; for If-Match, where it stands for what a client sets only.",
};

/** A client's own subscriptions. Their deliveries are in deliveries/routes.ts. */
export function subscriptionRoutes(app: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  listAndCreate(app, pool, options);
  readAndChange(app, pool, options);
  operate(app, pool, options);
}

function listAndCreate(app: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  route(app, {
    method: "GET",
    url: subscriptions,
    access,
    operation: {
      id: "listSubscriptions",
      tag,
      summary: "List the client's own webhook subscriptions",
      description: "All of them, the oldest first, without secrets. Subscriptions of other clients are never shown.",
      answers: { 200: { description: "The subscriptions.", schema: WebhookSubscriptionList } },
      headers: { ETag: "For If-None-Match." },
      problems: [foreignClient],
    },
    query: SubscriptionQuery,
    handle: async ({ caller, query }) => {
      if (query.client_id !== undefined && query.client_id.toLowerCase() !== caller.client.id)
        throw foreignClient("A client sees its own subscriptions only; leave client_id out.");
      return { body: json(await listSubscriptions(pool, ownerOf(caller))), etag: true };
    },
  });

  route(app, {
    method: "POST",
    url: subscriptions,
    access,
    operation: {
      id: "createSubscription",
      tag,
      summary: "Subscribe to events",
      description:
        "The subscription is active at once: events that happen from now on are delivered to `target_url`. The answer is the only place of `secret_token`, with which deliveries are signed; a repetition by Idempotency-Key comes without it, so keep it before anything else, and rotate the secret if it was lost. Checks, in this order: the request (422 INVALID_URL for the target URL, UNKNOWN_EVENT_TYPE with suggestions, ids of filters that the organisation lacks), the host (403), whether its name leads to a private address (422), the organisation's quota (409). While the client itself is disabled or expired, its subscriptions rest: nothing is sent, and events wait for up to 30 days. A client that is revoked has no subscriptions any more.",
      answers: { 201: { description: "The subscription with its secret.", schema: NewWebhookSubscription } },
      headers: { Location: "Address of the subscription.", ...etag_header },
      problems: [hostNotAllowed, quotaExceeded],
      request_example: {
        name: "HRIS production",
        target_url: "https://hooks.hris.example.com/lms",
        subscribed_events: ["course.completed", "compliance.certified", "compliance.expired"],
        delivery_format: "platform.v1",
      },
    },
    body: SubscriptionCreate,
    further: furtherFaultsOfSettings(pool, options),
    handle: async ({ caller, body }) => {
      const created = await createSubscription(pool, options, caller, body);
      const headers = { location: `${subscriptions}/${created.id}` };
      return { status: 201, body: json(created.body), headers, etag: etagOfSubscription(created.record) };
    },
  });
}

function readAndChange(app: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  route(app, {
    method: "GET",
    url: subscription,
    access,
    operation: {
      id: "getSubscription",
      tag,
      summary: "Read a webhook subscription",
      description: "Without its secret. A subscription of another client is answered like one that does not exist.",
      answers: { 200: { description: "The subscription.", schema: WebhookSubscription } },
      headers: etag_header,
    },
    params: SubscriptionParams,
    handle: async ({ caller, params }) => shown(await readSubscription(pool, caller, params.id)),
  });

  route(app, {
    method: "PATCH",
    url: subscription,
    access,
    operation: {
      id: "changeSubscription",
      tag,
      summary: "Change a webhook subscription",
      description:
        "JSON Merge Patch (RFC 7396): name, target_url, subscribed_events (the whole list), delivery_format, department_ids and course_ids (the whole lists; null: no filter) can change; the record's other members are accepted and ignored. The checks are those of create. Deliveries that are pending go to the new URL. Filters and types hold for what happens from now on: what waits is sent, and what happened before is not. A subscription that is disabled stays so until it is enabled.",
      answers: { 200: { description: "The subscription.", schema: WebhookSubscription } },
      headers: etag_header,
      problems: [hostNotAllowed, preconditionFailed],
      request_example: { subscribed_events: ["course.completed", "course.failed"] },
    },
    params: SubscriptionParams,
    body: SubscriptionPatch,
    further: furtherFaultsOfSettings(pool, options),
    handle: async ({ caller, params, body, request }) => {
      const change = { patch: body, if_match: request.headers["if-match"] };
      return shown(await changeSubscription(pool, options, caller, params.id, change));
    },
  });

  route(app, {
    method: "DELETE",
    url: subscription,
    access,
    operation: {
      id: "deleteSubscription",
      tag,
      summary: "Delete a webhook subscription",
      description:
        "Its secrets are forgotten, pending deliveries are not sent any more, and its delivery log can no longer be read. An attempt that is under way may still arrive. Events of the last 30 days remain in the event feed.",
      answers: { 204: { description: "It is gone.", schema: null } },
      problems: [preconditionFailed],
    },
    params: SubscriptionParams,
    handle: async ({ caller, params, request }) => {
      await deleteSubscription(pool, caller, params.id, request.headers["if-match"]);
      return { status: 204, body: null };
    },
  });
}

function operate(app: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  const { sender } = options;
  const ping = pinger(pool, sender);

  route(app, {
    method: "POST",
    url: `${subscription}/enable`,
    access,
    operation: {
      id: "enableSubscription",
      tag,
      summary: "Enable a disabled webhook subscription",
      description:
        "Its failures are forgotten, and `pending_deliveries` are now sent: oldest first, one at a time to begin with and more with each success, while one in four goes to what has happened since. A degraded subscription is set back likewise; an active one stays as it is. Test the receiver with a ping first.",
      answers: { 200: { description: "The subscription.", schema: WebhookSubscription } },
      headers: etag_header,
    },
    params: SubscriptionParams,
    body: EnableBody,
    handle: async ({ caller, params }) => shown(await enableSubscription(pool, caller, params.id)),
  });

  route(app, {
    method: "POST",
    url: `${subscription}/ping`,
    access,
    operation: {
      id: "pingSubscription",
      tag,
      summary: "Send a test event",
      description:
        "Sends an event of type ping at once, signed like every delivery, and answers with the result of the one attempt, after 5 seconds at most: `status` is succeeded or failed, `error` says why. It is possible while the subscription is disabled, is not repeated and counts neither as a failure nor as a success. The delivery log lists it. At most five pings of an organisation are under way together.",
      answers: { 200: { description: "What came of it, whether the receiver acknowledged or not.", schema: Ping } },
      problems: [tooManyPings],
    },
    params: SubscriptionParams,
    body: PingBody,
    handle: async ({ caller, params }) => ({ body: json(await ping(caller, params.id)) }),
  });

  route(app, {
    method: "POST",
    url: `${subscription}/rotate-secret`,
    access,
    operation: {
      id: "rotateSubscriptionSecret",
      tag,
      summary: "Rotate the signing secret",
      description:
        "The new secret signs at once, and the answer is the only place where it is shown; a repetition by Idempotency-Key comes without it. For `grace_days` each delivery carries a second signature of the previous secret, so that receivers can change over at leisure; rotating again meanwhile ends the older one, so that there are never more than two.",
      answers: { 200: { description: "The new secret.", schema: RotatedSecret } },
      request_example: { grace_days: 7 },
    },
    params: SubscriptionParams,
    body: RotateBody,
    handle: async ({ caller, params, body }) => ({
      // The schema sets the default.
      body: await rotateSecret(pool, sender.keyring, caller, params.id, body.grace_days!),
    }),
  });
}

function readSubscription(pool: Pool, caller: Caller, given_id: string): Promise<string> {
  return findKnown(given_id, noSuchSubscription, (id) => findSubscription(pool, ownerOf(caller), id));
}

function shown(record: string) {
  return { body: json(record), etag: etagOfSubscription(record) };
}
