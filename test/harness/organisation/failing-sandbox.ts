import assert from "node:assert/strict";
import type { OrganisationFileInput } from "./organisation.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";
import { apiOf, byKey, startServer, type Api } from "../server.ts";
import { startReceiver, subscribe, type Receiver } from "../webhooks.ts";
import type { EventType } from "../../../server/features/events/emit.ts";

export const start = "2026-02-02T07:00:00.000Z";
export const clock = "/api/v1/sandbox/clock";

/** Seconds from the first attempt to each attempt: 60 s, 5 min, 30 min and 2 h after the previous one. */
export const schedule: readonly number[] = [0, 60, 60 + 300, 60 + 300 + 1_800, 60 + 300 + 1_800 + 7_200];

/** A sandbox organisation and a receiver that answers with 500 until it is told otherwise. */
export type FailingSandbox = {
  sandbox: Sandbox;
  receiver: Receiver;
  api: Api;
  query(text: string, ...values: unknown[]): Promise<any[]>;
  /** Moves the clock by a duration, or to an instant; returns its new time. */
  advance(by: string): Promise<string>;
  subscribed(...events: EventType[]): Promise<{ id: string; secret_token: string }>;
  /** Assigns the course to `count` more people, which emits an event each. */
  happens(count?: number): Promise<void>;
  /** Seconds of the tenant's clock between an instant and each attempt. */
  attemptsSince(from: string): Promise<number[]>;
  /** The subscription's state, its reason and the number of failures. */
  stateOf(id: string): Promise<[string, string | null, number]>;
  /** The kinds of the mails, in order. */
  mails(): Promise<string[]>;
  /** The audited operations on subscriptions, in order. */
  audited(): Promise<string[]>;
  close(): Promise<void>;
};

const people = 30;
const file: OrganisationFileInput = {
  courses: [{ code: "FIRE-01", title: "Fire", validity: { value: 1, unit: "month" } }],
  clients: [{ name: "HR sync", scopes: ["enrollments:write", "webhooks:manage"] }],
  admins: [{ email: "it@acme.example", name: "IT", role: "it_admin" }],
};

export async function openFailingSandbox(): Promise<FailingSandbox> {
  const sandbox = await openSandbox(start, file, people);
  const { database, organisation } = sandbox;
  const receiver = await startReceiver((_received, reply) => reply.writeHead(500).end());
  const server = await startServer(database, { trusted_origins: [receiver.origin] });
  const api = apiOf(server, byKey(organisation.code, organisation.clients["HR sync"]!.secret));
  const query = async (text: string, ...values: unknown[]) => (await database.superuser.query(text, values)).rows;
  let assigned = 0;
  return {
    sandbox,
    receiver,
    api,
    query,
    async advance(by) {
      const reply = await api.post(clock, by.startsWith("P") ? { advance: by } : { now: by });
      assert.equal(reply.status, 200, reply.text);
      return reply.body.now as string;
    },
    subscribed: (...events) => subscribe(database, organisation, "HR sync", `${receiver.origin}/hook`, events),
    async happens(count = 1) {
      for (let more = 0; more < count; more += 1) await sandbox.assign(`P${(assigned += 1)}`, "FIRE-01");
    },
    async attemptsSince(from) {
      const rows = await query("select attempted_at from webhook_attempt order by attempted_at, delivery_id");
      return rows.map(({ attempted_at }) => ((attempted_at as Date).getTime() - Date.parse(from)) / 1_000);
    },
    async stateOf(id) {
      const { body } = await api.get(`/api/v1/webhooks/subscriptions/${id}`);
      return [body.state, body.state_reason, body.consecutive_failures];
    },
    mails: async () => (await query("select kind from mail order by created_at")).map(({ kind }) => kind),
    async audited() {
      const rows = await query("select operation from audit_log where target_type = 'webhook_subscription' order by xid, id");
      return rows.map(({ operation }) => operation);
    },
    async close() {
      await server.close();
      await receiver.close();
      await sandbox.close();
    },
  };
}

/** Each attempt at its instant: never earlier, and at most one per cent later. */
export function assertInstants(actual: readonly number[], expected: readonly number[]): void {
  const right =
    actual.length === expected.length && expected.every((at, index) => actual[index]! >= at && actual[index]! <= at * 1.01 + 0.5);
  assert.ok(right, `attempts at ${actual.join(" s, ")} s instead of ${expected.join(", ")}`);
}
