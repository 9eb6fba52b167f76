import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenantOnce } from "../../platform/db/once.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { codeTaken, orCodeTaken } from "../../platform/http/records/code-taken.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { RecordView } from "../../platform/http/records/record-view.ts";
import { newId } from "../../platform/ids.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { refuseWhileMerging } from "./merge.ts";
import {
  findContractorByCode,
  insertContractorUnlessTaken,
  lockContractorRows,
  updateContractors,
  type ContractorRow,
} from "../contractors/apply-sql.ts";
import { countPeopleIn } from "../people/merge-sql.ts";
import { placeStateBlocked } from "./errors.ts";
import type { ContractorChange, ContractorCreate } from "./schema.ts";

/** Creates a company and returns it as `read` shows it. */
export async function createContractor(
  pool: Pool,
  context: Context,
  input: Static<typeof ContractorCreate>,
  read: RecordView["read"],
): Promise<{ id: string; text: string }> {
  const { id: tenant_id } = context.tenant;
  return withTenantOnce(pool, context, async (db) => {
    const { name, code, tax_id = null, country = null, contract_valid_until = null } = input;
    const contractor = { id: newId(), name, code, tax_id, country, active: true, contract_valid_until };
    await refuseCode(db, tenant_id, contractor);
    if (!(await insertContractorUnlessTaken(db, tenant_id, contractor))) throw codeTaken();
    const changes = changesBetween(undefined, contractor);
    await record(db, context, { operation: "contractor.create", target_type: "contractor", target_id: contractor.id, changes });
    return { id: contractor.id, text: (await read(db, tenant_id, contractor.id))! };
  });
}

/**
 * Changes, deactivates or reactivates a company. When its contract has ended, its people are deactivated at the next midnight.
 */
export async function changeContractor(
  pool: Pool,
  context: Context,
  id: string,
  patch: Static<typeof ContractorChange>,
  { read, check }: RecordView,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return orCodeTaken(() =>
    withTenant(pool, tenant_id, async (db) => {
      const [stands] = await lockContractorRows(db, tenant_id, [id]);
      if (stands === undefined) throw notFound("No such contractor.");
      if (check) check((await read(db, tenant_id, id))!);
      const wanted = { ...stands, ...patch };
      await refuseCode(db, tenant_id, wanted);
      if (wanted.active !== stands.active) await refuseWhileMerging(db, tenant_id, id);
      if (stands.active && !wanted.active) await refusePeople(db, tenant_id, id);
      const changes = changesBetween(stands, wanted);
      if (Object.keys(changes).length > 0) {
        await updateContractors(db, tenant_id, [wanted]);
        await record(db, context, { operation: "contractor.update", target_type: "contractor", target_id: id, changes });
      }
      return (await read(db, tenant_id, id))!;
    }),
  );
}

async function refuseCode(db: Db, tenant_id: string, { id, code }: ContractorRow): Promise<void> {
  const holder = await findContractorByCode(db, tenant_id, code);
  if (holder && holder.id !== id) throw codeTaken(holder.name);
}

async function refusePeople(db: Db, tenant_id: string, id: string): Promise<void> {
  const people = await countPeopleIn(db, tenant_id, "contractor", id);
  if (people > 0) throw placeStateBlocked(`Active people in it: ${people}.`, { members: { people, departments: 0 } });
}
