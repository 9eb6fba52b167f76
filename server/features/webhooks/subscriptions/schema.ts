import { Type, type Static } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf, readOnly, line } from "../../../platform/http/schema.ts";
import { Delivery, EventType } from "../deliveries/schema.ts";
import { default_format, delivery_formats } from "../deliveries/format.ts";
import { disabled_after_failures } from "../sending/state.ts";

const name_max = 100;
const target_url_max = 2_048;
const subscribed_events_max = 50;
const event_type_max = 100;
/** Departments, or courses, in one filter at most. */
const filter_ids_max = 100;
const grace_days_max = 30;
const grace_days_default = 7;

const Name = line(name_max, { example: "HRIS production" });
const target_url_text =
  "Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts.";
const TargetUrl = Type.String({
  minLength: 1,
  maxLength: target_url_max,
  description: target_url_text,
  example: "https://hooks.hris.example.com/lms",
});

/** Filters: an event is delivered if it passes each that is set (docs/decisions/0058). */
const filters = {
  department_ids: {
    description:
      "Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody.",
    example: ["019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b"],
  },
  course_ids: {
    description: "Only events of these courses and learning paths; null: of all.",
    example: ["019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a"],
  },
};
/** An array or null as one schema: with a union, the fault of one entry would also be reported for the whole list. */
const filter = (said: object) =>
  Type.Unsafe<string[] | null>({ type: ["array", "null"], items: Id, minItems: 1, maxItems: filter_ids_max, ...said });

/** Members that a client sets. */
const settings = {
  name: Name,
  target_url: TargetUrl,
  subscribed_events: Type.Array(EventType, {
    description: "Event types that are delivered. A ping is sent whether it is listed or not.",
  }),
  delivery_format: OneOf(delivery_formats, {
    named: "DeliveryFormat",
    description:
      "platform.v1: the event as the feed shows it. cloudevents.v1: CloudEvents 1.0 in the structured mode of its HTTP binding, with the same id, type and data.",
  }),
  department_ids: Nullable(Type.Array(Id), filters.department_ids),
  course_ids: Nullable(Type.Array(Id), filters.course_ids),
};

/** Members that the service computes. */
const derived = {
  id: Id,
  client_id: Id,
  state: OneOf(["active", "degraded", "disabled"] as const, {
    named: "SubscriptionState",
    description: `active: deliveries are sent. degraded: they are sent one at a time, after failures. disabled: they wait until the subscription is enabled again, after ${disabled_after_failures} failures in a row or three days of failures.`,
  }),
  state_reason: Nullable(OneOf(["consecutive_failures", "failing_for_3_days"] as const, { named: "SubscriptionStateReason" }), {
    description: "Why it is degraded or disabled; null while active.",
  }),
  state_changed_at: Instant,
  consecutive_failures: Type.Integer({
    minimum: 0,
    description: "Failed attempts since the last acknowledged one, over all deliveries. Pings do not count.",
  }),
  failing_since: Nullable(Instant),
  last_success_at: Nullable(Instant),
  last_failure_at: Nullable(Instant),
  pending_deliveries: Type.Integer({ minimum: 0, description: "Deliveries that wait for their first or next attempt." }),
  previous_secret_expires_at: Nullable(Instant, {
    description: "Until then deliveries carry a signature of the previous secret, too; null: they do not.",
  }),
  created_at: Instant,
  updated_at: Instant,
};

const example = {
  id: "019a5000-0001-7002-8003-000400050006",
  client_id: "019a1000-0000-7000-8000-00000000c11e",
  name: "HRIS production",
  target_url: "https://hooks.hris.example.com/lms",
  subscribed_events: ["course.completed", "compliance.certified", "compliance.expired"],
  delivery_format: default_format,
  department_ids: ["019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b"],
  course_ids: null,
  state: "active",
  state_reason: null,
  state_changed_at: "2026-02-02T07:00:00.000Z",
  consecutive_failures: 0,
  failing_since: null,
  last_success_at: null,
  last_failure_at: null,
  pending_deliveries: 0,
  previous_secret_expires_at: null,
  created_at: "2026-02-02T07:00:00.000Z",
  updated_at: "2026-02-02T07:00:00.000Z",
};

const { id, client_id, ...rest } = derived;
export const subscription_members = { id, client_id, ...settings, ...rest };

export const WebhookSubscription = Closed(subscription_members, { $id: "WebhookSubscription", example });

const secret_example = "whsec_3q27wDb0bYc0T8rV4m9JkLxQe1uHs5nZpAoCiFgXyE8=";
const SecretToken = Type.String({
  description:
    "The signing secret, `whsec_` and base64 of 32 random bytes. Shown in this answer only: keep it. The key of X-LMS-Signature is the whole string; that of webhook-signature (Standard Webhooks) is what the part behind `whsec_` encodes.",
  example: secret_example,
});

/** The answer to create, the only record with the secret. A repetition with the same Idempotency-Key comes without it. */
export const NewWebhookSubscription = Closed(
  { ...subscription_members, secret_token: Type.Optional(SecretToken) },
  { $id: "NewWebhookSubscription", example: { ...example, secret_token: secret_example } },
);

