import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import type { ReportDefinition } from "./schema.ts";
import type { Filters } from "./subjects/subject.ts";
import { subjects } from "./subjects/subjects.ts";

/** Throws 422 for columns and filters that the subject does not have. `at`: the pointer to the definition in the body. */
export function checkDefinition(definition: ReportDefinition, at = "#/definition"): void {
  const faults = [...faultsOfColumns(definition, at), ...faultsOfFilters(definition, at)];
  if (faults.length > 0) throw invalid(faults);
}

function faultsOfColumns({ subject, columns, group_by, chart }: ReportDefinition, at: string): ErrorItem[] {
  const known = subjects[subject].columns;
  const faults: ErrorItem[] = columns.flatMap((name, place) =>
    Object.hasOwn(known, name)
      ? []
      : [{ pointer: `${at}/columns/${place}`, code: "INVALID_VALUE", detail: "is no column of the subject" }],
  );
  if (group_by !== null && !(Object.hasOwn(known, group_by) && known[group_by]!.groups === true))
    faults.push({ pointer: `${at}/group_by`, code: "INVALID_VALUE", detail: "is no column by which rows are grouped" });
  if (chart !== "none" && group_by === null)
    faults.push({ pointer: `${at}/chart`, code: "INVALID_VALUE", detail: "needs groups: choose what rows are grouped by" });
  return faults;
}

function faultsOfFilters({ subject, filters }: ReportDefinition, at: string): ErrorItem[] {
  const { filters: known, statuses } = subjects[subject];
  const faults: ErrorItem[] = (Object.keys(filters) as (keyof Filters)[]).flatMap((name) =>
    known.includes(name)
      ? []
      : [{ pointer: `${at}/filters/${name}`, code: "INVALID_VALUE", detail: "is no filter of the subject" }],
  );
  if (faults.length === 0 && filters.status !== undefined && !statuses.includes(filters.status))
    faults.push({ pointer: `${at}/filters/status`, code: "INVALID_VALUE", detail: `must be one of ${statuses.join(", ")}` });
  return faults;
}
