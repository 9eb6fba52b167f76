import type { TSchema } from "typebox";
import { Format } from "typebox/format";
import { line_detail, line_pattern } from "../../../platform/http/schema.ts";
import type { Findings, Path } from "./problems.ts";

/** The keywords of JSON Schema that the organisation file's schema uses. */
type Schema = {
  type?: string;
  enum?: string[];
  const?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  patternProperties?: Record<string, Schema>;
  maxProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
  description?: string;
};

/**
 * Explains in the words of the file format why a schema refused a value. The compiled schema decides; this function is called
 * only for refused values.
 */
export function explain(schema: TSchema, value: unknown, path: Path, findings: Findings): void {
  const before = findings.all.length + findings.left_out;
  look(schema, value, path, findings);
  if (findings.all.length + findings.left_out === before) findings.value(path, "is not valid");
}

function look(schema: Schema, value: unknown, path: Path, findings: Findings): void {
  if (schema.anyOf) return lookAtBest(schema.anyOf, value, path, findings);
  if (schema.const !== undefined && value !== schema.const)
    return findings.value(path, `must be ${JSON.stringify(schema.const)}`);
  if (schema.type && !isOf(schema.type, value)) return findings.value(path, typeMessage([schema.type], value));
  if (schema.enum && !schema.enum.includes(value as string))
    return findings.value(path, `must be one of ${schema.enum.join(", ")}`);
  if (typeof value === "string") lookAtText(schema, value, path, findings);
  if (typeof value === "number") lookAtNumber(schema, value, path, findings);
  if (Array.isArray(value)) lookAtList(schema, value, path, findings);
  else if (typeof value === "object" && value !== null) lookAtObject(schema, value as Record<string, unknown>, path, findings);
}

/** Explains a value by the one of several allowed forms that it resembles most. */
function lookAtBest(forms: Schema[], value: unknown, path: Path, findings: Findings): void {
  const alike = forms.filter((form) => isOf(form.type ?? "any", value));
  if (alike.length === 0)
    return findings.value(
      path,
      typeMessage(
        forms.map((form) => form.type ?? "value"),
        value,
      ),
    );
  const kinds = alike.flatMap((form) => form.properties?.["kind"]?.const ?? []);
  if (kinds.length === alike.length) {
    const { kind } = value as { kind?: unknown };
    const chosen = alike.find((form) => form.properties?.["kind"]?.const === kind);
    if (!chosen) return findings.value([...path, "kind"], `must be one of ${kinds.join(", ")}`);
    return look(chosen, value, path, findings);
  }
  look(alike[0]!, value, path, findings);
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "any":
      return true;
    default:
      return typeof value === type;
  }
}

const type_names: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function typeMessage(types: readonly string[], value: unknown): string {
  const names = [...new Set(types)].map((type) => type_names[type] ?? type);
  const hint = types.includes("string") && ["number", "boolean"].includes(typeof value) ? "; write it in quotes" : "";
  return `must be ${names.join(" or ")}${hint}`;
}

const formats: Readonly<Record<string, string>> = {
  email: "must be an e-mail address",
  date: "must be a date that exists, YYYY-MM-DD",
};

function lookAtText(schema: Schema, value: string, path: Path, findings: Findings): void {
  const letters = Array.from(value).length; // Unicode code points, as PostgreSQL counts them.
  if (letters < (schema.minLength ?? 0)) return findings.value(path, "must not be empty");
  if (letters > (schema.maxLength ?? Infinity)) return findings.value(path, `must have at most ${schema.maxLength} characters`);
  if (schema.format && !Format.Test(schema.format, value))
    return findings.value(path, formats[schema.format] ?? `must be a ${schema.format}`);
  if (schema.pattern && !new RegExp(schema.pattern, "u").test(value)) {
    if (schema.pattern === line_pattern) return findings.value(path, line_detail);
    const meaning = schema.description?.split(". ")[0]!.replace(/\.$/, "");
    findings.value(path, meaning ? `must be ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}` : "has the wrong form");
  }
}

function lookAtNumber({ minimum = -Infinity, maximum = Infinity }: Schema, value: number, path: Path, findings: Findings): void {
  if (value < minimum || value > maximum) {
    findings.value(path, maximum === Infinity ? `must be at least ${minimum}` : `must be from ${minimum} to ${maximum}`);
  }
}

function lookAtList(schema: Schema, value: unknown[], path: Path, findings: Findings): void {
  if (value.length < (schema.minItems ?? 0)) findings.value(path, `must have at least ${schema.minItems} entry`);
  if (value.length > (schema.maxItems ?? Infinity)) return findings.value(path, `must have at most ${schema.maxItems} entries`);
  for (const [index, entry] of value.entries()) {
    if (schema.uniqueItems && value.indexOf(entry) < index) findings.value([...path, index], "stands twice in this list");
    if (schema.items) look(schema.items, entry, [...path, index], findings);
  }
}

function lookAtObject(schema: Schema, value: Record<string, unknown>, path: Path, findings: Findings): void {
  for (const name of schema.required ?? []) {
    if (value[name] === undefined) findings.value(path, `needs "${name}"`);
  }
  const [pattern, entry_schema] = Object.entries(schema.patternProperties ?? {})[0] ?? [];
  const names = Object.keys(value);
  if (names.length > (schema.maxProperties ?? Infinity))
    findings.value(path, `must have at most ${schema.maxProperties} members`);
  for (const name of names) {
    const member = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (member) look(member, value[name], [...path, name], findings);
    else if (entry_schema && new RegExp(pattern!, "u").test(name)) look(entry_schema, value[name], [...path, name], findings);
    else if (schema.additionalProperties === false) {
      findings.key([...path, name], `is not known here${didYouMean(name, Object.keys(schema.properties ?? {}))}`);
    }
  }
}

/** Returns `; did you mean "licenses"?` if a known name is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const close = known
    .map((other) => ({ other, steps: distance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)[0];
  if (close && close.steps <= Math.max(close.other.length > 3 ? 2 : 1, Math.floor(close.other.length / 3)))
    return `; did you mean "${close.other}"?`;
  return known.length > 0 ? `; known are ${known.join(", ")}` : "";
}

const name_letters_max = 40;

/** The Levenshtein distance of two texts. */
function distance(a: string, b: string): number {
  if (a.length > name_letters_max) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
