import assert from "node:assert/strict";
import type { AttemptOutcome } from "../../server/features/webhooks/sending/attempt.ts";
import type { Delivery } from "../../server/features/webhooks/sending/deliver.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { apiOf, byKey, startServer, type Api } from "../harness/server.ts";
import { senderTo, startWorking } from "../harness/webhooks.ts";

/** A client that subscribes over HTTP, assignments over HTTP, and a worker that delivers their events. */
export type Receiving = {
  database: TestDatabase;
  api: Api;
  /** Creates a subscription to `enrollment.assigned`. */
  subscribe(target_url: string, more?: object): Promise<{ id: string; secret_token: string }>;
  /** Rotates the secret of a subscription; returns the new one. */
  rotate(id: string, grace_days: number): Promise<string>;
  /** Assigns a course to one more person, which emits one event. Resolves when the worker has made its next attempt. */
  deliver(): Promise<AttemptOutcome>;
  /** Resolves when the worker has made its next attempt, of any delivery. */
  nextAttempt(): Promise<AttemptOutcome>;
  worker: Delivery;
  close(): Promise<void>;
};

const subscriptions = "/api/v1/webhooks/subscriptions";
const rate = { per_minute: 1_000_000, burst: 1_000_000, per_day: 2_000_000_000 };
const people_count = 100;

/** `origins`: the origins of present or future receivers, such as `http://localhost:9999`. */
export async function openReceiving(origins: readonly string[]): Promise<Receiving> {
  const database = await openDatabase();
  const people = Array.from({ length: people_count }, (_, index) => ({
    employee_no: String(index),
    first_name: "Zażółć",
    last_name: "Gęślą",
    email: `person-${index}@people.example`,
    department: "Logistyka Północ",
  }));
  const organisation = await createOrganisation(database, {
    contract: { rate },
    departments: [{ name: "Logistyka Północ", code: "OPS-LN" }],
    courses: [{ code: "FORKLIFT-01", title: "Wózki widłowe 🚜" }],
    people,
    clients: [{ name: "HR sync", scopes: ["webhooks:manage", "enrollments:write"], webhook_hosts: ["localhost"], rate }],
  });
  const server = await startServer(database, { trusted_origins: origins });
  const api = apiOf(server, byKey(organisation.code, organisation.clients["HR sync"]!.secret));

  let next = Promise.withResolvers<AttemptOutcome>();
  const attempted = (outcome: AttemptOutcome) => {
    next.resolve(outcome);
    next = Promise.withResolvers();
  };
  const sender = senderTo(...origins.map((origin) => ({ origin })));
  const observe = { attempted, delivered: () => undefined, moved: () => undefined };
  const worker = startWorking(database, sender, { observe });
  return {
    database,
    api,
    worker,
    async subscribe(target_url, more = {}) {
      const body = { name: target_url, target_url, subscribed_events: ["enrollment.assigned"], ...more };
      const reply = await api.post(subscriptions, body);
      assert.equal(reply.status, 201, reply.text);
      return reply.body;
    },
    async rotate(id, grace_days) {
      const reply = await api.post(`${subscriptions}/${id}/rotate-secret`, { grace_days });
      assert.equal(reply.status, 200, reply.text);
      return reply.body.secret_token;
    },
    async deliver() {
      const attempt = next.promise;
      const employee_no = people.pop()!.employee_no;
      const reply = await api.post("/api/v1/enrollments", { employee_no, course_code: "FORKLIFT-01" });
      assert.equal(reply.status, 201, reply.text);
      worker.wake();
      return attempt;
    },
    nextAttempt: () => next.promise,
    async close() {
      await worker.stop();
      await sender.outbound.close();
      await server.close();
      await database.close();
    },
  };
}
