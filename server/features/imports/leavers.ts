import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { deactivatePeople } from "../employment/deactivate.ts";
import { listEffects } from "../employment/effects-sql.ts";
import { no_effects, synchronised_max } from "../employment/synchronise.ts";
import { lockPeople } from "../people/apply-sql.ts";
import { inBatch, type Run } from "./batch.ts";
import { listActiveAmong, listActivePeople, type ActivePerson } from "./leavers-sql.ts";
import type { FileFacts } from "./files/read-file.ts";
import { countReportedLeavers, findLastPlace, type ReportRow } from "./report-sql.ts";
import { no_id } from "../../platform/ids.ts";

/**
 * `people`: active people who are not in the file. `leaving`: how many of all active people would leave, including those whom the
 * file marks as left. `tripped`: whether these are more than may be deactivated.
 */
export type Leavers = { people: readonly string[]; leaving: number; active: number; tripped: boolean };

const page_size = 5_000;

/** Finds the people who are missing in a file that lists all people; none for other files. */
export async function listLeavers({ pool, tenant_id, work }: Run, { lines, left }: FileFacts): Promise<Leavers> {
  const people: string[] = [];
  let active = 0;
  let marked = 0;
  if (!work.options.deactivate_missing) return { people, leaving: 0, active, tripped: false };
  for (let page: ActivePerson[] | undefined; page?.length !== 0;) {
    const after: string = page?.at(-1)?.id ?? no_id;
    page = await withTenant(pool, tenant_id, (db) => listActivePeople(db, tenant_id, work.id, after, page_size));
    active += page.length;
    for (const { id, employee_no_norm } of page) {
      if (!lines.has(employee_no_norm)) people.push(id);
      else if (left.has(employee_no_norm)) marked += 1;
    }
  }
  const leaving = people.length + marked;
  return { people, leaving, active, tripped: leaving * 100 > active * work.options.max_deactivate_percent };
}

/** Deactivates people who are missing in the file. People who have left in another way meanwhile are not in the report. */
export async function deactivateLeavers(run: Run, { rows, last_line }: FileFacts, { people }: Leavers): Promise<void> {
  for (let from = await countReported(run); from < people.length; from += synchronised_max) {
    const ids = people.slice(from, from + synchronised_max);
    await inBatch(run, { before: rows, after: rows }, async (db, context, pretend) => {
      const { tenant_id, batch_id, work } = run;
      await lockPeople(db, tenant_id, ids);
      await pretend();
      const leaving = await listActiveAmong(db, tenant_id, ids);
      await deactivatePeople(
        db,
        context,
        leaving.map(({ id }) => id),
        { batch_id },
      );
      const place = Math.max(last_line, await findLastPlace(db, tenant_id, work.id)) + 1;
      const report = await reportOf(db, tenant_id, leaving, place);
      return { outcomes: leaving.map(() => ({ action: "deactivate" as const })), report };
    });
  }
}

/**
 * How many leavers a dry run has reported before it was interrupted; it skips them. A real run has deactivated them, so they are
 * not listed again.
 */
async function countReported({ pool, tenant_id, work }: Run): Promise<number> {
  return work.dry_run ? withTenant(pool, tenant_id, (db) => countReportedLeavers(db, tenant_id, work.id)) : 0;
}

async function reportOf(db: Db, tenant_id: string, leaving: readonly ActivePerson[], place: number): Promise<ReportRow[]> {
  const effects = await listEffects(
    db,
    tenant_id,
    leaving.map(({ id }) => id),
  );
  return leaving.map(({ id, employee_no, full_name, state }, index) => ({
    row_number: place + index,
    in_file: false,
    employee_no,
    full_name,
    action: "deactivate",
    changes: { status: [state, "deactivated"] },
    effects: effects.get(id) ?? no_effects,
    errors: [],
  }));
}
