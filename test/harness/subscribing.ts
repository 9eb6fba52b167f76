import { openDatabase, type TestDatabase } from "./database.ts";
import { createOrganisation, type TestOrganisation } from "./organisation/organisation.ts";
import { apiOf, byKey, startServer, type Api, type TestServer, type TestServerOptions } from "./server.ts";

/** An organisation with two clients, "HR sync" and "Other", that subscribe over HTTP. */
export type Subscribing = {
  database: TestDatabase;
  server: TestServer;
  organisation: TestOrganisation;
  api: Api;
  other: Api;
  /** Audit rows of subscriptions, oldest first. */
  audited(subscription_id?: string): Promise<{ operation: string; changes: any; actor_id: string }[]>;
  /** Deletes the subscriptions and refills the rate limits, which appear used up after the clock was set back. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

/** Limits that no test reaches. */
const rate = { per_minute: 1_000_000, burst: 1_000_000, per_day: 2_000_000_000 };

export async function openSubscribing(options: TestServerOptions = {}): Promise<Subscribing> {
  const database = await openDatabase();
  const server = await startServer(database, options);
  const hosts = ["hooks.acme.example", "*.wild.acme.example", "xn--bcher-kva.example"];
  const organisation = await createOrganisation(database, {
    contract: { rate },
    clients: ["HR sync", "Other"].map((name) => ({ name, scopes: ["webhooks:manage"], webhook_hosts: hosts, rate })),
  });
  // A trusted origin is an IP address, which no administrator may allow.
  await database.superuser.query("update client set webhook_hosts = webhook_hosts || '127.0.0.1'::text");
  const apiFor = (name: string) => apiOf(server, byKey(organisation.code, organisation.clients[name]!.secret));
  return {
    database,
    server,
    organisation,
    api: apiFor("HR sync"),
    other: apiFor("Other"),
    async audited(subscription_id) {
      const { rows } = await database.superuser.query(
        `select operation, changes, actor_id from audit_log
         where target_type = 'webhook_subscription' and target_id = coalesce($1, target_id) order by id`,
        [subscription_id ?? null],
      );
      return rows;
    },
    async clear() {
      await database.superuser.query(
        "delete from webhook_subscription_state; delete from webhook_subscription; delete from rate_bucket",
      );
    },
    async close() {
      await server.close();
      await database.close();
    },
  };
}

export const subscriptions = "/api/v1/webhooks/subscriptions";

/** A valid request body. */
export const wanted = {
  name: "HRIS production",
  target_url: "https://hooks.acme.example/lms",
  subscribed_events: ["course.completed", "compliance.expired"],
};