export const WebhookSubscriptionList = Closed(
  { subscriptions: Type.Array(WebhookSubscription) },
  { $id: "WebhookSubscriptionList" },
);

/** The form of a target URL that a pattern can check; target.ts checks the rest. */
const public_https =
  "^[Hh][Tt][Tt][Pp][Ss]://[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*\\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(:443)?([/?][^\\s#\\\\]*)?$";

/** Looser than the schema of the record, so that check-settings.ts can refuse unknown values with suggestions. */
export const settable = {
  name: Name,
  target_url: {
    ...TargetUrl,
    contract: () =>
      Type.String({
        format: "uri",
        pattern: public_https,
        maxLength: target_url_max,
        description: target_url_text,
        example: "https://hooks.hris.example.com/lms",
      }),
  },
  subscribed_events: {
    ...Type.Array(Type.String({ maxLength: event_type_max, example: "course.completed" }), {
      minItems: 1,
      maxItems: subscribed_events_max,
    }),
    contract: () =>
      Type.Array(EventType, {
        minItems: 1,
        maxItems: subscribed_events_max,
        description: "Event types. Repeated ones count once.",
        example: ["course.completed"],
      }),
  },
  delivery_format: Type.String({
    maxLength: 64,
    description: `\`${default_format}\`, the default, or \`cloudevents.v1\`. The previous name of the first is taken, too; answers always say \`${default_format}\`. Deliveries that wait are sent in the present format.`,
    example: default_format,
  }),
  department_ids: filter(filters.department_ids),
  course_ids: filter(filters.course_ids),
};

const derived_members = readOnly(Object.keys(derived) as (keyof typeof derived)[]);

export const SubscriptionCreate = Closed({
  ...settable,
  delivery_format: Type.Optional(settable.delivery_format),
  department_ids: Type.Optional(settable.department_ids),
  course_ids: Type.Optional(settable.course_ids),
  ...derived_members,
});

export const SubscriptionPatch = Closed({
  name: Type.Optional(settable.name),
  target_url: Type.Optional(settable.target_url),
  subscribed_events: Type.Optional(settable.subscribed_events),
  delivery_format: Type.Optional(settable.delivery_format),
  department_ids: Type.Optional(settable.department_ids),
  course_ids: Type.Optional(settable.course_ids),
  ...derived_members,
});

/** Settings in a request; undefined: unchanged. */
export type Settings = Pick<Static<typeof SubscriptionPatch>, keyof typeof settings>;

export const SubscriptionParams = Type.Object({ id: Type.String({ description: "The subscription's id." }) });

export const SubscriptionQuery = Type.Object({
  client_id: Type.Optional(
    Type.String({
      format: "uuid",
      description: "The calling client's own id, which changes nothing; any other one is refused.",
      example: example.client_id,
    }),
  ),
});

export const EnableBody = Closed({}, { optional: true });
export const PingBody = Closed({}, { optional: true });

export const RotateBody = Closed(
  {
    grace_days: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: grace_days_max,
        default: grace_days_default,
        description: "Days for which deliveries are also signed with the present secret; 0: it ends at once.",
      }),
    ),
  },
  { optional: true },
);

export const RotatedSecret = Closed(
  {
    subscription_id: Id,
    secret_token: Type.Optional(SecretToken),
    rotated_at: Instant,
    grace_days: Type.Integer({ minimum: 0, maximum: grace_days_max }),
    previous_secret_expires_at: Nullable(Instant),
  },
  {
    $id: "RotatedSecret",
    example: {
      subscription_id: example.id,
      secret_token: "whsec_Qm9uZGlub3RoZXJzZWNyZXR2YWx1ZTAwMDAwMDAwMDA=",
      rotated_at: "2026-02-02T09:00:00.000Z",
      grace_days: 7,
      previous_secret_expires_at: "2026-02-09T09:00:00.000Z",
    },
  },
);

export const Ping = Closed(
  { event_id: Id, delivery: Delivery },
  {
    $id: "WebhookPing",
    example: {
      event_id: "019a5001-aaaa-7bbb-8ccc-000000000009",
      delivery: {
        id: "019a5002-1234-7abc-8def-567812345699",
        subscription_id: example.id,
        event_id: "019a5001-aaaa-7bbb-8ccc-000000000009",
        event_type: "ping",
        status: "succeeded",
        attempt_count: 1,
        max_attempts: 1,
        next_attempt_at: null,
        created_at: "2026-02-02T09:30:00.000Z",
        delivered_at: "2026-02-02T09:30:00.214Z",
        payload_bytes: 248,
        payload_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        attempts: [
          {
            number: 1,
            trigger: "ping",
            attempted_at: "2026-02-02T09:30:00.000Z",
            duration_ms: 214,
            response_status: 204,
            error: null,
            host: "hooks.hris.example.com",
          },
        ],
      },
    },
  },
);
