import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenantOnce } from "../../platform/db/once.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { codeTaken, orCodeTaken, takenCode } from "../../platform/http/records/code-taken.ts";
import { invalid, notFound, type ErrorItem } from "../../platform/http/problem.ts";
import type { RecordView } from "../../platform/http/records/record-view.ts";
import { newId } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { refuseWhileMerging } from "./merge.ts";
import {
  insertDepartmentUnlessTaken,
  lockDepartment,
  lockDepartmentRows,
  updateDepartments,
  type DepartmentRow,
} from "../departments/apply-sql.ts";
import { isBelowItself } from "../departments/below.ts";
import { countPeopleIn } from "../people/merge-sql.ts";
import { queueEvaluation } from "../rules/queue-batch.ts";
import { placeStateBlocked } from "./errors.ts";
import type { DepartmentChange, DepartmentCreate } from "./schema.ts";

/** Creates a department and returns it as `read` shows it. */
export async function createDepartment(
  pool: Pool,
  context: Context,
  input: Static<typeof DepartmentCreate>,
  read: RecordView["read"],
): Promise<{ id: string; text: string }> {
  const { id: tenant_id } = context.tenant;
  return withTenantOnce(pool, context, async (db) => {
    const others = await lockDepartmentRows(db, tenant_id);
    const department = {
      id: newId(),
      name: input.name,
      code: input.code,
      parent_id: input.parent_id?.toLowerCase() ?? null,
      active: true,
    };
    refuse(others, undefined, department);
    if (!(await insertDepartmentUnlessTaken(db, tenant_id, department))) throw codeTaken();
    const changes = changesBetween(undefined, department);
    await record(db, context, { operation: "department.create", target_type: "department", target_id: department.id, changes });
    return { id: department.id, text: (await read(db, tenant_id, department.id))! };
  });
}

/** Renames, moves, deactivates or reactivates a department. After a move, rules are evaluated in the background. */
export async function changeDepartment(
  pool: Pool,
  context: Context,
  id: string,
  patch: Static<typeof DepartmentChange>,
  { read, check }: RecordView,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return orCodeTaken(() =>
    withTenant(pool, tenant_id, async (db) => {
      const all = await lockDepartmentRows(db, tenant_id);
      const stands = all.find((row) => row.id === id);
      if (stands === undefined) throw notFound("No such department.");
      if (check) check((await read(db, tenant_id, id))!);
      const wanted = { ...stands, ...patch, ...(patch.parent_id ? { parent_id: patch.parent_id.toLowerCase() } : {}) };
      refuse(all, stands, wanted);
      if (wanted.active !== stands.active) {
        await refuseWhileMerging(db, tenant_id, id);
        await refuseState(db, tenant_id, all, wanted);
      }
      const changes = changesBetween(stands, wanted);
      if (Object.keys(changes).length > 0) {
        const batch_id = newId();
        await updateDepartments(db, tenant_id, [wanted]);
        if (wanted.parent_id !== stands.parent_id) await queueEvaluation(db, context, batch_id);
        await record(db, context, {
          operation: "department.update",
          target_type: "department",
          target_id: id,
          changes,
          batch_id,
        });
      }
      return (await read(db, tenant_id, id))!;
    }),
  );
}

/** Refuses a code that is taken and a parent that is not possible; each fault points to its field. */
function refuse(all: readonly DepartmentRow[], stands: DepartmentRow | undefined, wanted: DepartmentRow): void {
  const taken = all.find((row) => row.id !== wanted.id && caseNorm(row.code) === caseNorm(wanted.code));
  const faults = [...(taken ? [takenCode(taken.name)] : []), ...faultsOfParent(all, stands, wanted)];
  if (faults.length > 0) throw invalid(faults);
}

function faultsOfParent(
  all: readonly DepartmentRow[],
  stands: DepartmentRow | undefined,
  wanted: DepartmentRow,
): readonly ErrorItem[] {
  if (wanted.parent_id === null || wanted.parent_id === stands?.parent_id) return [];
  const parent = all.find((row) => row.id === wanted.parent_id);
  const at = { pointer: "#/parent_id" };
  if (!parent) return [{ ...at, code: "UNKNOWN_DEPARTMENT", detail: "names no department" }];
  if (!parent.active) return [{ ...at, code: "OUT_OF_USE", detail: "is out of use" }];
  const by_id = new Map([...all.map((row) => [row.id, row] as const), [wanted.id, wanted]]);
  const is_below = wanted.parent_id === wanted.id || isBelowItself(wanted, (id) => by_id.get(id));
  return is_below ? [{ ...at, code: "BELOW_ITSELF", detail: "would put the department below itself" }] : [];
}

async function refuseState(db: Db, tenant_id: string, all: readonly DepartmentRow[], wanted: DepartmentRow): Promise<void> {
  if (wanted.active) {
    const parent = all.find((row) => row.id === wanted.parent_id);
    if (parent && !parent.active)
      throw placeStateBlocked(`"${parent.name}", above it, is out of use.`, { members: { people: 0, departments: 0 } });
    return;
  }
  await lockDepartment(db, tenant_id, wanted.id);
  const departments = all.filter((row) => row.parent_id === wanted.id && row.active).length;
  const people = await countPeopleIn(db, tenant_id, "department", wanted.id);
  if (people + departments > 0)
    throw placeStateBlocked(`Active people in it: ${people}; sub-departments: ${departments}.`, {
      members: { people, departments },
    });
}
