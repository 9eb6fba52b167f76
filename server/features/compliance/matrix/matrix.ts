import { createHash } from "node:crypto";
import type { Static } from "typebox";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { findDepartmentsLike } from "../../departments/find-like.ts";
import { listFound } from "./found-sql.ts";
import type { MatrixPage } from "./matrix-as-of-sql.ts";
import { listMatrixThen, readAsOf } from "./matrix-as-of.ts";
import {
  findMatrixFacts,
  listMatrixRows,
  type MatrixFacts,
  type MatrixFilters,
  type PagePlan,
  type PageScope,
} from "./matrix-sql.ts";
import { jsonOfRows } from "./packed-rows.ts";
import type { MatrixQuery } from "../schema.ts";
import { listTeam, type TeamQuery } from "./team-sql.ts";
import { severity_order } from "../flag/status.ts";

// How a page is found. The counters give the number of people for each combination of filters. So the number of index entries
// that each way would read is known in advance, and the cheapest is taken:
//
//   name, worst, department, contractor   an index of compliance_person in the order of names, which also has the other filters
//   departments                           the same for each of several departments, merged
//   course                                all people with this flag for the course, sorted
//
// With a filter by course each person that is read costs a look-up in compliance_status. Pages beyond the middle are read from
// the end. A search has no counters, so all people that it finds are counted (found-sql.ts).

/** The matrix as JSON, and its ETag, which does not change with `refreshed_at`. */
export async function readMatrix(
  pool: Pool,
  context: Context,
  { department_query, ...filters }: Static<typeof MatrixQuery> & { q?: string },
): Promise<{ body: Buffer; etag: string }> {
  const query: MatrixFilters =
    department_query === undefined
      ? filters
      : { ...filters, departments_like: await findDepartmentsLike(pool, context.tenant.id, department_query) };
  const then = query.as_of === undefined ? null : readAsOf(context, query.as_of);
  if (then !== null) return bodyOf(query, await listMatrixThen(pool, context, query, then), then);
  if (query.q !== undefined) {
    const { done_through, ...page } = await listFound(pool, context.tenant.id, { ...query, q: query.q });
    return bodyOf(query, page, refreshedAt(context, done_through));
  }
  const facts = await findMatrixFacts(pool, context.tenant.id, query);
  return bodyOf(query, await pageOf(pool, context, query, facts), refreshedAt(context, facts.done_through));
}

/** The people of a manager, as JSON in the form of the matrix. */
export async function readTeam(pool: Pool, context: Context, query: TeamQuery): Promise<{ body: Buffer; etag: string }> {
  const { done_through, ...page } = await listTeam(pool, context.tenant.id, query);
  return bodyOf(query, page, refreshedAt(context, done_through));
}

async function pageOf(pool: Pool, context: Context, query: MatrixFilters, facts: MatrixFacts): Promise<MatrixPage> {
  const with_course = query.course_code !== undefined;
  const counted = countsOf(facts, with_course);
  const flag = query.compliance_flag;
  const total = flag === undefined ? sum(Object.values(counted)) : (counted[flag] ?? 0);
  if (query.offset >= total) return { total, counted, rows: [] };
  const { worker_type, contractor_id } = query;
  const scope: PageScope = {
    course_id: facts.course_id,
    department_ids: facts.department_ids,
    with_course,
    worker_type,
    contractor_id,
    flag,
  };
  const sizes = { total, people: sum(Object.values(countsOf(facts, false))), everybody: facts.everybody };
  return { total, counted, rows: await listMatrixRows(pool, context.tenant.id, scope, planOf(scope, sizes, query)) };
}

function countsOf({ counted }: MatrixFacts, of_course: boolean): Record<string, number> {
  return Object.fromEntries(counted.filter((one) => one.of_course === of_course).map((one) => [one.status, one.people]));
}

/** `total`: people on all pages; `people`: people in scope, with any flag and course; `everybody`: people of the organisation. */
type Sizes = { total: number; people: number; everybody: number };

// Costs relative to reading one index entry of a person, measured with 4,000,000 flags: a look-up in another index, and finding a
// person by id and sorting.
const look_cost = 12;
const find_cost = 25;

/** The cheapest plan for a page, by the number of index entries that it reads. */
export function planOf(scope: PageScope, { total, people, everybody }: Sizes, page: { limit: number; offset: number }): PagePlan {
  const take = Math.min(page.limit, total - page.offset);
  const after = total - page.offset - take;
  const backward = after < page.offset;
  const skip = backward ? after : page.offset;
  const reach = skip + take;
  const look = scope.with_course ? look_cost : 1;
  const departments = scope.department_ids?.length ?? 0;
  const on_the_way = (reach * people) / total;
  const ways: { via: PagePlan["via"]; cost: number }[] = [];
  if (scope.contractor_id !== undefined) ways.push({ via: "contractor", cost: on_the_way * look });
  else if (departments === 1) ways.push({ via: "department", cost: on_the_way * look });
  else if (departments > 1) {
    ways.push({ via: "departments", cost: Math.min(people, on_the_way * departments) * (look + 2) });
    ways.push({ via: "name", cost: (reach * everybody) / total + on_the_way * (look - 1) });
    if (scope.with_course) ways.push({ via: "course", cost: (total * everybody * find_cost) / people });
  } else {
    ways.push({ via: scope.flag !== undefined && !scope.with_course ? "worst" : "name", cost: on_the_way * look });
    if (scope.with_course) ways.push({ via: "course", cost: total * find_cost });
  }
  const { via } = ways.reduce((best, way) => (way.cost < best.cost ? way : best));
  return { via, backward, skip, take };
}

/** Now; or the midnight that should have been processed, if one is late. */
function refreshedAt({ tenant, now }: Context, done_through: string | null): Temporal.Instant {
  if (done_through === null || done_through >= todayOf({ tenant, now })) return now;
  return Temporal.PlainDate.from(done_through).add({ days: 1 }).toZonedDateTime(tenant.time_zone).toInstant();
}

function bodyOf(
  { limit, offset }: Pick<MatrixFilters, "limit" | "offset">,
  page: MatrixPage,
  refreshed_at: Temporal.Instant,
): { body: Buffer; etag: string } {
  const head = `{"refreshed_at":"${refreshed_at.toString({ fractionalSecondDigits: 3 })}",`;
  const { NONE: no_requirements = 0 } = page.counted;
  const summary = {
    people: sum(Object.values(page.counted)),
    counts: Object.fromEntries(severity_order.map((flag) => [flag, page.counted[flag] ?? 0])),
    no_requirements,
    severity_order,
  };
  const facts = `"pagination":${JSON.stringify({ total: page.total, limit, offset })},"summary":${JSON.stringify(summary)}`;
  const body = jsonOfRows(`${head}${facts},"rows":[`, page.rows, "]}");
  const digest = createHash("sha256").update(body.subarray(head.length)).digest("base64url");
  return { body, etag: `W/"${digest.slice(0, 22)}"` };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
