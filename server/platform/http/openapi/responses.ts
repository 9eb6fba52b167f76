import type { MountedOperation } from "./mounted-operations.ts";
import { headers_of_clients, headersOf, knownName } from "./headers.ts";
import { pascalCase, problemContent, problemsOf } from "./problems.ts";
import { exampleOf, type Components, type Json, type Surroundings } from "./schemas.ts";
import { isForClients } from "../access.ts";
import type { ProblemType } from "../problem.ts";
import type { AnswerDescription } from "../route.ts";

/**
 * The Responses Object of an operation (OpenAPI 3.1 §4.8.16): its own answers, and problems that it shares with other operations.
 */
export function responsesOf(mounted: MountedOperation, surroundings: Surroundings): Json {
  const responses: Record<string, Json> = {};
  for (const [status, answer] of Object.entries(answersOf(mounted))) {
    responses[status] = answerObject(mounted, Number(status), answer, surroundings.components);
  }
  for (const [status, types] of Map.groupBy(problemsOf(mounted), (type) => type.status)) {
    const known = responses[status];
    responses[status] = known
      ? withProblems(known, problemObject(mounted, types, surroundings))
      : sharedProblems(mounted, types, surroundings);
  }
  return responses;
}

function problemObject(mounted: MountedOperation, types: readonly ProblemType[], surroundings: Surroundings): Json {
  const { components, base_url } = surroundings;
  return {
    description: types.map((type) => `${type.code}: ${type.title}.`).join(" "),
    headers: headersOf(mounted.url, problemHeaders(mounted, types)),
    content: { "application/problem+json": problemContent(types, components, base_url, mounted.url) },
  };
}

/** An answer with its own body, at a status that problems also use. */
function withProblems(known: Json, problems: Json): Json {
  return {
    description: known["description"],
    headers: { ...(known["headers"] as Json), ...(problems["headers"] as Json) },
    content: { ...(known["content"] as Json), ...(problems["content"] as Json) },
  };
}

/** The problems of a status as a component, to which other operations with the same problems refer. */
function sharedProblems(mounted: MountedOperation, types: readonly ProblemType[], surroundings: Surroundings): Json {
  const { components } = surroundings;
  const response = problemObject(mounted, types, surroundings);
  return components.share("responses", response, () => nameOf(mounted, types, components));
}

/** Maximum number of problems that a component's name lists. */
const named_problems_max = 2;

/** `NotFound`, or `CreateUser409` for more problems than a name lists; a further suffix distinguishes other headers. */
function nameOf({ operation, access }: MountedOperation, types: readonly ProblemType[], { responses }: Components): string {
  const name =
    types.length > named_problems_max
      ? `${pascalCase(operation.id)}${types[0]!.status}`
      : types.map(({ code }) => pascalCase(code)).join("Or");
  const qualified = [name, isForClients(access) ? `${name}Repeatable` : `${name}Unmetered`, `${pascalCase(operation.id)}${name}`];
  return qualified.find((one) => responses[one] === undefined)!;
}

/** The answers of an operation. A GET that sends an ETag can also answer 304. */
function answersOf({ method, operation }: MountedOperation): Readonly<Record<number, AnswerDescription>> {
  const conditional = method === "GET" && Object.keys(operation.headers ?? {}).some((name) => knownName(name) === "ETag");
  const not_modified = { description: "Not modified: If-None-Match names the current ETag. Without a body.", schema: null };
  return conditional ? { 304: not_modified, ...operation.answers } : operation.answers;
}

function answerObject(mounted: MountedOperation, status: number, answer: AnswerDescription, components: Components): Json {
  const { access, operation } = mounted;
  const success = status < 400;
  const names = [
    ...(isForClients(access) ? headers_of_clients : ["X-Request-Id"]),
    ...replayHeaders(mounted, status),
    ...failureHeaders(mounted, status, []),
    ...deprecationHeaders(mounted),
  ];
  const content = answer.schema && {
    [answer.media_type ?? "application/json"]: {
      schema: components.answer(answer.schema),
      example: answer.example ?? exampleOf(answer.schema),
    },
    ...(answer.page ? { "text/html": { schema: { type: "string" }, example: answer.page } } : {}),
  };
  return {
    description: answer.description,
    headers: headersOf(mounted.url, names, success ? operation.headers : {}),
    ...(content ? { content } : {}),
  };
}

/** Statuses of requests that are refused before the client is known. */
const statuses_before_admission = new Set([401, 414, 421, 431]);

function problemHeaders(mounted: MountedOperation, types: readonly ProblemType[]): string[] {
  const { status } = types[0]!;
  const admitted = isForClients(mounted.access) && !statuses_before_admission.has(status);
  return [
    ...(admitted ? headers_of_clients : ["X-Request-Id"]),
    ...replayHeaders(mounted, status),
    ...failureHeaders(mounted, status, types),
    ...deprecationHeaders(mounted),
  ];
}

/** Statuses that the operation itself decides. With an Idempotency-Key they are stored and replayed like successes. */
const statuses_of_operations = new Set([404, 409, 412, 422]);

function replayHeaders({ operation }: MountedOperation, status: number): string[] {
  const idempotent = (operation.problems ?? []).some((maker) => maker.type.code === "IDEMPOTENCY_KEY_REUSED");
  return idempotent && (status < 400 || statuses_of_operations.has(status)) ? ["Idempotency-Replayed"] : [];
}

function failureHeaders({ access }: MountedOperation, status: number, types: readonly ProblemType[]): string[] {
  if (status === 401 && access.kind !== "panel") return ["WWW-Authenticate"];
  const passes = status === 429 || status === 503 || types.some(({ code }) => code === "IDEMPOTENCY_KEY_IN_USE");
  return passes ? ["Retry-After"] : [];
}

function deprecationHeaders({ operation }: MountedOperation): string[] {
  return operation.deprecation ? ["Deprecation", "Sunset", "Link"] : [];
}
