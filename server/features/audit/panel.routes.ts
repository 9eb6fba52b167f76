import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { auditors, panelRoute } from "../../platform/http/panel-route.ts";
import { Download, json } from "../../platform/http/route.ts";
import { listAuditPage } from "./list-sql.ts";
import { filtersOf, namesOf, streamAudit, type Entry } from "./list.ts";
import { AuditExportQuery, AuditList, AuditQuery, AuditVerification, VerificationQuery } from "./schema.ts";
import { verify } from "./verify.ts";

const tag = "Audit";
const roles = auditors;
/** A check verifies some hundred thousand rows a second; a file is sent as fast as the connection allows. */
const long_ms = 300_000;

/** Routes that read the audit log and verify it. */
export function auditPanelRoutes(panel: FastifyInstance, { pool, keyring }: { pool: Pool; keyring: Keyring }): void {
  panelRoute(panel, {
    method: "GET",
    url: "/audit",
    roles,
    operation: {
      id: "listAudit",
      tag,
      summary: "Read the audit log",
      answers: { 200: { description: "One page, the newest first.", schema: AuditList } },
    },
    query: AuditQuery,
    async handle({ caller, query }) {
      const filters = filtersOf(query);
      const walk = readWalk(caller.tenant.id, "entries", query, filters, "name");
      const text = String(await walkPage(pool, walk, () => listAuditPage(pool, caller.tenant.id, filters, walk)));
      const { entries } = JSON.parse(text) as { entries: Entry[] };
      const named = await namesOf(pool, caller.tenant.id, entries);
      return { body: json(`${text.slice(0, -1)},"named":${JSON.stringify(named)}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/audit/export",
    roles,
    operation: {
      id: "exportAudit",
      tag,
      summary: "Take the audit log along as a file",
      description: "A cell that a spreadsheet would take for a formula begins with an apostrophe.",
      answers: { 200: { description: "CSV, the newest first.", schema: Type.String(), media_type: "text/csv" } },
    },
    deadline_ms: long_ms,
    query: AuditExportQuery,
    handle: async ({ caller, query }) => ({
      body: new Download("text/csv; charset=utf-8", streamAudit(pool, caller.tenant.id, filtersOf(query))),
      headers: { "content-disposition": 'attachment; filename="audit.csv"' },
    }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/audit/verification",
    roles,
    operation: {
      id: "verifyAudit",
      tag,
      summary: "Verify the audit log",
      description:
        "Walks the whole chain of seals and names the first row that was edited, deleted or put in. A log whose end was cut off, or that was written all anew with the key, shows against a checkpoint that was kept elsewhere.",
      answers: { 200: { description: "What was found.", schema: AuditVerification } },
    },
    deadline_ms: long_ms,
    query: VerificationQuery,
    handle: async ({ caller, query }) => ({ body: await verify(pool, keyring, caller, query.checkpoint) }),
  });
}
