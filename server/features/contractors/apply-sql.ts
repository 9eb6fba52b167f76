import { columnsOf } from "../../platform/db/columns.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";

/** A contractor company as the organisation file sees it. */
export type ContractorRow = {
  id: string;
  name: string;
  code: string;
  tax_id: string | null;
  country: string | null;
  active: boolean;
  contract_valid_until: string | null;
};

const columns = columnsOf<ContractorRow>(
  { name: "text", code: "text", tax_id: "text", country: "text", active: "boolean", contract_valid_until: "date" },
  { name: nameNorm, code: caseNorm },
);

export async function listContractorRows(db: Db, tenant_id: string): Promise<ContractorRow[]> {
  return db.rows(sql`
    select c.id, ${columns.of("c")}
    from contractor c
    where tenant_id = ${tenant_id}`);
}

/**
 * Locks companies until the transaction ends. It waits for transactions that are placing people in them, and later ones wait for
 * it.
 */
export async function lockContractorRows(db: Db, tenant_id: string, ids: readonly string[]): Promise<ContractorRow[]> {
  return db.rows(sql`
    select c.id, ${columns.of("c")}
    from contractor c
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
    order by id
    for update`);
}

/** The company with this code. */
export async function findContractorByCode(
  db: Db,
  tenant_id: string,
  code: string,
): Promise<{ id: string; name: string } | undefined> {
  return db.row(sql`
    select id, name
    from contractor
    where tenant_id = ${tenant_id} and code_norm = ${caseNorm(code)}`);
}

export async function insertContractors(db: Db, tenant_id: string, rows: readonly ContractorRow[]): Promise<void> {
  await db.count(sql`${insertion(tenant_id, rows)}`);
}

/** False when another company has the code. */
export async function insertContractorUnlessTaken(db: Db, tenant_id: string, row: ContractorRow): Promise<boolean> {
  return (await db.count(sql`${insertion(tenant_id, [row])} on conflict (tenant_id, code_norm) do nothing`)) === 1;
}

function insertion(tenant_id: string, rows: readonly ContractorRow[]): Fragment {
  return part`
    insert into contractor (tenant_id, id, ${columns.names})
    select ${tenant_id}, r.id, ${columns.values}
    from ${columns.from(rows)}`;
}

export async function updateContractors(db: Db, tenant_id: string, rows: readonly ContractorRow[]): Promise<void> {
  await db.count(sql`
    update contractor c
    set ${columns.assignments}, updated_at = greatest(now(), c.updated_at)
    from ${columns.from(rows)}
    where c.tenant_id = ${tenant_id} and c.id = r.id`);
}
