import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../../platform/http/cursor.ts";
import { Closed, Id, Instant, InstantInput, Nullable, OneOf } from "../../../platform/http/schema.ts";
import { event_types } from "../../events/emit.ts";

export const delivery_statuses = ["pending", "succeeded", "failed", "expired"] as const;
export type DeliveryStatus = (typeof delivery_statuses)[number];
export const DeliveryStatus = OneOf(delivery_statuses, { named: "DeliveryStatus" });

export const EventType = OneOf(event_types, { named: "EventType" });

const attempt_triggers = ["scheduled", "manual", "replay", "ping"] as const;
const attempt_errors = [
  "TIMEOUT",
  "CONNECTION_REFUSED",
  "DNS",
  "TLS",
  "HTTP_STATUS",
  "REDIRECT_REFUSED",
  "ADDRESS_NOT_ALLOWED",
  "INTERRUPTED",
] as const;

const Attempt = Closed({
  number: Type.Integer({ minimum: 1 }),
  trigger: OneOf(attempt_triggers, {
    named: "AttemptTrigger",
    description:
      "scheduled: the first one or a retry by schedule; manual: asked for by `retry`; replay: the first one of a replayed event; ping: of `ping`.",
  }),
  attempted_at: Instant,
  duration_ms: Type.Integer({ minimum: 0 }),
  response_status: Nullable(Type.Integer({ minimum: 100, maximum: 999 }), { description: "null: no status line came in time." }),
  error: Nullable(OneOf(attempt_errors, { named: "AttemptError" }), {
    description:
      "null: a 2xx came in time. INTERRUPTED: the service was stopped during the attempt, so that it does not know whether the receiver got it; it is made again after 30 s, and neither uses up an attempt nor counts as a failure of the receiver.",
  }),
  host: Type.String({ description: "Where it went: the subscription's URL may have changed since." }),
});

/** A delivery between its second and its third attempt. */
const delivery_example = {
  id: "019a5002-1234-7abc-8def-567812345678",
  subscription_id: "019a5000-0001-7002-8003-000400050006",
  event_id: "019a5001-aaaa-7bbb-8ccc-000000000001",
  event_type: "course.completed",
  status: "pending",
  attempt_count: 2,
  max_attempts: 5,
  next_attempt_at: "2026-02-02T07:06:06.000Z",
  created_at: "2026-02-02T07:00:00.500Z",
  delivered_at: null,
  payload_bytes: 941,
  payload_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  attempts: [
    {
      number: 1,
      trigger: "scheduled",
      attempted_at: "2026-02-02T07:00:01.000Z",
      duration_ms: 5000,
      response_status: null,
      error: "TIMEOUT",
      host: "hooks.hris.example.com",
    },
    {
      number: 2,
      trigger: "scheduled",
      attempted_at: "2026-02-02T07:01:06.000Z",
      duration_ms: 212,
      response_status: 503,
      error: "HTTP_STATUS",
      host: "hooks.hris.example.com",
    },
  ],
};

export const Delivery = Closed(
  {
    id: Id,
    subscription_id: Id,
    event_id: Id,
    event_type: EventType,
    status: {
      ...DeliveryStatus,
      description:
        "pending: waiting for its next attempt, also while the subscription is disabled; succeeded: acknowledged by a 2xx; failed: no attempt is left; expired: it waited for 30 days.",
    },
    attempt_count: Type.Integer({ minimum: 0 }),
    max_attempts: Type.Integer({
      minimum: 1,
      description: "5, and one more for each attempt that was interrupted or asked for by hand.",
    }),
    next_attempt_at: Nullable(Instant, {
      description:
        "The next attempt begins then or, behind others, later. null: none is due, because the delivery has ended, an attempt is under way, or the subscription is disabled.",
    }),
    created_at: Instant,
    delivered_at: Nullable(Instant, { description: "When it was acknowledged." }),
    payload_bytes: Type.Integer({ minimum: 0 }),
    payload_sha256: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "Of the body in the format platform.v1, in hex, whatever the format of the delivery.",
    }),
    attempts: Type.Array(Attempt, {
      description: "The first one first; those of the last 30 days. Neither bodies nor answers are kept.",
    }),
  },
  { $id: "WebhookDelivery", example: delivery_example },
);

export const DeliveryList = Closed(
  { pagination: CursorPagination, deliveries: Type.Array(Delivery) },
  { $id: "WebhookDeliveryList" },
);

const { updated_since: _, ...parameters } = walkParameters(500, 100);

export const DeliveryQuery = Type.Object({
  ...parameters,
  status: Type.Optional({ ...DeliveryStatus, description: "Only those in this status." }),
  event_type: Type.Optional({ ...EventType, description: "Only of events of this type." }),
  event_id: Type.Optional(Type.String({ format: "uuid", description: "Only of this event." })),
  since: Type.Optional({
    ...InstantInput,
    description: "A timestamp from 1900 on, RFC 3339: only those created at or after it.",
  }),
  until: Type.Optional({
    ...InstantInput,
    description: "A timestamp from 1900 on, RFC 3339: only those created before it.",
  }),
});

export const DeliveriesParams = Type.Object({ id: Type.String({ description: "Id of the subscription." }) });

export const DeliveryOfSubscriptionParams = Type.Object({
  id: Type.String({ description: "Id of the subscription." }),
  delivery_id: Type.String({ description: "Id of the delivery." }),
});

export const DeliveryParams = Type.Object({ delivery_id: Type.String({ description: "Id of the delivery." }) });

export const RetryBody = Closed({}, { optional: true });

export const ReplayBody = Closed({
  since: { ...InstantInput, description: "Events created at or after it. RFC 3339, not in the future." },
  until: Type.Optional({ ...InstantInput, description: "Only events created before it." }),
});

export const Replay = Closed(
  {
    queued: Type.Integer({ minimum: 0, description: "Events that will be delivered anew." }),
    next_since: Nullable(Instant, {
      description: "There may be more: send the request again with this `since`. null: these were all.",
    }),
  },
  { $id: "WebhookReplay", example: { queued: 214, next_since: null } },
);
