import type { Static } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql, type Fragment, type Statement } from "../../../platform/db/sql.ts";
import { readTenant, withTenant } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { countedSince } from "../flag/delta-sql.ts";
import type { MatrixQuery } from "../schema.ts";
import { entriesByKey, matrixRecords } from "./matrix-rows-sql.ts";

/** The people that the matrix shows; without members: all. */
export type Scope = {
  department_id?: string | undefined;
  /** Departments that match the text of `department_query`. */
  departments_like?: readonly string[] | undefined;
  /** The normalised text of `department_query` (nameNorm), to be looked for in the names of departments. */
  departments_named?: string | undefined;
  course_code?: string | undefined;
  worker_type?: string | undefined;
  contractor_id?: string | undefined;
  /** People whose name, number, login or address contains this text. */
  q?: string | undefined;
};

/** The query, with the departments that `department_query` matches, or with its text. */
export type MatrixFilters = Omit<Static<typeof MatrixQuery>, "department_query"> &
  Pick<Scope, "departments_like" | "departments_named" | "q">;

export type Counted = { of_course: boolean; status: string; people: number };

/** Data that are read before the page. */
export type MatrixFacts = {
  /** null: no such course, or no filter by course. */
  course_id: string | null;
  /** null: no filter by department. */
  department_ids: string[] | null;
  /** false: no department of the organisation has a name that contains `departments_named`. */
  is_named: boolean;
  /** People in scope by their worst flag over all courses (`NONE`: nothing is required), and by their flag for the course. */
  counted: Counted[];
  /** People of the organisation; 0 unless the filter has several departments. */
  everybody: number;
  /** The last local day whose midnight has been processed; null: no midnight is late. */
  done_through: string | null;
};

/** Resolves the filters and adds up the counters, without reading people. */
export async function findMatrixFacts(pool: Pool, tenant_id: string, scope: Scope): Promise<MatrixFacts> {
  const [row] = await readTenant<MatrixFacts>(pool, tenant_id, factsOf(tenant_id, scope));
  return row!;
}

/** Takes the packed rows of a page (packed-rows.ts) as they arrive from the database. */
export type RowTaker = { add(packed: string): unknown };

/**
 * `findMatrixFacts`, and the rows of a plan that does not depend on the facts. Both statements go to the database in one packet: a
 * packet more, with a transaction of its own, takes half a millisecond. `open` is called when the facts have arrived.
 */
export async function findFactsAndRows<Taker extends RowTaker>(
  pool: Pool,
  tenant_id: string,
  { filters, scope, plan }: { filters: Scope; scope: PageScope; plan: PagePlan },
  open: (facts: MatrixFacts) => Taker,
): Promise<Taker> {
  return withTenant(
    pool,
    tenant_id,
    async (db) => {
      let taker: Taker | undefined;
      const onFacts = (facts: MatrixFacts) => void (taker = open(facts));
      const asked = [
        db.rows({ ...factsOf(tenant_id, filters), onRow: onFacts }),
        db.rows({ ...rowsOf(tenant_id, scope, plan), onRow: ({ record }: { record: string }) => taker!.add(record) }),
      ];
      db.commit();
      await Promise.all(asked);
      return taker!;
    },
    "few_rows",
  );
}

