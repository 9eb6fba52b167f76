import { newId } from "../../../server/platform/ids.ts";
import { subscribe } from "../../harness/webhooks.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

type Placed = Pick<PanelPlace, "database" | "organisation">;

/** A client that may subscribe, with allowed hosts. */
export async function subscriberOf({ database, organisation }: Placed): Promise<string> {
  const id = newId();
  await database.superuser.query(
    `insert into client (tenant_id, id, name, name_norm, scopes, methods, webhook_hosts)
    values ($1, $2::uuid, 'HR ' || $2, 'hr ' || $2, '{webhooks:manage}', '{api_key}', '{hooks.acme.example}')`,
    [organisation.tenant_id, id],
  );
  return id;
}

async function subscriptionOf(place: Placed): Promise<{ id: string }> {
  const client_id = await subscriberOf(place);
  const organisation = { ...place.organisation, clients: { HR: { client_id, secret: "" } } };
  const { id } = await subscribe(place.database, organisation, "HR", "https://hooks.acme.example/lms", ["course.completed"]);
  return { id };
}

const raise = async (place: Placed) => {
  await place.database.superuser.query("update tenant set webhook_subscriptions_max = 1000 where id = $1", [
    place.organisation.tenant_id,
  ]);
};

/** A subscription with one failed delivery. */
export async function failedDeliveryOf(place: Placed): Promise<{ id: string; delivery_id: string }> {
  const { id } = await subscriptionOf(place);
  const { rows } = await place.database.superuser.query(
    `with told as (
      insert into event (tenant_id, id, type, body, created_at) values ($1, $2::uuid, 'course.completed',
        convert_to('{"id":"' || $2::uuid || '","type":"course.completed"}', 'UTF8'), now())
      returning tenant_id, id, body
    ), today as (select (to_timestamp(infra.now_us() / 1000000.0) at time zone 'UTC')::date as day),
    delivered as (
      insert into webhook_delivery (tenant_id, id, ended_on, subscription_id, event_id, event_type, status, created_at,
        attempt_count, max_attempts, payload_bytes, payload_sha256)
      select t.tenant_id, $3, today.day, $4, t.id, 'course.completed', 'failed', now(), 5, 5, octet_length(t.body), sha256(t.body)
      from told t, today
      returning tenant_id, id
    )
    insert into webhook_attempt (tenant_id, delivery_id, number, attempted_on, trigger, attempted_at, duration_ms,
      response_status, error, host)
    select d.tenant_id, d.id, n, today.day, 'scheduled', now(), 41, 500, 'HTTP_STATUS', 'hooks.acme.example'
    from delivered d, today, generate_series(1, 5) n
    returning delivery_id`,
    [place.organisation.tenant_id, newId(), newId(), id],
  );
  return { id, delivery_id: rows[0].delivery_id };
}

const settings = { name: "HRIS", target_url: "https://hooks.acme.example/lms", subscribed_events: ["course.completed"] };

export const samples: Record<string, PanelSample> = {
  getSubscription: { status: 200, make: async (place) => ({ path: await subscriptionOf(place) }) },
  listSubscriptionHistory: { status: 200, make: async (place) => ({ path: await subscriptionOf(place) }) },
  checkWebhookTarget: {
    status: 200,
    changes_nothing: "it says what saving would find",
    make: async (place) => ({ body: { client_id: await subscriberOf(place), target_url: settings.target_url } }),
  },
  createSubscription: {
    status: 201,
    async make(place) {
      await raise(place);
      return { body: { ...settings, client_id: await subscriberOf(place) } };
    },
  },
  changeSubscription: {
    status: 200,
    make: async (place, tag) => ({ path: await subscriptionOf(place), body: { name: tag } }),
  },
  deleteSubscription: { status: 204, make: async (place) => ({ path: await subscriptionOf(place) }) },
  enableSubscription: {
    status: 200,
    async make(place) {
      const path = await subscriptionOf(place);
      await place.database.superuser.query(
        `update webhook_subscription_state
        set state = 'disabled', state_reason = 'consecutive_failures', consecutive_failures = 20, failing_since = now()
        where subscription_id = $1`,
        [path.id],
      );
      return { path };
    },
  },
  rotateSubscriptionSecret: {
    status: 200,
    make: async (place) => ({ path: await subscriptionOf(place), body: { grace_days: 3 } }),
  },
  pingSubscription: {
    status: 200,
    changes_nothing: "it tries the receiver; the delivery log tells of it",
    make: async (place) => ({ path: await subscriptionOf(place) }),
  },
  listDeliveries: { status: 200, make: async (place) => ({ path: { id: (await failedDeliveryOf(place)).id } }) },
  getDeliveryRequest: { status: 200, make: async (place) => ({ path: await failedDeliveryOf(place) }) },
  retryDelivery: { status: 202, make: async (place) => ({ path: await failedDeliveryOf(place) }) },
  retryFailedDeliveries: {
    status: 200,
    make: async (place) => ({ path: { id: (await failedDeliveryOf(place)).id }, body: { since: "2020-01-01T00:00:00Z" } }),
  },
  replayEvents: {
    status: 202,
    make: async (place) => ({ path: { id: (await failedDeliveryOf(place)).id }, body: { since: "2020-01-01T00:00:00Z" } }),
  },
  checkSignature: {
    status: 200,
    changes_nothing: "it computes",
    make: async () => ({ body: { header: "t=1,v1=00", body_base64: "e30=", secret: "whsec_" } }),
  },
};
