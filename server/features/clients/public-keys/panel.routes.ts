import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { clientRevoked, noSuchClient } from "../errors.ts";
import { AddKeysRequest, Client } from "../panel-schema.ts";
import { findClientRecord } from "../panel-sql.ts";
import { addKeys } from "./add-keys.ts";
import { removeKey } from "./remove-key.ts";

const tag = "Clients";

export function publicKeyPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/clients/:id/keys",
    roles: it,
    step_up: true,
    operation: {
      id: "addClientKeys",
      tag,
      summary: "Give a client public keys",
      description:
        "By their private halves it signs its token requests (private_key_jwt, RFC 7523). All of them or, where one is unfit, none.",
      answers: { 201: { description: "The client with its keys.", schema: Client } },
      problems: [clientRevoked],
    },
    params: Type.Object({ id: Type.String() }),
    body: AddKeysRequest,
    async handle({ caller, params, body }) {
      await addKeys(pool, caller, params.id, body);
      const { tenant } = caller;
      const find = (id: string) => withTenant(pool, tenant.id, (db) => findClientRecord(db, tenant.id, id));
      return { status: 201, body: json(await findKnown(params.id, noSuchClient, find)) };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/clients/:id/keys/:key_id",
    roles: it,
    step_up: true,
    operation: {
      id: "removeClientKey",
      tag,
      summary: "Remove a public key of a client at once",
      description: "Tokens that were issued for it end with it.",
      answers: { 204: { description: "Done.", schema: null } },
      problems: [clientRevoked],
    },
    params: Type.Object({ id: Type.String(), key_id: Type.String() }),
    async handle({ caller, params }) {
      await removeKey(pool, caller, params.id, params.key_id);
      return { status: 204, body: null };
    },
  });
}
