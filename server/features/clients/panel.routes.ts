import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown } from "../../platform/http/known.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { readClientActivity } from "./activity-sql.ts";
import { changeClient, type ClientChange } from "./change.ts";
import { createClient, type NewClient } from "./create.ts";
import { disableClients } from "./disable.ts";
import { clientNameTaken, clientRevoked, noSuchClient } from "./errors.ts";
import { findContract } from "./manage-sql.ts";
import {
  ChangeClientRequest,
  Client,
  ClientActivity,
  ClientList,
  ClientQuery,
  ClientSetup,
  CreateClientRequest,
  CreatedClient,
  DisableClientsRequest,
  DisabledClients,
  RotatedSecret,
  RotateRequest,
} from "./panel-schema.ts";
import { findClientRecord, listClientPage } from "./panel-sql.ts";
import { revokeClient, revokeSecret } from "./revoke.ts";
import { rotateSecret } from "./rotate-secret.ts";

const tag = "Clients";
const ClientId = Type.Object({ id: Type.String() });
const SecretOfClient = Type.Object({ id: Type.String(), key_id: Type.String() });
const no_content = { 204: { description: "Done.", schema: null } };
const the_client = { 200: { description: "The client.", schema: Client } };

export type ClientPanelOptions = { pool: Pool; keyring: Keyring };

export function clientPanelRoutes(panel: FastifyInstance, options: ClientPanelOptions): void {
  readingRoutes(panel, options.pool);
  makingRoutes(panel, options);
  changingRoutes(panel, options.pool);
  endingRoutes(panel, options.pool);
}

/** A client as the panel shows it. Throws 404. */
function recordOf(pool: Pool, tenant_id: string, given_id: string): Promise<string> {
  return findKnown(given_id, noSuchClient, (id) => withTenant(pool, tenant_id, (db) => findClientRecord(db, tenant_id, id)));
}

function readingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/clients",
    roles: it,
    operation: {
      id: "listClients",
      tag,
      summary: "List the integration clients",
      answers: { 200: { description: "By name, revoked ones last.", schema: ClientList } },
    },
    query: ClientQuery,
    async handle({ caller: { tenant }, query }) {
      const { clients, total } = await withTenant(pool, tenant.id, (db) => listClientPage(db, tenant.id, query));
      const pagination = JSON.stringify({ total, limit: query.limit, offset: query.offset });
      return { body: json(`{"pagination":${pagination},"clients":${clients}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/client-setup",
    roles: it,
    operation: {
      id: "getClientSetup",
      tag,
      summary: "Read what a new client may have",
      answers: { 200: { description: "The contract's limits, and the own address.", schema: ClientSetup } },
    },
    async handle({ caller: { tenant }, request }) {
      const contract = await withTenant(pool, tenant.id, (db) => findContract(db, tenant.id));
      const { rate_per_minute: per_minute, rate_burst: burst, rate_per_day: per_day } = contract;
      return { body: { contract: { per_minute, burst, per_day }, your_address: request.address } };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/clients/:id",
    roles: it,
    operation: { id: "getClient", tag, summary: "Read a client and where it stands", answers: the_client, problems: [] },
    params: ClientId,
    handle: async ({ caller, params }) => ({ body: json(await recordOf(pool, caller.tenant.id, params.id)) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/clients/:id/activity",
    roles: it,
    operation: {
      id: "readClientActivity",
      tag,
      summary: "See what a client did in the last 24 hours",
      answers: { 200: { description: "Its requests by the hour, and the tokens that it took.", schema: ClientActivity } },
    },
    params: ClientId,
    async handle({ caller, params }) {
      const find = (id: string) => readClientActivity(pool, caller.tenant.id, id);
      return { body: json(await findKnown(params.id, noSuchClient, find)) };
    },
  });
}

function makingRoutes(panel: FastifyInstance, { pool, keyring }: ClientPanelOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/clients",
    roles: it,
    step_up: true,
    operation: {
      id: "createClient",
      tag,
      summary: "Create a client and show its secret this once",
      answers: { 201: { description: "The client and its secret.", schema: CreatedClient } },
      problems: [clientNameTaken],
    },
    body: CreateClientRequest,
    async handle({ caller, body }) {
      const { client, secret } = await createClient(pool, keyring, caller, body as NewClient);
      const record = await recordOf(pool, caller.tenant.id, client.id);
      return { status: 201, body: json(`{"client":${record},"secret":${JSON.stringify(secret)}}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/clients/:id/secrets",
    roles: it,
    step_up: true,
    operation: {
      id: "rotateClientSecret",
      tag,
      summary: "Give a client a new secret and show it this once",
      description: "The secret before it goes on for as long as asked, at most 30 days; no more than two work at a time.",
      answers: { 201: { description: "The new secret.", schema: RotatedSecret } },
      problems: [clientRevoked],
    },
    params: ClientId,
    body: RotateRequest,
    handle: async ({ caller, params, body }) => ({
      status: 201,
      body: await rotateSecret(pool, keyring, caller, params.id, body),
    }),
  });
}

function changingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "PATCH",
    url: "/clients/:id",
    roles: it,
    step_up: true,
    operation: {
      id: "changeClient",
      tag,
      summary: "Change or enable a client",
      description: "Its next request is judged by the change, tokens included.",
      answers: the_client,
      problems: [clientNameTaken, clientRevoked],
    },
    params: ClientId,
    body: ChangeClientRequest,
    async handle({ caller, params: { id }, body }) {
      await changeClient(pool, caller, id, body as ClientChange);
      return { body: json(await recordOf(pool, caller.tenant.id, id)) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/clients/:id/disable",
    roles: it,
    operation: {
      id: "disableClient",
      tag,
      summary: "Disable a client at once",
      description: "Needs no recent password: when a secret has leaked, nothing may stand in the way.",
      answers: the_client,
      problems: [clientRevoked],
    },
    params: ClientId,
    async handle({ caller, params: { id } }) {
      await changeClient(pool, caller, id, { disabled: true });
      return { body: json(await recordOf(pool, caller.tenant.id, id)) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/clients/disable",
    roles: it,
    operation: {
      id: "disableClients",
      tag,
      summary: "Disable several clients at once",
      description: "All of them or, where one is unknown, none. Needs no recent password, like disabling one.",
      answers: { 200: { description: "How many there were to disable.", schema: DisabledClients } },
    },
    body: DisableClientsRequest,
    handle: async ({ caller, body }) => ({ body: { disabled: await disableClients(pool, caller, body.ids) } }),
  });
}

function endingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "DELETE",
    url: "/clients/:id",
    roles: it,
    step_up: true,
    operation: {
      id: "revokeClient",
      tag,
      summary: "Revoke a client for good",
      answers: no_content,
      problems: [clientRevoked],
    },
    params: ClientId,
    async handle({ caller, params }) {
      await revokeClient(pool, caller, params.id);
      return { status: 204, body: null };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/clients/:id/secrets/:key_id",
    roles: it,
    step_up: true,
    operation: {
      id: "revokeClientSecret",
      tag,
      summary: "End one secret of a client at once",
      answers: no_content,
      problems: [clientRevoked],
    },
    params: SecretOfClient,
    async handle({ caller, params: { id, key_id } }) {
      // A malformed key id is answered like an unknown one.
      await revokeSecret(pool, caller, id, /^[0-9A-Za-z]{12}$/.test(key_id) ? key_id : "");
      return { status: 204, body: null };
    },
  });
}
