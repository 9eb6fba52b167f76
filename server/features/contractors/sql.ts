import type { Static } from "typebox";
import { byName, pageStatement, readPage, type PagedList, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import type { ContractorQuery } from "./schema.ts";

/** One page of contractor companies in the order of their names, or of their changes. */
export async function listContractorPage(
  pool: Pool,
  tenant_id: string,
  query: Static<typeof ContractorQuery>,
  walk: Walk,
): Promise<PageRow> {
  const list = contractorList(tenant_id, query);
  const records = contractorRecords(tenant_id, part`select id from shown`);
  return readPage(
    pool,
    tenant_id,
    plannedEachTime(pageStatement(list, walk, { records, from: part`shown join records using (id)` })),
  );
}

/** The companies that `ids` selects, as common table expressions that end in `records` (id, record). */
export function contractorRecords(tenant_id: string, ids: Fragment): Fragment {
  // The number of people is the sum of the counters and of the deltas that are not added up yet.
  const in_use = part`tenant_id = ${tenant_id} and contractor_id = any (array(${ids})) and state in ('invited', 'active')`;
  return part`
      people as (
        select contractor_id, sum(people) as people_count
        from (
          select contractor_id, people from person_count where ${in_use}
          union all
          select contractor_id, people from person_delta where ${in_use}
        ) k
        group by contractor_id
      ),
      records as (
        select c.id, row_to_json(r)::text as record
        from contractor c
        left join people n on n.contractor_id = c.id
        cross join lateral (
          select c.id, c.name, c.code, c.tax_id, c.country, c.active, c.contract_valid_until,
            coalesce(n.people_count, 0) as people_count, infra.iso(c.updated_at) as updated_at
        ) r
        where c.tenant_id = ${tenant_id} and c.id = any (array(${ids}))
      )`;
}

function contractorList(tenant_id: string, query: Static<typeof ContractorQuery>): PagedList {
  const conditions = [part`c.tenant_id = ${tenant_id}`];
  if (query.active !== undefined) conditions.push(part`c.active = ${query.active}`);
  if (query.q) {
    const code = caseNorm(query.q);
    conditions.push(part`(
      position(nullif(${nameNorm(query.q)}, '') in c.name_norm) > 0
      or position(${code} in c.code_norm) > 0
      or position(${code} in lower(c.tax_id)) > 0)`);
  }
  return {
    from: part`contractor c`,
    conditions,
    id: part`c.id`,
    keys: byName(part`c`),
  };
}

/** A contractor company that a reference names, with what messages show of it. */
export type NamedContractor = { id: string; name: string; active: boolean; tax_id: string | null };

/** Active companies with this name; case, diacritics and spaces do not count. */
export async function findContractorsByName(db: Db, tenant_id: string, name: string): Promise<NamedContractor[]> {
  return db.rows(sql`
    select id, name, active, tax_id
    from contractor
    where tenant_id = ${tenant_id} and name_norm = ${nameNorm(name)} and active
    order by id
    limit 10
    for key share`);
}

/** Active companies with the most similar names, for the suggestions of a 422. */
export async function findSimilarContractors(db: Db, tenant_id: string, name: string): Promise<NamedContractor[]> {
  return db.rows(sql`
    select id, name, active, tax_id
    from contractor
    where tenant_id = ${tenant_id} and active and similarity(name_norm, ${nameNorm(name)}) > 0
    order by starts_with(name_norm, ${nameNorm(name)}) desc, similarity(name_norm, ${nameNorm(name)}) desc, id
    limit 3`);
}

export async function findContractor(db: Db, tenant_id: string, id: string): Promise<NamedContractor | undefined> {
  return db.row(sql`
    select id, name, active, tax_id
    from contractor
    where tenant_id = ${tenant_id} and id = ${id}
    for key share`);
}