function factsOf(tenant_id: string, scope: Scope): Statement {
  const departments = departmentIds(scope);
  const counters = (from: Fragment): Fragment => part`
    select k.course_id, k.status, k.people
    from ${from} k
    where k.course_id in (infra.no_id(), (select course_id from known))
      ${departments === null ? part`` : part`and k.department_id = any ((select department_ids from known)::uuid[])`}
      ${scope.worker_type === undefined ? part`` : part`and k.worker_type = ${scope.worker_type}`}
      ${scope.contractor_id === undefined ? part`` : part`and k.contractor_id = nullif(${scope.contractor_id}::uuid, infra.no_id())`}`;
  const everybody = part`(
    select sum(people)::int from (
      select people from compliance_count where tenant_id = ${tenant_id} and course_id = infra.no_id()
      union all
      select people from ${countedSince(tenant_id)} d where course_id = infra.no_id()
    ) k)`;
  const has_several = scope.departments_like !== undefined || scope.departments_named !== undefined;
  return sql`
    with ${named(tenant_id, scope)} known as materialized (
      select ${courseId(tenant_id, scope)} as course_id, ${departments ?? part`null::uuid[]`} as department_ids
    )
    select w.course_id, w.department_ids, ${scope.departments_named === undefined ? part`true` : part`exists (select from named)`} as is_named,
      (
        select coalesce(json_agg(c), '[]')
        from (
          select course_id <> infra.no_id() as of_course, status, sum(people)::int as people
          from (${counters(part`(select * from compliance_count where tenant_id = ${tenant_id})`)} union all ${counters(countedSince(tenant_id))}) k
          group by 1, 2
        ) c
      ) as counted,
      ${has_several ? part`case when cardinality(w.department_ids) > 1 then ${everybody} else 0 end` : part`0`} as everybody,
      infra.days_done(${tenant_id}) as done_through
    from known w`;
}

/**
 * The common table expression `named`: departments whose name contains a text. It reads the names of the organisation, as
 * listNamesLike does.
 */
function named(tenant_id: string, { departments_named }: Scope): Fragment {
  if (departments_named === undefined) return part``;
  return part`
    named as materialized (
      select id from department where tenant_id = ${tenant_id} and position(${departments_named} in name_norm) > 0
    ),`;
}

export function courseId(tenant_id: string, { course_code }: Scope): Fragment {
  if (course_code === undefined) return part`null::uuid`;
  return part`(select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`;
}

/**
 * An array of the departments in scope; null: all. The all-zero id is removed, because counters use it for people without a
 * department. With `departments_named` it needs the common table expression `named`.
 */
export function departmentIds({ department_id, departments_like, departments_named }: Scope): Fragment | null {
  if (departments_named !== undefined) {
    return part`array(select id from named ${department_id === undefined ? part`` : part`where id = ${department_id}`})`;
  }
  if (departments_like === undefined) {
    return department_id === undefined ? null : part`array_remove(array[${department_id}::uuid], infra.no_id())`;
  }
  const ids = departments_like.filter((id) => department_id === undefined || id === department_id);
  return part`${ids}::uuid[]`;
}

/** How a page is read: `via` which index, and from which end. */
export type PagePlan = {
  via: "name" | "worst" | "department" | "departments" | "contractor" | "course";
  backward: boolean;
  /** How many people of the index are skipped, and how many are shown. */
  skip: number;
  take: number;
};

export type PageScope = Pick<MatrixFacts, "course_id" | "department_ids"> & {
  with_course: boolean;
  worker_type: string | undefined;
  contractor_id: string | undefined;
  flag: string | undefined;
};

/**
 * Passes on the packed rows of a page, sorted by name. The ids of the people come from indexes only; then their rows of
 * `compliance_status` are read by key.
 */
export async function readMatrixRows<Taker extends RowTaker>(
  pool: Pool,
  tenant_id: string,
  { scope, plan }: { scope: PageScope; plan: PagePlan },
  open: () => Taker,
): Promise<Taker> {
  return withTenant(
    pool,
    tenant_id,
    async (db) => {
      const taker = open();
      const asked = db.rows({ ...rowsOf(tenant_id, scope, plan), onRow: ({ record }: { record: string }) => taker.add(record) });
      db.commit();
      await asked;
      return taker;
    },
    "few_rows",
  );
}

/** The rows of a page, with their packed form in `record`. */
export function rowsOf(tenant_id: string, scope: PageScope, plan: PagePlan): Statement {
  const course = scope.with_course ? part`${scope.course_id}::uuid` : null;
  return sql`
    with page as materialized (${pageOf(tenant_id, scope, plan)}),
    ${matrixRecords(tenant_id, entriesByKey(tenant_id, course))}
    select record
    from records
    order by full_name_norm, person_id`;
}

