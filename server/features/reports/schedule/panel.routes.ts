import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { panelRoute, readers } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { ReportParams } from "../schema.ts";
import { ReportReceivers, ReportScheduleInput, ReportScheduling, schedules_max } from "./schema.ts";
import { endSchedule, readSchedule, setSchedule } from "./set.ts";
import { listChoosable } from "./sql.ts";

const tag = "Reports";
const roles = readers;
const answers = { 200: { description: "When it is mailed, and to whom.", schema: ReportScheduling } };

/**
 * Routes for reports that are mailed. These read the whole organisation, so administrators of some departments cannot use them.
 */
export function reportSchedulePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/report-receivers",
    roles,
    operation: {
      id: "listReportReceivers",
      tag,
      summary: "List to whom reports can be mailed",
      answers: { 200: { description: "Administrators, by name.", schema: ReportReceivers } },
    },
    async handle({ caller: { tenant } }) {
      return { body: json(`{"receivers":${await withTenant(pool, tenant.id, (db) => listChoosable(db, tenant.id))}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/reports/:id/schedule",
    roles,
    operation: { id: "readReportSchedule", tag, summary: "See when a report is mailed", answers },
    params: ReportParams,
    handle: async ({ caller, params }) => ({ body: json(await readSchedule(pool, caller, params.id)) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/reports/:id/schedule",
    roles,
    operation: {
      id: "setReportSchedule",
      tag,
      summary: "Mail one's own report from time to time",
      description: `It is read with the rights that the caller has each time. An organisation mails ${schedules_max} reports.`,
      answers,
    },
    params: ReportParams,
    body: ReportScheduleInput,
    handle: async ({ caller, params, body }) => ({ body: json(await setSchedule(pool, caller, params.id, body)) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/reports/:id/schedule",
    roles,
    operation: {
      id: "endReportSchedule",
      tag,
      summary: "Mail one's own report no longer",
      answers: { 204: { description: "Done.", schema: null } },
    },
    params: ReportParams,
    async handle({ caller, params }) {
      await endSchedule(pool, caller, params.id);
      return { status: 204, body: null };
    },
  });
}
