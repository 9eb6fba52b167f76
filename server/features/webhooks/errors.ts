import { Type } from "typebox";
import { notFound, problem, type Problem } from "../../platform/http/problem.ts";
import { Id } from "../../platform/http/schema.ts";
import { DeliveryStatus } from "./deliveries/schema.ts";

export const hostNotAllowed = problem("WEBHOOK_HOST_NOT_ALLOWED", 403, "Webhook host not allowed", {
  cause: "The target URL's host is not on the list of webhook hosts that the IT administrator has allowed for this client.",
  remedy: "Ask the IT administrator to allow `host` for the client, or use a host that is allowed.",
  members: { host: Type.String({ example: "hooks.example.net" }) },
});

export const quotaExceeded = problem("WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED", 409, "Webhook subscription quota exceeded", {
  cause:
    "The organisation has as many subscriptions as its contract allows. Disabled ones count, and those of its other clients, unless these have been revoked.",
  remedy: "Delete a subscription that is no longer needed, or subscribe one of them to more event types.",
  members: { limit: Type.Integer({ example: 10 }) },
});

export const foreignClient = problem("FOREIGN_CLIENT", 403, "Subscriptions of another client", {
  cause: "The request asks for the subscriptions of another client; a client sees its own ones only.",
  remedy: "Leave `client_id` out, or send the calling client's own id.",
});

export const tooManyPings = problem("TOO_MANY_PINGS", 429, "Too many pings under way", {
  cause: "As many pings of the organisation as may be under way together are waiting for the answers of their receivers.",
  remedy: "Wait the seconds of Retry-After, then repeat the request: no ping takes longer.",
  members: { retry_after_seconds: Type.Integer({ example: 5 }) },
});

export const deliveryNotFailed = problem("DELIVERY_NOT_FAILED", 409, "Delivery not failed", {
  cause:
    "Only a delivery that has failed can be retried: this one has succeeded or expired, or waits for an attempt already. Of two retries at once the second is answered so.",
  remedy:
    "Leave a pending delivery to its schedule; replay the subscription's events to send again what has succeeded or expired.",
  members: { delivery_status: { ...DeliveryStatus, example: "pending" } },
});

export const subscriptionDisabled = problem("SUBSCRIPTION_DISABLED", 409, "Subscription disabled", {
  cause: "The subscription is disabled, so that no attempt would be made.",
  remedy: "Enable the subscription, whose pending deliveries are then sent, and retry after that.",
});

export const tooManyAttempts = problem("TOO_MANY_ATTEMPTS", 409, "Too many attempts at a delivery", {
  cause: "As many attempts at the delivery as there may be have been made, those that were asked for by hand included.",
  remedy: "Replay the subscription's events of that time, once its receiver works: each gets a delivery of its own.",
  members: { limit: Type.Integer({ example: 100 }) },
});

export const eventNotKept = problem("EVENT_NOT_KEPT", 409, "Event not kept", {
  cause: "The event is older than 30 days: its body, which would be sent, is no longer kept.",
  remedy: "Read the current state of the records instead.",
  members: { event_id: Id },
});

/** One answer for an unknown, deleted or malformed id and for a subscription of another client, so that it reveals nothing. */
export function noSuchSubscription(): Problem {
  return notFound("No such subscription.");
}

/** One answer for all ids without a delivery of the client, so that it reveals nothing. */
export function noSuchDelivery(): Problem {
  return notFound("No such delivery.");
}
