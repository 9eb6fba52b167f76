import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { signingKeyOf } from "../../platform/crypto/signing.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { languageOf } from "../../platform/http/language.ts";
import { auditors, panelRoute } from "../../platform/http/panel-route.ts";
import { Download, json } from "../../platform/http/route.ts";
import { packNotReady, tooManyPacks } from "./errors.ts";
import { cancelPack, openPack, orderPack } from "./order.ts";
import { EvidencePack, EvidencePackList, EvidencePackOrder, EvidencePackParams, people_max } from "./schema.ts";
import { listPackRecords } from "./sql.ts";

const tag = "Evidence packs";
const roles = auditors;
const order_ms_max = 30_000;
const download_ms_max = 900_000;

export type EvidencePackRoutes = { pool: Pool; keyring: Keyring };

/** Routes of evidence packs for an audit: order, progress, download, deletion. */
export function evidencePackPanelRoutes(panel: FastifyInstance, { pool, keyring }: EvidencePackRoutes): void {
  panelRoute(panel, {
    method: "POST",
    url: "/evidence-packs",
    roles,
    step_up: true,
    deadline_ms: order_ms_max,
    operation: {
      id: "orderEvidencePack",
      tag,
      summary: "Order an evidence pack",
      description: `Of at most ${people_max} people. It is made in the background; that it was ordered is audited.`,
      answers: { 202: { description: "The pack, as far as it is.", schema: EvidencePack } },
      problems: [tooManyPacks],
    },
    body: EvidencePackOrder,
    handle: async ({ caller, body, request }) => ({
      status: 202,
      body: json(await orderPack(pool, caller, body, languageOf(request, null))),
    }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/evidence-packs",
    roles,
    operation: {
      id: "listEvidencePacks",
      tag,
      summary: "List the latest evidence packs",
      answers: { 200: { description: "The newest first, and the key that signs them.", schema: EvidencePackList } },
    },
    async handle({ caller: { tenant } }) {
      const packs = await withTenant(pool, tenant.id, (db) => listPackRecords(db, tenant.id));
      const { fingerprint } = signingKeyOf(keyring, tenant.id);
      return { body: json(`{"packs":${packs},"key_fingerprint":"${fingerprint}"}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/evidence-packs/:id/cancel",
    roles,
    operation: {
      id: "cancelEvidencePack",
      tag,
      summary: "Cancel an evidence pack, or remove its file",
      answers: { 200: { description: "The pack as it is now.", schema: EvidencePack } },
    },
    params: EvidencePackParams,
    handle: async ({ caller, params }) => ({ body: json(await cancelPack(pool, caller, params.id)) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/evidence-packs/:id/file",
    roles,
    operation: {
      id: "takeEvidencePack",
      tag,
      summary: "Take an evidence pack along",
      description: "That it was taken along is audited.",
      answers: { 200: { description: "The archive.", schema: Type.String(), media_type: "application/zip" } },
      problems: [packNotReady],
    },
    deadline_ms: download_ms_max,
    params: EvidencePackParams,
    async handle({ caller, params }) {
      const { name, stream } = await openPack(pool, caller, params.id);
      return {
        body: new Download("application/zip", stream),
        headers: { "content-disposition": `attachment; filename="${name}"` },
      };
    },
  });
}
