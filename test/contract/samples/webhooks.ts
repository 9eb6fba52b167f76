import { newId } from "../../../server/platform/ids.ts";
import { created, cursor, nothing, of_walk, type Place, type Sample, type Samples } from "./sample.ts";
import { enrollment } from "./training.ts";

/**
 * Ends subscriptions, because the organisation's quota also applies to tests. The last five stay, and the one that every
 * organisation has.
 */
async function endSubscriptions({ database, organisation }: Place): Promise<void> {
  await database.superuser.query(
    `update webhook_subscription
     set deleted_at = now(), secret = null, previous_secret = null, previous_secret_expires_at = null
     where id in (
       select id from webhook_subscription
       where tenant_id = $1 and name not like 'Hook %' and deleted_at is null
       order by id desc offset 5)`,
    [organisation.tenant_id],
  );
}

/**
 * A failed delivery of the organisation's oldest event to the subscription that every organisation of the isolation tests has.
 */
export async function failedDelivery({ database, organisation, mark }: Place): Promise<{ id: string; delivery_id: string }> {
  const { rows } = await database.superuser.query(
    `with failed as (
       insert into webhook_delivery (tenant_id, id, ended_on, subscription_id, event_id, event_type, status, created_at,
         attempt_count, max_attempts, payload_bytes, payload_sha256)
       select s.tenant_id, $3, current_date, s.id, e.id, e.type, 'failed', now(), 1, 1, octet_length(e.body), sha256(e.body)
       from webhook_subscription s, (select * from event where tenant_id = $1 order by id limit 1) e
       where s.tenant_id = $1 and s.name = 'Hook ' || $2
       returning tenant_id, id, subscription_id
     ),
     tried as (
       insert into webhook_attempt (tenant_id, delivery_id, number, attempted_on, trigger, attempted_at, duration_ms, error, host)
       select tenant_id, id, 1, current_date, 'scheduled', now(), 1, 'TIMEOUT', 'hooks.' || $2 || '.example'
       from failed
     )
     select subscription_id as id, id as delivery_id from failed`,
    [organisation.tenant_id, mark, newId()],
  );
  return rows[0];
}

const newSubscription = ({ mark }: Place, tag: string) => ({
  name: `Sample ${tag} ${mark}`,
  target_url: `https://hooks.${mark}.example/${tag}`,
  subscribed_events: ["enrollment.assigned"],
});

/** A subscription of the calling client. */
export async function subscription(place: Place, tag: string): Promise<string> {
  await endSubscriptions(place);
  return created(place.api.post("/api/v1/webhooks/subscriptions", newSubscription(place, tag)));
}

const of_subscription: Pick<Sample, "references" | "make"> = {
  references: { "path.id": { kind: "subscription_id" } },
  make: async (place, tag) => ({ ...nothing, path: { id: await subscription(place, tag) } }),
};
const subscription_names = { "body.name": "the subscription's own" };
const of_subscription_fields = { "#/delivery_format": ["NOT_ALLOWED_VALUE"] };
const filters = {
  "body.department_ids": { kind: "department_ids" },
  "body.course_ids": { kind: "course_ids" },
} as const;

/** Samples for subscriptions, their deliveries, and events. */
export const samples_of_webhooks: Samples = {
  listSubscriptions: { status: 200, make: async () => nothing, references: { "query.client_id": { kind: "client_id" } } },
  createSubscription: {
    status: 201,
    make: async (place, tag) => {
      await endSubscriptions(place);
      return { ...nothing, body: newSubscription(place, tag) };
    },
    references: filters,
    no_references: subscription_names,
    domain_codes: of_subscription_fields,
  },
  getSubscription: { status: 200, ...of_subscription },
  changeSubscription: {
    status: 200,
    ...of_subscription,
    make: async (place, tag) => ({
      ...nothing,
      path: { id: await subscription(place, tag) },
      body: { name: `Sample ${tag} changed`, subscribed_events: ["ping"] },
    }),
    references: { ...of_subscription.references, ...filters },
    no_references: subscription_names,
    domain_codes: of_subscription_fields,
  },
  deleteSubscription: { status: 204, ...of_subscription },
  enableSubscription: {
    status: 200,
    ...of_subscription,
    make: async (place, tag) => {
      const id = await subscription(place, tag);
      await place.database.superuser.query(
        `update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures'
         where tenant_id = $1 and subscription_id = $2`,
        [place.organisation.tenant_id, id],
      );
      return { ...nothing, path: { id } };
    },
  },
  pingSubscription: { status: 200, ...of_subscription },
  rotateSubscriptionSecret: { status: 200, ...of_subscription },
  listDeliveries: {
    status: 200,
    make: async (place) => ({ ...nothing, path: { id: (await failedDelivery(place)).id } }),
    references: { "path.id": { kind: "subscription_id" }, "query.event_id": { kind: "event_id" }, "query.cursor": cursor },
    domain_codes: { ...of_walk, since: ["INVALID_FORMAT"], until: ["INVALID_FORMAT"] },
  },
  retryDelivery: {
    status: 202,
    make: async (place) => ({ ...nothing, path: await failedDelivery(place) }),
    references: { "path.id": { kind: "hook_id" }, "path.delivery_id": { kind: "delivery_id" } },
  },
  retryDeliveryById: {
    status: 202,
    make: async (place) => ({ ...nothing, path: { delivery_id: (await failedDelivery(place)).delivery_id } }),
    references: { "path.delivery_id": { kind: "delivery_id" } },
  },
  replayEvents: {
    status: 202,
    make: async (place, tag) => {
      await enrollment(place, tag);
      return { ...nothing, path: { id: await subscription(place, tag) }, body: { since: "2020-01-01T00:00:00Z" } };
    },
    references: { "path.id": { kind: "subscription_id" } },
    domain_codes: { "#/since": ["OUT_OF_RANGE"], "#/until": ["OUT_OF_RANGE"] },
  },
  listEvents: {
    status: 200,
    make: async (place, tag) => {
      await enrollment(place, tag);
      return nothing;
    },
    references: { "query.cursor": cursor },
    domain_codes: { cursor: ["INVALID_FORMAT", "CONFLICTING_FIELDS"], since: ["INVALID_FORMAT"] },
  },
};
