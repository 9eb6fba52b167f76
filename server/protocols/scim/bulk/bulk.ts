// Bulk (RFC 7644 §3.7). plan.ts decides the order of the operations. Here they are carried out one after the other, each in a
// transaction of its own, so that a success remains when another operation fails. Where operations refer to each other in a
// circle, an operation may have two steps, and fails if either fails. After `failOnErrors` failures no further operation is
// begun, and the answer ends there. If the database fails during an operation and earlier ones succeeded, only that operation
// fails: the caller needs the answer to learn the ids that were created. If none succeeded, the request fails like any other.
import { Unavailable } from "../../../platform/db/failures.ts";
import { Problem } from "../../../platform/http/problem.ts";
import { planBulk, resolveReferences, type BulkOperation, type BulkStep } from "./plan.ts";
import { scimError, ScimError } from "../errors.ts";
import type { Exchange, LoggedExchange, ScimAnswer } from "../exchange.ts";
import { createGroup, deleteGroup, patchGroup, replaceGroup } from "../groups/write.ts";
import { errorBody, inScimTerms } from "../render.ts";
import { describe } from "../sync-log/sync-log.ts";
import { createUser, deleteUser, patchUser, replaceUser } from "../users/write.ts";

/** How long all operations of a request may take. */
export const bulk_timeout_ms = 60_000;
/** After this time no further operation is begun, so that the answer can be sent before the request times out. */
const begun_within_ms = 45_000;

const bulk_response = "urn:ietf:params:scim:api:messages:2.0:BulkResponse";

export async function runBulk(exchange: Exchange, body: unknown): Promise<ScimAnswer> {
  const { errors_max, operations, steps } = planBulk(body, exchange.profile);
  const ids = new Map<string, string>();
  const outcomes = new Map<number, Outcome>();
  const logged: LoggedExchange[] = [];
  const started_ms = performance.now();
  let errors = 0;
  for (const step of steps) {
    if (errors_max !== null && errors >= errors_max) break;
    const operation = operations[step.index]!;
    // The resource to be linked could not be created.
    if (outcomes.get(step.index)?.error) continue;
    const begun_ms = performance.now();
    const late = begun_ms - started_ms > begun_within_ms;
    const outcome = late ? not_begun : await attempt(() => run(exchange, operation, step, ids), logged.some(isDone));
    logged.push(logOf(operation, step, outcome, Math.round(performance.now() - begun_ms)));
    outcomes.set(step.index, outcome);
    if (outcome.error) errors += 1;
    else if (operation.bulk_id !== null && operation.method === "POST")
      ids.set(operation.bulk_id, outcome.answer.log!.resource_id);
  }
  const answered = operations.flatMap((operation) => {
    const outcome = outcomes.get(operation.index);
    return outcome === undefined ? [] : [showOutcome(exchange, operation, outcome, ids)];
  });
  return { status: 200, body: { schemas: [bulk_response], Operations: answered }, operations: logged };
}

type Outcome = { answer: ScimAnswer; error: null } | { answer: null; error: ScimError };

const not_begun: Outcome = {
  answer: null,
  error: scimError(503, null, "The request has taken too long for this operation to begin; repeat the operation."),
};

function isDone({ status }: LoggedExchange): boolean {
  return status < 400;
}

async function attempt(act: () => Promise<ScimAnswer>, others_done: boolean): Promise<Outcome> {
  try {
    return { answer: await act(), error: null };
  } catch (error) {
    if (error instanceof ScimError) return { answer: null, error };
    if (error instanceof Problem && error.type.status < 500) return { answer: null, error: inScimTerms(error) };
    if (error instanceof Unavailable && others_done) return { answer: null, error: not_served };
    throw error;
  }
}

const not_served = scimError(503, null, "The service cannot answer right now; repeat the operation.");

/** The answer to an operation contains only version and location of its resource. */
const nothing_shown = { attributes: "id" };

const actions = {
  Users: { create: createUser, replace: replaceUser, patch: patchUser, delete: deleteUser },
  Groups: { create: createGroup, replace: replaceGroup, patch: patchGroup, delete: deleteGroup },
} as const;

async function run(
  exchange: Exchange,
  { method, resource, id, bulk_id, version, index }: BulkOperation,
  step: BulkStep,
  ids: ReadonlyMap<string, string>,
): Promise<ScimAnswer> {
  if (step.kind === "refuse") throw step.error;
  const act = actions[resource!];
  const data = step.data === null ? null : resolveReferences(step.data, ids, index);
  if (step.kind === "link") {
    const linked = await act.patch(exchange, ids.get(bulk_id!)!, data, nothing_shown, {});
    return { ...linked, status: 201 };
  }
  const preconditions = version === null ? {} : { if_match: version };
  const target = id === null ? "" : resolveReferences(id, ids, index);
  if (method === "POST") return act.create(exchange, data, nothing_shown);
  if (method === "PUT") return act.replace(exchange, target, data, nothing_shown, preconditions);
  if (method === "PATCH") return act.patch(exchange, target, data, nothing_shown, preconditions);
  return act.delete(exchange, target, preconditions);
}

/** RFC 7644 §3.7.3: `location` for all operations except a failed POST, `response` for failed ones. */
function showOutcome(
  { site }: Exchange,
  { method, bulk_id, resource, id }: BulkOperation,
  { answer, error }: Outcome,
  ids: ReadonlyMap<string, string>,
): object {
  const own = id?.startsWith("bulkId:") ? ids.get(id.slice("bulkId:".length)) : id;
  const url = own == null ? undefined : (resource === "Users" ? site.users_url : site.groups_url) + own;
  const location = answer?.headers?.["location"] ?? url;
  return {
    ...(location === undefined ? {} : { location }),
    ...(method === null ? {} : { method }),
    ...(bulk_id === null ? {} : { bulkId: bulk_id }),
    ...(answer?.headers?.["etag"] === undefined ? {} : { version: answer.headers["etag"] }),
    status: String(error?.status ?? answer!.status),
    ...(error === null ? {} : { response: errorBody(error) }),
  };
}

function logOf(
  { method, resource, id }: BulkOperation,
  step: BulkStep,
  { answer, error }: Outcome,
  duration_ms: number,
): LoggedExchange {
  const path = resource === null ? "/Bulk" : `/${resource}${id === null ? "" : `/${id}`}`;
  const asked = { method: step.kind === "link" ? "PATCH" : (method ?? "POST"), path, body: "data" in step ? step.data : null };
  return { ...describe(asked, error ?? answer), duration_ms };
}
