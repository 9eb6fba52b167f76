import type { Db } from "../../platform/db/transaction.ts";
import { sql } from "../../platform/db/sql.ts";
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

export async function listContractorRows(db: Db, tenant_id: string): Promise<ContractorRow[]> {
  return db.rows(sql`
    select id, name, code, tax_id, country, active, contract_valid_until
    from contractor
    where tenant_id = ${tenant_id}`);
}

/** Locks companies until the transaction ends; it waits for transactions that place people in them, and later ones wait for it. */
export async function lockContractorRows(db: Db, tenant_id: string, ids: readonly string[]): Promise<ContractorRow[]> {
  return db.rows(sql`
    select id, name, code, tax_id, country, active, contract_valid_until
    from contractor
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
    order by id
    for update`);
}

/** The company that has a code. */
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
  await db.count(sql`
    insert into contractor (tenant_id, id, name, name_norm, code, code_norm, tax_id, country, active, contract_valid_until)
    select ${tenant_id}, r.id, r.name, r.name_norm, r.code, r.code_norm, r.tax_id, r.country, r.active, r.contract_valid_until
    from jsonb_to_recordset(${withNorms(rows)}::jsonb)
      as r(id uuid, name text, name_norm text, code text, code_norm text, tax_id text, country text, active boolean,
        contract_valid_until date)`);
}

/** Whether the company was inserted: not, when another one has the code. */
export async function insertContractorUnlessTaken(db: Db, tenant_id: string, row: ContractorRow): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into contractor (tenant_id, id, name, name_norm, code, code_norm, tax_id, country, active, contract_valid_until)
    values (${tenant_id}, ${row.id}, ${row.name}, ${nameNorm(row.name)}, ${row.code}, ${caseNorm(row.code)}, ${row.tax_id},
      ${row.country}, ${row.active}, ${row.contract_valid_until})
    on conflict (tenant_id, code_norm) do nothing`);
  return inserted === 1;
}

export async function updateContractors(db: Db, tenant_id: string, rows: readonly ContractorRow[]): Promise<void> {
  await db.count(sql`
    update contractor c
    set name = r.name, name_norm = r.name_norm, code = r.code, code_norm = r.code_norm, tax_id = r.tax_id,
      country = r.country, active = r.active, contract_valid_until = r.contract_valid_until,
      updated_at = greatest(now(), c.updated_at)
    from jsonb_to_recordset(${withNorms(rows)}::jsonb)
      as r(id uuid, name text, name_norm text, code text, code_norm text, tax_id text, country text, active boolean,
        contract_valid_until date)
    where c.tenant_id = ${tenant_id} and c.id = r.id`);
}

function withNorms(rows: readonly ContractorRow[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, name_norm: nameNorm(row.name), code_norm: caseNorm(row.code) })));
}
