import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { idOf, known } from "../../../platform/http/known.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { record } from "../../audit/record.ts";
import { zoneAmong } from "../cells.ts";
import { no_report, readerOf } from "../save.ts";
import { findReportRecord, lockOwnReport } from "../sql.ts";
import { dueAfter } from "./moment.ts";
import { schedules_max, type ReportScheduleInput } from "./schema.ts";
import { deleteSchedule, findScheduleRecord, listReceivers, upsertSchedule } from "./sql.ts";

/** The schedule of a report, as JSON text. */
export async function readSchedule(pool: Pool, caller: PanelCaller, given_id: string): Promise<string> {
  const id = idOf(given_id, no_report);
  return withTenant(pool, caller.tenant.id, async (db) => {
    known(await findReportRecord(db, readerOf(caller), id), no_report);
    return `{"schedule":${(await findScheduleRecord(db, caller.tenant.id, id)) ?? "null"}}`;
  });
}

/** Sets when and to whom a report of the caller is mailed, from the next such time on, with one audit entry. */
export async function setSchedule(
  pool: Pool,
  caller: PanelCaller,
  given_id: string,
  given: ReportScheduleInput,
): Promise<string> {
  const tenant_id = caller.tenant.id;
  const id = idOf(given_id, no_report);
  if (given.every === "week" && given.day > 7)
    throw invalid([{ pointer: "#/day", code: "OUT_OF_RANGE", detail: "must be from 1 to 7 where it is mailed every week" }]);
  const time_zone = zoneAmong(given.time_zone, "");
  if (time_zone === "")
    throw invalid([{ pointer: "#/time_zone", code: "INVALID_VALUE", detail: "must be the IANA name of a time zone" }]);
  return withTenant(pool, tenant_id, async (db) => {
    known(await lockOwnReport(db, readerOf(caller), id), no_report);
    const receiver_ids = given.receiver_ids.map((one) => one.toLowerCase());
    const may = new Set((await listReceivers(db, tenant_id, receiver_ids)).map((one) => one.id));
    const faults = receiver_ids.flatMap((one, place) =>
      may.has(one)
        ? []
        : [
            {
              pointer: `#/receiver_ids/${place}`,
              code: "UNKNOWN_PERSON" as const,
              detail: "is no administrator of the whole organisation who gets reports by mail",
            },
          ],
    );
    if (faults.length > 0) throw invalid(faults);
    const wanted = { ...given, receiver_ids, time_zone };
    const due_at = dueAfter(wanted, caller.now).toString();
    const row = { ...wanted, report_id: id, owner_id: caller.account.id, due_at };
    if (!(await upsertSchedule(db, tenant_id, row, schedules_max)))
      throw invalid([
        { pointer: "#", code: "TOO_MANY", detail: `is one too many: an organisation mails ${schedules_max} reports` },
      ]);
    const entry = { operation: "report.schedule", target_type: "report", target_id: id } as const;
    const { format, every, day, hour } = wanted;
    await record(db, caller, { ...entry, changes: { format, every, day, hour, receiver_ids } });
    return `{"schedule":${await findScheduleRecord(db, tenant_id, id)}}`;
  });
}

/** Ends the schedule of a report of the caller, with one audit entry. */
export async function endSchedule(pool: Pool, caller: PanelCaller, given_id: string): Promise<void> {
  const id = idOf(given_id, no_report);
  await withTenant(pool, caller.tenant.id, async (db) => {
    known(await lockOwnReport(db, readerOf(caller), id), no_report);
    if (await deleteSchedule(db, caller.tenant.id, id))
      await record(db, caller, { operation: "report.schedule", target_type: "report", target_id: id, changes: { every: null } });
  });
}
