import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { isUuid } from "../../../platform/ids.ts";
import { changeSubscription } from "./change.ts";
import { checkTargetOf } from "./check-target.ts";
import type { WebhookOptions } from "./check-settings.ts";
import { createSubscription } from "./create.ts";
import { deleteSubscription } from "./delete.ts";
import { enableSubscription } from "./enable.ts";
import { hostNotAllowed, noSuchSubscription, quotaExceeded } from "../errors.ts";
import { event_descriptions } from "../../feed/event-schemas.ts";
import { deliveryPanelRoutes } from "../deliveries/panel-deliveries.routes.ts";
import {
  PanelSubscription,
  PanelSubscriptionCreate,
  PanelSubscriptionList,
  PanelSubscriptionPatch,
  RotatedSigningSecret,
  SubscriptionHistory,
  TargetCheck,
  TargetCheckBody,
  WebhookChoices,
} from "./panel-schema.ts";
import { findSubscribers, listAllSubscriptions, listHistory } from "./panel-sql.ts";
import { asClient, asSubscriber } from "./panel-subscriber.ts";
import { personEventPanelRoutes } from "../deliveries/person-events.routes.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { EnableBody, NewWebhookSubscription, RotateBody, SubscriptionParams, WebhookSubscription } from "./schema.ts";

const tag = "Webhooks";
const subscriptions = "/webhooks/subscriptions";
const subscription = `${subscriptions}/:id`;

/** The subscriptions of all clients. An administrator can do with each what its client could do. */
export function webhookPanelRoutes(panel: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  readRoutes(panel, pool);
  createRoutes(panel, pool, options);
  changeRoutes(panel, pool, options);
  deliveryPanelRoutes(panel, pool, options);
  personEventPanelRoutes(panel, pool);
}

function readRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: subscriptions,
    roles: it,
    operation: {
      id: "listSubscriptions",
      tag,
      summary: "List the subscriptions of all clients",
      answers: { 200: { description: "By client.", schema: PanelSubscriptionList } },
    },
    handle: async ({ caller }) => {
      const { list } = await listAllSubscriptions(pool, caller.tenant.id, caller.now.toString(), null);
      return { body: json(`{"subscriptions":${list}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: subscription,
    roles: it,
    operation: {
      id: "getSubscription",
      tag,
      summary: "Read a subscription",
      answers: { 200: { description: "The subscription.", schema: PanelSubscription } },
    },
    params: SubscriptionParams,
    handle: async ({ caller, params: { id } }) => {
      if (!isUuid(id)) throw noSuchSubscription();
      const { list, count } = await listAllSubscriptions(pool, caller.tenant.id, caller.now.toString(), id);
      if (count === 0) throw noSuchSubscription();
      return { body: json(list.slice(1, -1)) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: `${subscription}/history`,
    roles: it,
    operation: {
      id: "listSubscriptionHistory",
      tag,
      summary: "Read what has become of a subscription",
      description: "Its states and who has changed it, the newest first.",
      answers: { 200: { description: "The last 200 entries.", schema: SubscriptionHistory } },
    },
    params: SubscriptionParams,
    handle: async ({ caller, params: { id } }) => {
      await asSubscriber(pool, caller, id);
      return { body: json(`{"entries":${await listHistory(pool, caller.tenant.id, id)}}`) };
    },
  });
}

function createRoutes(panel: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/webhooks/choices",
    roles: it,
    operation: {
      id: "getWebhookChoices",
      tag,
      summary: "Read what a subscription can be made of",
      description: "Clients with the hosts that they may use, event types with examples, and the quota.",
      answers: { 200: { description: "The choices.", schema: WebhookChoices } },
    },
    handle: async ({ caller }) => ({ body: { ...(await findSubscribers(pool, caller.tenant.id)), event_types } }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/webhooks/target-check",
    roles: it,
    operation: {
      id: "checkWebhookTarget",
      tag,
      summary: "Try whether deliveries may go to an address",
      description: "By the rules that hold when a subscription is saved; nothing is sent and nothing is kept.",
      answers: { 200: { description: "The verdict.", schema: TargetCheck } },
    },
    body: TargetCheckBody,
    handle: async ({ caller, body }) => ({
      body: await checkTargetOf(pool, options, await asClient(pool, caller, body.client_id), body.target_url),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: subscriptions,
    roles: it,
    step_up: true,
    operation: {
      id: "createSubscription",
      tag,
      summary: "Subscribe a client to events",
      answers: { 201: { description: "The subscription, with its secret this once.", schema: NewWebhookSubscription } },
      problems: [hostNotAllowed, quotaExceeded],
    },
    body: PanelSubscriptionCreate,
    handle: async ({ caller, body: { client_id, ...wanted } }) => {
      const created = await createSubscription(pool, options, await asClient(pool, caller, client_id), wanted);
      return { status: 201, body: json(created.body) };
    },
  });
}

const event_types = event_descriptions
  .filter(({ type }) => type !== "ping")
  .map(({ type, summary, description, schema }) => ({
    type,
    summary,
    description,
    example: (schema as { example?: unknown }).example,
  }));

function changeRoutes(panel: FastifyInstance, pool: Pool, options: WebhookOptions): void {
  panelRoute(panel, {
    method: "PATCH",
    url: subscription,
    roles: it,
    operation: {
      id: "changeSubscription",
      tag,
      summary: "Change a subscription's name, address, event types, format or filters",
      answers: { 200: { description: "The subscription.", schema: WebhookSubscription } },
      problems: [hostNotAllowed],
    },
    params: SubscriptionParams,
    body: PanelSubscriptionPatch,
    handle: async ({ caller, params: { id }, body }) => {
      const change = { patch: body, if_match: undefined };
      return { body: json(await changeSubscription(pool, options, await asSubscriber(pool, caller, id), id, change)) };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: subscription,
    roles: it,
    operation: {
      id: "deleteSubscription",
      tag,
      summary: "Delete a subscription",
      description: "Its secrets are forgotten, and what is pending is not sent.",
      answers: { 204: { description: "It is gone.", schema: null } },
    },
    params: SubscriptionParams,
    handle: async ({ caller, params: { id } }) => {
      await deleteSubscription(pool, await asSubscriber(pool, caller, id), id, undefined);
      return { status: 204, body: null };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: `${subscription}/enable`,
    roles: it,
    operation: {
      id: "enableSubscription",
      tag,
      summary: "Let deliveries to a subscription go on",
      answers: { 200: { description: "The subscription.", schema: WebhookSubscription } },
    },
    params: SubscriptionParams,
    body: EnableBody,
    handle: async ({ caller, params: { id } }) => ({
      body: json(await enableSubscription(pool, await asSubscriber(pool, caller, id), id)),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: `${subscription}/rotate-secret`,
    roles: it,
    step_up: true,
    operation: {
      id: "rotateSubscriptionSecret",
      tag,
      summary: "Give a subscription a new signing secret",
      description: "For `grace_days` deliveries carry a signature of the previous one, too.",
      answers: { 200: { description: "The new secret, this once.", schema: RotatedSigningSecret } },
    },
    params: SubscriptionParams,
    body: RotateBody,
    handle: async ({ caller, params: { id }, body }) => {
      const client = await asSubscriber(pool, caller, id);
      // The schema sets the default.
      return { body: await rotateSecret(pool, options.sender.keyring, client, id, body.grace_days!) };
    },
  });
}
