import type { Static } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { countedSince } from "../flag/delta-sql.ts";
import type { MatrixQuery } from "../schema.ts";
import { matrixRecords } from "./matrix-rows-sql.ts";

/** Whom the matrix shows; no member: everybody. */
export type Scope = {
  department_id?: string | undefined;
  /** Those that a text means. */
  departments_like?: readonly string[] | undefined;
  course_code?: string | undefined;
  worker_type?: string | undefined;
  contractor_id?: string | undefined;
  /** Whose name, number, login or address contains this. */
  q?: string | undefined;
};

/** What is asked for, with the departments that `department_query` means. */
export type MatrixFilters = Omit<Static<typeof MatrixQuery>, "department_query"> & Pick<Scope, "departments_like" | "q">;

export type Counted = { of_course: boolean; status: string; people: number };

/** What is known before a page is looked for. */
export type MatrixFacts = {
  /** null: no such course, or no filter. */
  course_id: string | null;
  /** null: no filter. */
  department_ids: string[] | null;
  /** People in scope by their worst flag over all courses (`NONE`: nothing is required), and by their flag for the course. */
  counted: Counted[];
  /** People of the organisation; 0 unless there are several departments. */
  everybody: number;
  /** The last local day whose midnight has been worked off; null: nothing is behind. */
  done_through: string | null;
};

/** Resolves the filters and adds up the counters; no person is looked at. */
export async function findMatrixFacts(pool: Pool, tenant_id: string, scope: Scope): Promise<MatrixFacts> {
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
  const [row] = await readTenant<MatrixFacts>(
    pool,
    tenant_id,
    sql`
      with known as materialized (
        select ${courseId(tenant_id, scope)} as course_id, ${departments ?? part`null::uuid[]`} as department_ids
      )
      select w.course_id, w.department_ids,
        (
          select coalesce(json_agg(c), '[]')
          from (
            select course_id <> infra.no_id() as of_course, status, sum(people)::int as people
            from (${counters(part`(select * from compliance_count where tenant_id = ${tenant_id})`)} union all ${counters(countedSince(tenant_id))}) k
            group by 1, 2
          ) c
        ) as counted,
        ${scope.departments_like === undefined ? part`0` : part`case when cardinality(w.department_ids) > 1 then ${everybody} else 0 end`} as everybody,
        infra.days_done(${tenant_id}) as done_through
      from known w`,
  );
  return row!;
}

export function courseId(tenant_id: string, { course_code }: Scope): Fragment {
  if (course_code === undefined) return part`null::uuid`;
  return part`(select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`;
}

/** An array of the departments in scope; null: all. No department has the id of all zeros, which counters use for none. */
export function departmentIds({ department_id, departments_like }: Scope): Fragment | null {
  if (departments_like === undefined) {
    return department_id === undefined ? null : part`array_remove(array[${department_id}::uuid], infra.no_id())`;
  }
  const ids = departments_like.filter((id) => department_id === undefined || id === department_id);
  return part`${ids}::uuid[]`;
}

/** How a page is found: `via` an index, from the nearer end. */
export type PagePlan = {
  via: "name" | "worst" | "department" | "departments" | "contractor" | "course";
  backward: boolean;
  /** People of the way that are passed over, and those that are shown. */
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
 * The packed rows of a page (packed-rows.ts), people in the order of their names. The ids come from indexes alone; then everything that is
 * shown comes from the rows of `compliance_status`, looked up by their key.
 */
export async function listMatrixRows(pool: Pool, tenant_id: string, scope: PageScope, plan: PagePlan): Promise<string[]> {
  const page = sql`
    with page as materialized (${pageOf(tenant_id, scope, plan)}),
    ${matrixRecords(tenant_id, statesOf(tenant_id, scope))}
    select record
    from records
    order by full_name_norm, person_id`;
  const rows = await readTenant<{ record: string }>(pool, tenant_id, page);
  return rows.map(({ record }) => record);
}

/**
 * The rows that a page shows; looked up by their keys, because the planner takes no join's word for how few they are.
 * `offset 0` keeps it from looking up each course by itself.
 */
function statesOf(tenant_id: string, { with_course, course_id }: PageScope): Fragment {
  const course = with_course ? part`and course_id = ${course_id}::uuid` : part``;
  return part`(
    select * from compliance_status
    where tenant_id = ${tenant_id} and person_id = any (array(select person_id from page)) ${course}
    offset 0
  )`;
}

/** The people of a page, with where they belong and the worst flag in scope. */
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
 * Several are looked up in a hash of them: an array that a kept plan does not know is gone through for each person. `coalesce` keeps the planner from
 * joining them.
 */
function departmentsOf({ department_ids }: PageScope): Fragment {
  if (department_ids === null) return part``;
  return department_ids.length === 1
    ? part`and p.department_id = ${department_ids[0]}::uuid`
    : part`and coalesce(p.department_id in (select unnest(${department_ids}::uuid[])), false)`;
}

/** Everyone with the flag for the course, as an array: the planner then finds them by id instead of reading everybody. */
function takers(tenant_id: string, scope: PageScope): Fragment {
  return part`and p.person_id = any (array(
    select s.person_id
    from compliance_status s
    where s.tenant_id = ${tenant_id} and s.course_id = ${scope.course_id}::uuid ${flagIs(scope)}))`;
}

/** Whether each person on the way has the flag for the course, by keys; `offset 0` keeps the planner from turning that around. */
function probeOf(tenant_id: string, scope: PageScope): Fragment {
  return part`
    cross join lateral (
      select
      from compliance_status s
      where s.tenant_id = ${tenant_id} and s.person_id = p.person_id and s.course_id = ${scope.course_id}::uuid ${flagIs(scope)}
      offset 0
    ) f`;
}

function flagIs({ flag }: PageScope): Fragment {
  return flag === undefined ? part`` : part`and s.status = ${flag}`;
}

function statusOf(tenant_id: string, { with_course, flag, course_id }: PageScope): Fragment {
  if (!with_course) return part`w.worst`;
  if (flag !== undefined) return part`${flag}::text`;
  return part`(
    select status from compliance_status where tenant_id = ${tenant_id} and person_id = w.person_id and course_id = ${course_id}::uuid
  )`;
}

function conditionsOf(tenant_id: string, { worker_type, contractor_id, flag, with_course }: PageScope): Fragment {
  return part`
    p.tenant_id = ${tenant_id}
    ${worker_type === undefined ? part`` : part`and p.worker_type = ${worker_type}`}
    ${contractor_id === undefined ? part`` : part`and p.contractor_id = ${contractor_id}::uuid`}
    ${flag === undefined || with_course ? part`` : part`and p.worst = ${flag}`}`;
}
