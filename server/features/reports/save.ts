import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { idOf, known } from "../../platform/http/known.ts";
import { invalid } from "../../platform/http/problem.ts";
import { organisationWide } from "../../platform/http/openapi/panel-problems.ts";
import { newId } from "../../platform/ids.ts";
import { nameNorm } from "../../platform/text.ts";
import { record } from "../audit/record.ts";
import { checkDefinition } from "./check.ts";
import { reports_max, type ReportDefinition, type ReportInput } from "./schema.ts";
import { deleteReport, findReportRecord, insertReport, isNameTaken, lockOwnReport, updateReport, type Reader } from "./sql.ts";
import { subjects } from "./subjects/subjects.ts";

export const no_report = "You have no such report, or it is another administrator's.";

export function readerOf({ tenant, account, departments }: PanelCaller): Reader {
  return { tenant_id: tenant.id, administrator_id: account.id, is_limited: departments !== null };
}

/** Throws when an administrator of some departments uses a subject that is about the whole organisation. */
export function refuseWhole({ departments }: PanelCaller, { subject }: ReportDefinition): void {
  if (departments !== null && subjects[subject].whole_organisation)
    throw organisationWide("This subject is about the whole organisation.");
}

/** Saves a new report, with one audit entry; returns its record. */
export async function createReport(pool: Pool, caller: PanelCaller, given: ReportInput): Promise<string> {
  const reader = readerOf(caller);
  const id = newId();
  return withTenant(pool, reader.tenant_id, async (db) => {
    const written = await checked(db, caller, id, given);
    if (!(await insertReport(db, reader, written, reports_max)))
      throw invalid([
        { pointer: "#/name", code: "TOO_MANY", detail: `is one too many: an organisation keeps ${reports_max} reports` },
      ]);
    const { subject } = given.definition;
    const changes = { subject: [null, subject], is_shared: [null, written.is_shared] };
    await record(db, caller, { operation: "report.create", target_type: "report", target_id: id, changes });
    return (await findReportRecord(db, reader, id))!;
  });
}

/** Changes a report of the caller, or takes over one whose owner was removed, with one audit entry; returns its record. */
export async function changeReport(pool: Pool, caller: PanelCaller, given_id: string, given: ReportInput): Promise<string> {
  const reader = readerOf(caller);
  const id = idOf(given_id, no_report);
  return withTenant(pool, reader.tenant_id, async (db) => {
    const stands = known(await lockOwnReport(db, reader, id), no_report);
    const written = await checked(db, caller, id, given);
    await updateReport(db, reader, written);
    const changes = {
      ...(stands.is_shared === written.is_shared ? {} : { is_shared: [stands.is_shared, written.is_shared] }),
      ...(stands.owner_id === null ? { owner_id: [null, reader.administrator_id] } : {}),
      ...(stands.definition.subject === given.definition.subject
        ? {}
        : { subject: [stands.definition.subject, given.definition.subject] }),
    };
    await record(db, caller, { operation: "report.update", target_type: "report", target_id: id, changes });
    return (await findReportRecord(db, reader, id))!;
  });
}

export async function removeReport(pool: Pool, caller: PanelCaller, given_id: string): Promise<void> {
  const reader = readerOf(caller);
  const id = idOf(given_id, no_report);
  await withTenant(pool, reader.tenant_id, async (db) => {
    const { subject } = known(await lockOwnReport(db, reader, id), no_report).definition;
    await deleteReport(db, reader, id);
    const changes = { subject: [subject, null] };
    await record(db, caller, { operation: "report.remove", target_type: "report", target_id: id, changes });
  });
}

async function checked(db: Db, caller: PanelCaller, id: string, given: ReportInput) {
  checkDefinition(given.definition);
  refuseWhole(caller, given.definition);
  const { name, definition } = given;
  const name_norm = nameNorm(name);
  if (name_norm === "") throw invalid([{ pointer: "#/name", code: "REQUIRED", detail: "needs a letter or a digit" }]);
  // An administrator of some departments cannot share a report.
  if (given.is_shared && caller.departments !== null)
    throw invalid([{ pointer: "#/is_shared", code: "NOT_ALLOWED", detail: "is for administrators of the whole organisation" }]);
  if (await isNameTaken(db, readerOf(caller), name_norm, id))
    throw invalid([{ pointer: "#/name", code: "ALREADY_TAKEN", detail: "is the name of another report of yours" }]);
  return { id, name, name_norm, is_shared: given.is_shared, definition, at: caller.now.toString() };
}
