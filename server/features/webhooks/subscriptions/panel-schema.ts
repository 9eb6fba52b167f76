import { Type } from "typebox";
import { Closed, Id, Instant, InstantInput, Nullable, OneOf } from "../../../platform/http/schema.ts";
import { event_types } from "../../events/emit.ts";
import { RotatedSecret, settable, subscription_members } from "./schema.ts";
import { verdicts } from "../signature/verify-signature.ts";

/** A schema name of its own: the panel also rotates the secrets of clients, with another answer. */
export const RotatedSigningSecret = { ...RotatedSecret, $id: "RotatedSigningSecret" };

const Named = Closed({ id: Id, name: Type.String() });

/** A subscription in the list of all clients' subscriptions. */
export const PanelSubscription = Closed(
  {
    ...subscription_members,
    names: Type.Record(Type.String(), Type.String(), { description: "Departments and courses of the filters, by id." }),
    client: Named,
    recent: Closed(
      {
        succeeded: Type.Integer({ minimum: 0 }),
        failed: Type.Integer({ minimum: 0 }),
        p95_ms: Nullable(Type.Integer({ minimum: 0 }), { description: "Of attempts that were acknowledged." }),
      },
      { description: "Of the last 24 hours, of at most the newest 2,000 deliveries; without pings." },
    ),
  },
  { $id: "PanelSubscription" },
);

export const PanelSubscriptionList = Closed({ subscriptions: Type.Array(PanelSubscription) }, { $id: "PanelSubscriptionList" });

const EventType = Closed({
  type: OneOf(event_types),
  summary: Type.String(),
  description: Type.String(),
  example: Type.Unknown({ description: "A whole body, as it is delivered." }),
});

export const WebhookChoices = Closed(
  {
    clients: Type.Array(
      Closed({ id: Id, name: Type.String(), webhook_hosts: Type.Array(Type.String()), can_manage: Type.Boolean() }),
    ),
    event_types: Type.Array(EventType),
    quota: Closed({ used: Type.Integer({ minimum: 0 }), limit: Type.Integer({ minimum: 0 }) }),
  },
  { $id: "WebhookChoices" },
);

const optional = {
  delivery_format: Type.Optional(settable.delivery_format),
  department_ids: Type.Optional(settable.department_ids),
  course_ids: Type.Optional(settable.course_ids),
};

export const PanelSubscriptionCreate = Closed({
  client_id: Id,
  name: settable.name,
  target_url: settable.target_url,
  subscribed_events: settable.subscribed_events,
  ...optional,
});

export const PanelSubscriptionPatch = Closed({
  name: Type.Optional(settable.name),
  target_url: Type.Optional(settable.target_url),
  subscribed_events: Type.Optional(settable.subscribed_events),
  ...optional,
});

export const TargetCheckBody = Closed({ client_id: Id, target_url: Type.String({ maxLength: 2_048 }) });

export const TargetCheck = Closed(
  {
    ok: Type.Boolean(),
    fault: Nullable(OneOf(["invalid", "host_not_allowed", "private_address"])),
    detail: Nullable(Type.String()),
    host: Nullable(Type.String()),
  },
  { $id: "WebhookTargetCheck" },
);

const HistoryEntry = Closed({
  id: Id,
  at: Instant,
  operation: Type.String({ example: "webhook_subscription.disable" }),
  actor: Closed({ type: Type.String(), name: Nullable(Type.String()) }),
  changes: Type.Unknown({ description: "By member: what it was before, and since." }),
});

export const SubscriptionHistory = Closed({ entries: Type.Array(HistoryEntry) }, { $id: "WebhookSubscriptionHistory" });

export const DeliveryRequest = Closed(
  {
    method: Type.Literal("POST"),
    url: Type.String({ description: "Where the next attempt goes." }),
    headers: Type.Array(Closed({ name: Type.String(), value: Type.String() }), {
      description: "Signatures are made anew for each attempt and kept nowhere: their places are named.",
    }),
    body: Nullable(Type.String({ description: "The bytes that are signed; null: older than 30 days." })),
  },
  { $id: "WebhookDeliveryRequest" },
);

export const RetryFailedBody = Closed({
  since: { ...InstantInput, description: "Deliveries created at or after it. RFC 3339." },
});

export const RetriedFailed = Closed(
  {
    retried: Type.Integer({ minimum: 0 }),
    more: Type.Boolean({ description: "There are others: ask again." }),
  },
  { $id: "WebhookRetriedFailed" },
);

const base64_max = 700_000;

export const SignatureBody = Closed({
  header: Type.String({ maxLength: 2_000, description: "The value of X-LMS-Signature." }),
  body_base64: Type.String({
    maxLength: base64_max,
    pattern: "^[A-Za-z0-9+/]*={0,2}$",
    description: "The body's bytes in base64. Text would lose the blanks at its ends.",
  }),
  secret: Type.String({ maxLength: 200 }),
});

export const SignatureVerdict = Closed(
  {
    verdict: OneOf(verdicts),
    signed_at: Nullable(Instant, { description: "`t` of the header." }),
    age_seconds: Nullable(Type.Integer(), { description: "From `t` until now; negative: it lies ahead." }),
    expected: Nullable(Type.String({ description: "The signature of this body with this secret at `t`." })),
  },
  { $id: "WebhookSignatureVerdict" },
);
