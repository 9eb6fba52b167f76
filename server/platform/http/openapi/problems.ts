import type { Json, Components } from "./schemas.ts";
import { exampleOf } from "./schemas.ts";
import { common_problems, type ProblemType, type ProblemMaker } from "../problem.ts";
import { isForClients } from "../access.ts";
import type { MountedOperation } from "./mounted-operations.ts";
import { panel_problems } from "./panel-problems.ts";

const codes_always = [
  "MALFORMED_REQUEST",
  "URI_TOO_LONG",
  "VALIDATION_FAILED",
  "HEADERS_TOO_LARGE",
  "INTERNAL_ERROR",
  "UNAVAILABLE",
];
const codes_with_credentials = [
  "UNAUTHORIZED",
  "NOT_ACCEPTABLE",
  "MISDIRECTED",
  "RATE_LIMITED",
  "TOO_MANY_FAILED_AUTHENTICATIONS",
];
const codes_of_the_panel = ["UNAUTHENTICATED", "ROLE_NOT_ALLOWED"];
const codes_with_path_parameter = ["NOT_FOUND"];
const codes_with_body = ["REQUEST_TIMEOUT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];

/** Every problem that an operation can answer: its own, and the common ones of its kind. */
export function problemsOf(mounted: MountedOperation): ProblemType[] {
  const { method, operation, access, url, body } = mounted;
  const own = (operation.problems ?? []).map((maker) => maker.type);
  if (speaksAnotherProtocol(mounted)) return own;
  const codes = new Set([
    ...codes_always,
    ...(isForClients(access) ? codes_with_credentials : []),
    ...(access.kind === "scope" ? ["INSUFFICIENT_SCOPE"] : []),
    ...(access.kind === "panel" ? ["MISDIRECTED"] : []),
    ...(access.kind === "panel" && access.roles !== null ? codes_of_the_panel : []),
    ...(access.kind === "panel" && access.step_up ? ["STEP_UP_REQUIRED"] : []),
    ...(access.kind === "panel" && method !== "GET" ? ["CROSS_SITE_REQUEST"] : []),
    ...(url.includes(":") ? codes_with_path_parameter : []),
    ...(body || operation.upload ? codes_with_body : []),
  ]);
  const common = [...common_problems, ...panel_problems].map((maker) => maker.type).filter((type) => codes.has(type.code));
  return [...common, ...own.filter((type) => !codes.has(type.code))].toSorted((a, b) => a.status - b.status);
}

function speaksAnotherProtocol({ operation }: MountedOperation): boolean {
  return Object.keys(operation.answers).some((status) => Number(status) >= 400 && Number(status) < 500);
}

/** All problem types of the service by slug, also those of no operation. Throws when two types have the same slug. */
export function catalogueOf(operations: readonly MountedOperation[], further: readonly ProblemMaker[] = []): ProblemType[] {
  const types = new Map<string, ProblemType>();
  const all = [
    ...common_problems,
    ...panel_problems,
    ...further,
    ...operations.flatMap(({ operation }) => operation.problems ?? []),
  ].map((maker) => maker.type);
  for (const type of all) {
    const known = types.get(type.slug);
    if (known !== undefined && known !== type) throw new Error(`two problems have the address /problems/${type.slug}`);
    types.set(type.slug, type);
  }
  return [...types.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code, "en"));
}

/** An example body of a problem; `instance` is the URL of the failed request. */
export function problemExample(type: ProblemType, base_url: string, instance: string): Json {
  return {
    type: `${base_url}/problems/${type.slug}`,
    title: type.title,
    status: type.status,
    detail: `${type.cause.split(/[.:] /)[0]!.replace(/\.$/, "")}.`,
    instance,
    code: type.code,
    request_id: "req_01KG8Y2V7M4Q9T3N5B6C8D0E1F",
    ...Object.fromEntries(Object.entries(type.members).map(([name, member]) => [name, exampleOf(member)])),
  };
}

/** The media type object for problems with the same status; their `code` distinguishes them. */
export function problemContent(types: readonly ProblemType[], components: Components, base_url: string, url: string): Json {
  const references = types.map((type) => problemSchema(type, components));
  const mapping = Object.fromEntries(types.map((type, at) => [type.code, references[at]!["$ref"]]));
  return {
    schema: references.length === 1 ? references[0] : { oneOf: references, discriminator: { propertyName: "code", mapping } },
    examples: Object.fromEntries(types.map((type) => [type.code, exampleReference(type, components, base_url, url)])),
  };
}

/** One example per problem: that of the first operation that can answer it. */
function exampleReference(type: ProblemType, components: Components, base_url: string, url: string): Json {
  const name = pascalCase(type.code);
  const instance = url.replace(/:[a-z_]+/g, "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f");
  const example = { summary: type.title, value: problemExample(type, base_url, instance) };
  return components.define("examples", name, components.examples[name] ?? example);
}

/** A problem type as a component: its members, with the code and status that identify it. */
function problemSchema(type: ProblemType, components: Components): Json {
  const members = Object.fromEntries(Object.entries(type.members).map(([name, member]) => [name, components.answer(member)]));
  return components.define("schemas", `${pascalCase(type.code)}Problem`, {
    type: "object",
    title: type.title,
    description: `${type.cause} ${type.remedy}`,
    required: ["type", "title", "status", "detail", "instance", "code", "request_id"],
    properties: {
      type: { type: "string", format: "uri", description: "Page that explains the problem." },
      title: { type: "string", const: type.title },
      status: { type: "integer", const: type.status },
      detail: { type: "string", description: "What happened." },
      instance: { type: "string", description: "Path of the request." },
      code: { type: "string", const: type.code, description: "Machine-readable, stable." },
      request_id: { type: "string", description: "As in X-Request-Id." },
      trace_id: {
        type: "string",
        description: "Of the operator's trace of this request, where one is kept.",
      },
      ...members,
    },
  });
}

/** `NotFound` of a code `NOT_FOUND`, `CreateUser` of an operation `createUser`. */
export function pascalCase(text: string): string {
  const words = /[a-z]/.test(text) ? text : text.toLowerCase();
  return words.replace(/(^|_)([a-z0-9])/g, (_, _before, letter: string) => letter.toUpperCase());
}
