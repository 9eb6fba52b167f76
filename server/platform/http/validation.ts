import AjvCompiler from "@fastify/ajv-compiler";
import type { FastifySchemaCompiler, FastifySchemaValidationError } from "fastify";
import { uuid_pattern } from "../ids.ts";
import { isEmailAddress } from "../mail/address.ts";
import { escapeToken, faults_max } from "./bodies/json-body.ts";
import { date_text, line_detail, line_pattern, not_blank_pattern, timestamp_text, year_pattern } from "./schema.ts";
import { invalid, type ErrorItem, type Problem } from "./problem.ts";

/**
 * Values in bodies are not converted; parameters arrive as text and are. So there are two Ajv compilers, chosen by the part of
 * the request.
 */
export function buildValidator(externalSchemas: unknown): FastifySchemaCompiler<unknown> {
  const make = (coerceTypes: boolean) =>
    AjvCompiler()(externalSchemas as Parameters<ReturnType<typeof AjvCompiler>>[0], {
      customOptions: {
        removeAdditional: false,
        allErrors: true,
        verbose: true,
        coerceTypes,
        useDefaults: true,
        strictTypes: false,
        // Tests of the contract check schemas against their meta-schema. Doing it here would take as long as compiling them.
        validateSchema: false,
        // Strict numbers would accept text such as 1e400, which becomes Infinity, regardless of any bound.
        strictNumbers: false,
        keywords: ["example", "optional", "absent", "named", "contract"],
      },
      // ajv-formats also accepts urn:uuid:…, which PostgreSQL refuses.
      onCreate: (ajv: { addFormat(name: string, format: RegExp | ((text: string) => boolean)): unknown }) => {
        ajv.addFormat("uuid", uuid_pattern);
        // The format of ajv-formats does not accept addresses of RFC 6531.
        ajv.addFormat("email", isEmailAddress);
      },
    }) as unknown as FastifySchemaCompiler<unknown>;
  const literal = make(false);
  const converting = make(true);
  return (route) => compiledWhenAsked(() => (route.httpPart === "body" ? literal(route) : converting(route)) as Validate);
}

type Validate = { (value: unknown): boolean; errors?: FastifySchemaValidationError[] | null };

/** A validator that is compiled when it is first used: compiling those of all operations takes a third of the start. */
function compiledWhenAsked(compile: () => Validate): Validate {
  let compiled: Validate | undefined;
  const validate: Validate = (value) => {
    compiled ??= compile();
    const is_valid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return is_valid;
  };
  return validate;
}

/** Validates values as a body, wherever they came from, and returns their faults. Defaults are filled in. */
export function faultsOf(schema: object): (value: unknown) => readonly ErrorItem[] {
  const validate = buildValidator({})({ schema, method: "POST", url: "/", httpPart: "body" }) as Validate;
  return (value) => (validate(value) ? [] : (asProblem(validate.errors ?? [], "body").members["errors"] as ErrorItem[]));
}

/** Ajv's errors as a problem. */
export function asProblem(findings: readonly FastifySchemaValidationError[], part: string): Problem {
  const items = new Map<string, ErrorItem>();
  for (const finding of findings) {
    const item = itemOf(finding, part);
    // A union reports every branch; the first error at a place is the most specific one.
    const place = item && (item.pointer ?? item.parameter ?? item.header ?? "");
    if (item && place !== undefined && !items.has(place!)) items.set(place!, item);
    if (items.size === faults_max) break;
  }
  return invalid([...items.values()]);
}

