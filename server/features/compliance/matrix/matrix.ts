import { createHash } from "node:crypto";
import type { Static } from "typebox";
import { todayOf, type Context } from "../../../platform/context.ts";
import { limitHere } from "../../../platform/db/limit/limit.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { no_id } from "../../../platform/ids.ts";
import { nameNorm } from "../../../platform/text.ts";
import { findDepartmentsLike } from "../../departments/find-like.ts";
import { listFound } from "./found-sql.ts";
import type { MatrixPage } from "./matrix-as-of-sql.ts";
import { listMatrixThen, readAsOf } from "./matrix-as-of.ts";
import {
  findFactsAndRows,
  findMatrixFacts,
  readMatrixRows,
  type MatrixFacts,
  type MatrixFilters,
  type PagePlan,
  type PageScope,
} from "./matrix-sql.ts";
import { openRows } from "./packed-rows.ts";
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
  const { id } = context.tenant;
  const then = filters.as_of === undefined ? null : readAsOf(context, filters.as_of);
  const findLike = async (): Promise<MatrixFilters> =>
    department_query === undefined
      ? filters
      : { ...filters, departments_like: await findDepartmentsLike(pool, id, department_query) };
  if (then !== null) {
    const query = await findLike();
    return bodyOf(query, await listMatrixThen(pool, context, query, then), then);
  }
  if (filters.q !== undefined) {
    const query = { ...(await findLike()), q: filters.q };
    const { done_through, ...page } = await listFound(pool, id, query);
    return bodyOf(query, page, refreshedAt(context, done_through));
  }
  const open = (facts: MatrixFacts) => openAnswer(filters, sizesOf(filters, facts), refreshedAt(context, facts.done_through));
  const first = department_query === undefined ? firstPage(filters) : null;
  if (first !== null) return (await findFactsAndRows(pool, id, { filters, ...first }, open)).end();
  const departments_named = nameNorm(department_query ?? "");
  let facts = departments_named === "" ? null : await findMatrixFacts(pool, id, { ...filters, departments_named });
  if (!facts?.is_named) facts = await findMatrixFacts(pool, id, await findLike());
  const page = pageOf(filters, facts);
  const found = facts;
  const answer = page === null ? open(found) : await readMatrixRows(pool, id, page, () => open(found));
  return answer.end();
}

/** The people of a manager, as JSON in the form of the matrix. */
export async function readTeam(pool: Pool, context: Context, query: TeamQuery): Promise<{ body: Buffer; etag: string }> {
  const { done_through, ...page } = await listTeam(pool, context.tenant.id, query);
  return bodyOf(query, page, refreshedAt(context, done_through));
}

/** How the page is read; null: it is behind the last one. */
function pageOf(query: MatrixFilters, facts: MatrixFacts): { scope: PageScope; plan: PagePlan } | null {
  const { total } = sizesOf(query, facts);
  if (query.offset >= total) return null;
  const scope = scopeOf(query, facts);
  const sizes = { total, people: sum(Object.values(countsOf(facts, false))), everybody: facts.everybody };
  return { scope, plan: planOf(scope, sizes, query) };
}

/**
 * The scope and the plan of a first page that costs what it shows, whatever the counters say; null: it depends on them. An index
 * has the people of one department, of one company, with one worst flag, or all. With two filters, or within an administrator's
 * limit, few people of an index may match, and only the counters tell how many. A department of all zeros is one that does not
 * exist.
 */
export function firstPage(query: MatrixFilters): { scope: PageScope; plan: PagePlan } | null {
  const { course_code, department_id, contractor_id, compliance_flag, worker_type, limit, offset } = query;
  const filters_count = [department_id, contractor_id, compliance_flag].filter((one) => one !== undefined).length;
  if (offset > 0 || filters_count > 1 || worker_type !== undefined || course_code !== undefined) return null;
  if (department_id === no_id || limitHere() !== undefined) return null;
  const scope = scopeOf(query, { course_id: null, department_ids: department_id === undefined ? null : [department_id] });
  return { scope, plan: planOf(scope, { total: limit, people: limit, everybody: 0 }, query) };
}

function scopeOf(
  query: MatrixFilters,
  { course_id, department_ids }: Pick<MatrixFacts, "course_id" | "department_ids">,
): PageScope {
  const { course_code, worker_type, contractor_id, compliance_flag: flag } = query;
  return { course_id, department_ids, with_course: course_code !== undefined, worker_type, contractor_id, flag };
}

function sizesOf({ course_code, compliance_flag }: MatrixFilters, facts: MatrixFacts): Pick<MatrixPage, "total" | "counted"> {
  const counted = countsOf(facts, course_code !== undefined);
  const total = compliance_flag === undefined ? sum(Object.values(counted)) : (counted[compliance_flag] ?? 0);
  return { total, counted };
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

/** The answer of a page while its rows arrive. `end` returns its JSON and its ETag. */
type OpenAnswer = { add(packed: string): void; end(): { body: Buffer; etag: string } };

function openAnswer(
  { limit, offset }: Pick<MatrixFilters, "limit" | "offset">,
  { total, counted }: Pick<MatrixPage, "total" | "counted">,
  refreshed_at: Temporal.Instant,
): OpenAnswer {
  const head = `{"refreshed_at":"${refreshed_at.toString({ fractionalSecondDigits: 3 })}",`;
  const { NONE: no_requirements = 0 } = counted;
  const summary = {
    people: sum(Object.values(counted)),
    counts: Object.fromEntries(severity_order.map((flag) => [flag, counted[flag] ?? 0])),
    no_requirements,
    severity_order,
  };
  const facts = `"pagination":${JSON.stringify({ total, limit, offset })},"summary":${JSON.stringify(summary)},"rows":[`;
  const digest = createHash("sha256").update(facts);
  const rows_max = Math.max(0, Math.min(limit, total - offset));
  const rows = openRows(`${head}${facts}`, rows_max);
  let rows_left = rows_max;
  return {
    // Rows beyond the total are left out: people may have come after the facts were read.
    add: (packed) => void (rows_left-- > 0 && digest.update(rows.add(packed))),
    end: () => ({ body: rows.end("]}"), etag: `W/"${digest.update("]}").digest("base64url").slice(0, 22)}"` }),
  };
}

function bodyOf(
  query: Pick<MatrixFilters, "limit" | "offset">,
  { rows, ...page }: MatrixPage,
  refreshed_at: Temporal.Instant,
): { body: Buffer; etag: string } {
  const answer = openAnswer(query, page, refreshed_at);
  for (const row of rows) answer.add(row);
  return answer.end();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
