import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { sealSecret, type Sender } from "../../server/features/webhooks/sending/attempt.ts";
import { startDelivery, type Delivery, type DeliveryOptions } from "../../server/features/webhooks/sending/deliver.ts";
import { in_flight_per_subscription_max } from "../../server/features/webhooks/sending/state.ts";
import { emitAll, type EventType } from "../../server/features/events/emit.ts";
import { newSigningSecret } from "../../server/features/webhooks/signature/sign.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { newId } from "../../server/platform/ids.ts";
import { createOutbound } from "../../server/platform/net/outbound.ts";
import type { TestDatabase } from "./database.ts";
import { administratorOf, operatorPoolOf, type TestOrganisation } from "./organisation/organisation.ts";
import { test_keyring, test_mailing } from "./server.ts";

/** A request that a receiver got. */
export type Received = { path: string; headers: IncomingMessage["headers"]; body: Buffer };

/** A subscriber's endpoint on loopback, over real HTTP. */
export type Receiver = {
  origin: string;
  received: Received[];
  /** How it answers; by default 204 at once. */
  answer: (received: Received, reply: ServerResponse) => void;
  /** Resolves with the first `count` requests, once they have arrived. */
  first(count: number): Promise<Received[]>;
  close(): Promise<void>;
};

export async function startReceiver(
  answer: Receiver["answer"] = (_received, reply) => reply.writeHead(204).end(),
): Promise<Receiver> {
  const waiting: { count: number; resolve: (received: Received[]) => void }[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks) };
      receiver.received.push(received);
      receiver.answer(received, reply);
      for (const one of waiting.filter(({ count }) => receiver.received.length >= count)) {
        waiting.splice(waiting.indexOf(one), 1);
        one.resolve(receiver.received.slice(0, one.count));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer,
    first: (count) =>
      receiver.received.length >= count
        ? Promise.resolve(receiver.received.slice(0, count))
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** A sender that may reach these receivers. */
export function senderTo(...receivers: Pick<Receiver, "origin">[]): Sender {
  const trusted_origins = new Set(receivers.map(({ origin }) => origin));
  return { outbound: createOutbound({ trusted_origins, source_address: null }), ...test_mailing, trusted_origins };
}

/** Creates a subscription as its client would. The receiver's host is added to the client's host list. */
export async function subscribe(
  database: TestDatabase,
  organisation: TestOrganisation,
  client: string,
  target_url: string,
  events: readonly EventType[] = ["group.member_joined"],
): Promise<{ id: string; secret_token: string }> {
  const id = newId();
  const secret_token = newSigningSecret();
  const { client_id } = organisation.clients[client]!;
  const query = (text: string, values: unknown[]) => database.superuser.query(text, values);
  await query("update client set webhook_hosts = array(select distinct unnest(webhook_hosts || $2::text)) where id = $1", [
    client_id,
    new URL(target_url).hostname,
  ]);
  await query(
    `insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, secret)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [organisation.tenant_id, id, client_id, `to ${target_url}`, target_url, events, sealSecret(test_keyring, id, secret_token)],
  );
  await query(
    `insert into webhook_subscription_state (tenant_id, subscription_id, state_changed_at, in_flight_max)
     values ($1, $2, now(), $3)`,
    [organisation.tenant_id, id, in_flight_per_subscription_max],
  );
  return { id, secret_token };
}

/** Emits `count` events of one type in the organisation, in one transaction. */
export async function happen(
  database: TestDatabase,
  organisation: TestOrganisation,
  count = 1,
  type: EventType = "group.member_joined",
): Promise<void> {
  await withTenant(operatorPoolOf(database), organisation.tenant_id, (db) =>
    emitAll(
      db,
      administratorOf(organisation),
      Array.from({ length: count }, (_, number) => ({ type, data: { number } })),
    ),
  );
}

/** Starts a delivery worker of the test's own. */
export function startWorking(database: TestDatabase, sender: Sender, more: Partial<DeliveryOptions> = {}): Delivery {
  return startDelivery({
    delivery_pool: database.pool("muster_delivery", 2),
    pool: database.pool("muster_worker", 2),
    sender,
    log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
    ...more,
  });
}
