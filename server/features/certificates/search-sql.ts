import { limitHere } from "../../platform/db/limit/limit.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { join, part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import { beginningsOf, endOf, type Numbered } from "./numbers.ts";

/** The most matches that a search lists by id. With more matches, reading the list in its order fills a page after a few rows. */
export const matches_max = 10_000;

const has_no_letters = /^[\d-]+$/;

/** Certificates `t` that match a search: their ids, or a condition when there are more than `matches_max`. */
export type Searched = { ids: string[] } | { condition: Fragment };

/**
 * Certificates `t` with `conditions` whose holder's name, employee number or own number contains the text. Indexes find both, by
 * the holder and by the beginning of the number; searching a million certificates without them takes most of a second.
 */
export async function searchCertificates(
  pool: Pool,
  tenant_id: string,
  q: string,
  conditions: readonly Fragment[],
): Promise<Searched> {
  const beginnings = beginningsOf(q, await findNumbered(pool, tenant_id, q));
  // Digits need no lower case: converting a million numbers takes longer than comparing them.
  const in_number = has_no_letters.test(q)
    ? part`position(${q} in t.number) > 0`
    : part`position(${caseNorm(q)} in lower(t.number)) > 0`;
  const numbered =
    beginnings === null
      ? part`select t.id from certificate t where ${join([...conditions, in_number], " and ")}`
      : numberedFrom(beginnings, conditions);
  const [row] = await readTenant<{ ids: string[] }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with holders as materialized (select id from person where ${namedSo(tenant_id, q)}),
      found as (
        (
          select t.id from holders h join certificate t on t.tenant_id = ${tenant_id} and t.person_id = h.id
          where ${join(conditions, " and ")}
          limit ${matches_max}::int + 1
        )
        union
        (${numbered} limit ${matches_max}::int + 1)
      )
      select array(select id from found limit ${matches_max}::int + 1) as ids`),
  );
  const { ids } = row!;
  if (ids.length <= matches_max) return { ids };
  // `is true` makes the planner look holders up in a hash table instead of choosing a join.
  const held = part`(t.person_id in (select id from person where ${namedSo(tenant_id, q)})) is true`;
  return { condition: beginnings?.length === 0 ? held : part`(${held} or ${in_number})` };
}

/** Looks each beginning up by itself, in the order of its index. */
function numberedFrom(beginnings: readonly string[], conditions: readonly Fragment[]): Fragment {
  const own = [...conditions, part`t.number collate "C" >= b.first and t.number collate "C" < b.after`];
  return part`
    select n.id
    from unnest(${beginnings}::text[], ${beginnings.map(endOf)}::text[]) b(first, after)
    cross join lateral (
      select t.id from certificate t where ${join(own, " and ")} order by t.number collate "C" limit ${matches_max}::int + 1
    ) n`;
}

/** Reads the parts of which numbers consist. The part after the codes is only read for a text that could lie there. */
async function findNumbered(pool: Pool, tenant_id: string, q: string): Promise<Numbered> {
  const [row] = await readTenant<{ codes: string[] }>(
    pool,
    tenant_id,
    sql`select array(select code from course where tenant_id = ${tenant_id}) as codes`,
  );
  // Within an administrator's limit, the first visible certificate may be far from the first one.
  const is_known = limitHere() === undefined && has_no_letters.test(q);
  return { codes: row!.codes, behind: is_known ? await findBehind(pool, tenant_id) : null };
}

async function findBehind(pool: Pool, tenant_id: string): Promise<Numbered["behind"]> {
  const [row] = await readTenant<NonNullable<Numbered["behind"]>>(
    pool,
    tenant_id,
    sql`
      select extract(year from e.first)::int as first_year, extract(year from e.last)::int as last_year,
        greatest(6, length(n.last::text)) as digits
      from certificate_number n
      cross join lateral (
        select (select valid_from from certificate where tenant_id = ${tenant_id} order by valid_from limit 1) as first,
          (select valid_from from certificate where tenant_id = ${tenant_id} order by valid_from desc limit 1) as last
      ) e
      where n.tenant_id = ${tenant_id} and e.first is not null`,
  );
  return row ?? null;
}

/** A text of diacritics alone has an empty normal form, which every name would contain. */
function namedSo(tenant_id: string, q: string): Fragment {
  return part`tenant_id = ${tenant_id}
    and (position(nullif(${nameNorm(q)}, '') in full_name_norm) > 0 or position(${caseNorm(q)} in employee_no_norm) > 0)`;
}