function itemOf(finding: FastifySchemaValidationError, part: string): ErrorItem | null {
  const place = (name?: string): Pick<ErrorItem, "pointer" | "parameter" | "header"> => {
    const path =
      name === undefined ? finding.instancePath : `${finding.instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (part === "body")
      return {
        pointer: `#${path
          .split("/")
          .map((token) => escapeToken(unescape(token)))
          .join("/")}`,
      };
    const first = unescape(path.split("/")[1] ?? "");
    return part === "headers" ? { header: first } : { parameter: first };
  };
  const { params } = finding;
  switch (finding.keyword) {
    case "required":
      return { ...place(String(params["missingProperty"])), code: "REQUIRED", detail: "is required" };
    case "additionalProperties":
    case "unevaluatedProperties":
      return {
        ...place(String(params["additionalProperty"] ?? params["unevaluatedProperty"])),
        code: "UNKNOWN_FIELD",
        detail: "is not a field of this request",
      };
    case "type":
      return { ...place(), code: "INVALID_TYPE", detail: `must be ${typeNames(params["type"])}` };
    case "enum":
      return {
        ...place(),
        code: "NOT_ALLOWED_VALUE",
        detail: `must be one of ${(params["allowedValues"] as (string | null)[]).filter((value) => value !== null).join(", ")}`,
      };
    case "const":
      return { ...place(), code: "NOT_ALLOWED_VALUE", detail: `must be ${String(params["allowedValue"])}` };
    case "maxLength":
      return { ...place(), code: "TOO_LONG", detail: `must have at most ${String(params["limit"])} characters` };
    case "minLength":
      return { ...place(), code: "TOO_SHORT", detail: `must have at least ${String(params["limit"])} character(s)` };
    case "maxItems":
    case "maxProperties":
      return { ...place(), code: "TOO_LONG", detail: `must have at most ${String(params["limit"])} entries` };
    case "minItems":
    case "minProperties":
      return { ...place(), code: "TOO_SHORT", detail: `must have at least ${String(params["limit"])} entries` };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return { ...place(), code: "OUT_OF_RANGE", detail: rangeOf(finding) };
    case "format":
      return {
        ...place(),
        code: "INVALID_FORMAT",
        detail: formats[String(params["format"])] ?? `must be a valid ${String(params["format"])}`,
      };
    case "pattern":
      return { ...place(), code: "INVALID_FORMAT", detail: patternText(finding) };
    case "uniqueItems":
      return { ...place(), code: "INVALID_FORMAT", detail: "must not have an entry twice" };
    case "propertyNames":
      return { ...place(String(params["propertyName"])), code: "INVALID_FORMAT", detail: "is not a valid name" };
    case "anyOf":
    case "oneOf":
    case "if":
      return { ...place(), code: "INVALID_TYPE", detail: "has none of the allowed forms" };
    default:
      return { ...place(), code: "INVALID_FORMAT", detail: finding.message ?? "is not valid" };
  }
}

const formats: Readonly<Record<string, string>> = {
  uuid: "must be a uuid",
  email: "must be an e-mail address",
  date: "must be a date, YYYY-MM-DD",
  "date-time": "must be a timestamp, RFC 3339",
};

function typeNames(type: unknown): string {
  const names = (Array.isArray(type) ? type : String(type).split(",")) as string[];
  return names.map((name) => (name === "null" ? "null" : /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)).join(" or ");
}

function rangeOf(finding: FastifySchemaValidationError): string {
  const { minimum, maximum } = (finding as { parentSchema?: { minimum?: number; maximum?: number } }).parentSchema ?? {};
  if (minimum !== undefined && maximum !== undefined) return `must be between ${minimum} and ${maximum}`;
  const params = finding.params as { comparison: string; limit: number };
  return `must be ${params.comparison} ${params.limit}`;
}

/** The description of a known pattern, or else the beginning of the schema's description. */
function patternText(finding: FastifySchemaValidationError): string {
  const { format, description } = (finding as { parentSchema?: { format?: string; description?: string } }).parentSchema ?? {};
  const { pattern } = finding.params as { pattern: string };
  if (pattern === line_pattern) return line_detail;
  if (pattern === year_pattern) return format === "date" ? `must be a ${date_text}` : `must be a ${timestamp_text}`;
  if (pattern === not_blank_pattern) return "must not be blank";
  if (description === undefined) return "has the wrong form";
  const beginning = description.split(/[.;:](?:\s|$)/)[0]!;
  return `must be ${beginning.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`;
}

function unescape(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