/** The people of a page, with department, kind, company and the worst flag in scope. */
function pageOf(tenant_id: string, scope: PageScope, plan: PagePlan): Fragment {
  const order = plan.backward ? part`full_name_norm desc, person_id desc` : part`full_name_norm, person_id`;
  const cut = part`order by ${order} limit ${plan.take}::int offset ${plan.skip}::int`;
  const shown = part`p.person_id, p.full_name_norm, p.department_id, p.worker_type, p.contractor_id, p.worst`;
  const from = part`
    from compliance_person p ${scope.with_course && plan.via !== "course" ? probeOf(tenant_id, scope) : part``}
    where ${conditionsOf(tenant_id, scope)}`;
  return part`
    select w.*, ${statusOf(tenant_id, scope)} as status
    from (${
      plan.via === "departments"
        ? part`
          select o.*
          from unnest(${scope.department_ids}::uuid[]) as d(id)
          cross join lateral (
            select ${shown} ${from} and p.department_id = d.id order by ${order} limit ${plan.skip + plan.take}::int
          ) o
          ${cut}`
        : part`select ${shown} ${from} ${departmentsOf(scope)} ${plan.via === "course" ? takers(tenant_id, scope) : part``} ${cut}`
    }) w`;
}

/**
 * Several departments are compared by a hashed subquery: a cached plan would search an array linearly for each person. `coalesce`
 * keeps the planner from turning it into a join.
 */
function departmentsOf({ department_ids }: PageScope): Fragment {
  if (department_ids === null) return part``;
  return department_ids.length === 1
    ? part`and p.department_id = ${department_ids[0]}::uuid`
    : part`and coalesce(p.department_id in (select unnest(${department_ids}::uuid[])), false)`;
}

/** All people with the flag for the course, as an array, so that the planner finds them by id instead of reading all people. */
function takers(tenant_id: string, scope: PageScope): Fragment {
  return part`and p.person_id = any (array(
    select s.person_id
    from compliance_status s
    where s.tenant_id = ${tenant_id} and s.course_id = ${scope.course_id}::uuid ${flagIs(scope)}))`;
}

/**
 * Whether each person has the flag for the course, or any flag, by key; `offset 0` keeps the planner from reversing the join. An
 * index of the course's entries by flag and person finds the one with a flag.
 */
function probeOf(tenant_id: string, scope: PageScope): Fragment {
  const course = part`${scope.course_id}::uuid`;
  const entry =
    scope.flag === undefined
      ? entriesByKey(tenant_id, course)(part`p.person_id`)
      : part`
        select from compliance_status s
        where s.tenant_id = ${tenant_id} and s.person_id = p.person_id and s.course_id = ${course} ${flagIs(scope)}`;
  return part`cross join lateral (select from (${entry}) e offset 0) f`;
}

function flagIs({ flag }: PageScope): Fragment {
  return flag === undefined ? part`` : part`and s.status = ${flag}`;
}

function statusOf(tenant_id: string, { with_course, flag, course_id }: PageScope): Fragment {
  if (!with_course) return part`w.worst`;
  if (flag !== undefined) return part`${flag}::text`;
  return part`(select status from (${entriesByKey(tenant_id, part`${course_id}::uuid`)(part`w.person_id`)}) e)`;
}

function conditionsOf(tenant_id: string, { worker_type, contractor_id, flag, with_course }: PageScope): Fragment {
  return part`
    p.tenant_id = ${tenant_id}
    ${worker_type === undefined ? part`` : part`and p.worker_type = ${worker_type}`}
    ${contractor_id === undefined ? part`` : part`and p.contractor_id = ${contractor_id}::uuid`}
    ${flag === undefined || with_course ? part`` : part`and p.worst = ${flag}`}`;
}
