import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";

/** Holders who are looked up by their certificates; of more, each certificate is looked at for its holder. */
const holders_max = 2_000;

/** What a text may be part of. */
type Found = {
  /** Holders by name or employee number; null: more than `holders_max`. */
  person_ids: string[] | null;
  /** Courses whose certificates may have it in their numbers; null: all. */
  course_ids: string[] | null;
};

/**
 * The condition that a text is part of the holder's name, their employee number or the number of certificate `t`. Who and which
 * courses can be meant is found out first: to look at the number of each of a million certificates takes most of a second. Where it is
 * common, a page is full after a few certificates in their order; else all that match are found at once.
 */
export async function searchCertificates(
  pool: Pool,
  tenant_id: string,
  q: string,
): Promise<{ condition: Fragment; is_common: boolean }> {
  const { person_ids, course_ids } = await find(pool, tenant_id, q);
  // Digits have no case, and to change that of a million numbers takes longer than to look at them.
  const in_number =
    course_ids === null ? part`position(${q} in t.number) > 0` : part`position(${caseNorm(q)} in lower(t.number)) > 0`;
  const held =
    person_ids === null
      ? part`t.person_id in (select id from person where ${namedSo(tenant_id, q)})`
      : part`t.person_id = any (${person_ids}::uuid[])`;
  const is_common = person_ids === null;
  if (course_ids === null) return { is_common, condition: part`(${held} or ${in_number})` };
  if (course_ids.length === 0) return { is_common, condition: held };
  return { is_common, condition: part`(${held} or t.course_id = any (${course_ids}::uuid[]) and ${in_number})` };
}

async function find(pool: Pool, tenant_id: string, q: string): Promise<Found> {
  const in_code = partOfCode(caseNorm(q));
  const [row] = await readTenant<{ person_ids: string[]; course_ids: string[] }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      select array(select id from person where ${namedSo(tenant_id, q)} limit ${holders_max}::int + 1) as person_ids,
        array(
          select id from course
          where tenant_id = ${tenant_id} and ${in_code}::text <> '' and position(${in_code} in lower(code)) > 0
        ) as course_ids`),
  );
  const { person_ids, course_ids } = row!;
  return {
    person_ids: person_ids.length > holders_max ? null : person_ids,
    course_ids: in_code === "" ? null : course_ids,
  };
}

/** Behind the course's code a number has digits and hyphens only (`insertCertificates`): what a text has before them is part of the code. */
export function partOfCode(text: string): string {
  return text.replace(/[\d-]*$/, "");
}

/** A text of nothing but diacritics has an empty normal form, which every name would contain. */
function namedSo(tenant_id: string, q: string): Fragment {
  return part`tenant_id = ${tenant_id}
    and (position(nullif(${nameNorm(q)}, '') in full_name_norm) > 0 or position(${caseNorm(q)} in employee_no_norm) > 0)`;
}
