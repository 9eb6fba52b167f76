import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { uuid_pattern } from "../../server/platform/ids.ts";
import { tidy } from "../../server/platform/text.ts";
import type { ApiDocument, Schema } from "../contract/document.ts";
import type { Seeded } from "./seeded.ts";

/** A value for a member of a request; `valid`: whether its schema accepts it, null if implementations may differ. */
export type Candidate = { value: unknown; valid: boolean | null };

const dates = ["2026-02-28", "2028-02-29", "9999-12-31", "1900-01-01", "2026-12-31"];
const no_dates = [
  "2026-02-30",
  "2027-02-29",
  "0000-01-01",
  "0001-01-01",
  "1899-12-31",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "20260101",
  "10000-01-01",
  "+002026-01-01",
  "-2026-01-01",
  "2026-06-01T00:00:00Z",
  "２０２６-01-01",
  "today",
  "infinity",
  "",
];
const instants = [
  "2026-02-02T07:00:00Z",
  "2026-02-02T07:00:00.123Z",
  "2026-02-02T07:00:00.123456789+14:00",
  "2026-02-02T07:00:00-12:00",
  "1900-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
];
const no_instants = [
  "2026-02-02T07:00:00",
  "2026-02-02T07:00:00+26:00",
  "2026-02-02T07:00:00+14:60",
  "2026-02-02T24:00:01Z",
  "2026-02-02T07:60:00Z",
  "2026-02-30T07:00:00Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "1899-12-31T23:59:59Z",
  "+012026-01-01T00:00:00Z",
  "2026-02-02",
  "1770015600",
  "now",
  "-infinity",
  "",
];
/** Valid or nearly valid by RFC 3339; libraries differ in whether they accept these. */
const doubtful_instants = [
  "2016-12-31T23:59:60Z",
  "2026-02-02t07:00:00z",
  "2026-02-02 07:00:00Z",
  "2026-02-02T07:00:00.1234567891Z",
  "9999-12-31T23:59:59-23:59",
  "2026-02-02T07:00:00-00:00",
];
const uuids = [
  "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  "019A3F5E-7B1C-7C2D-9E4F-2A6B8C0D1E3F",
  "00000000-0000-0000-0000-000000000000",
];
const no_uuids = [
  "urn:uuid:019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  "{019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f}",
  "019a3f5e7b1c7c2d9e4f2a6b8c0d1e3f",
  "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3",
  "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3g",
  "",
  "1",
];
const addresses = ["a@b.example", "o'brien+x@sub.b.example", "UPPER@B.EXAMPLE", `${"a".repeat(64)}@${"b".repeat(60)}.example`];
const no_addresses = [
  "a",
  "@",
  "a@",
  "@b.example",
  "a b@c.example",
  "a@b@c.example",
  "a@b..example",
  "<a@b.example>",
  "a@b.example\nBcc: c@d.example",
  "",
];

const letters = [
  "a",
  "Z",
  "0",
  " ",
  "ł",
  "é",
  "ß",
  "İ",
  "ﷺ",
  "😀",
  "한",
  "\u0301",
  "\u200b",
  "\u202e",
  "\u2028",
  "\ufeff",
  "\t",
  "\n",
  "\u0007",
  "\u001b",
  "\u007f",
  "\u0085",
  "'",
  '"',
  "\\",
  "%",
  "_",
  "$",
  "{",
  "<",
  "\u0000",
  "\ud800",
  "\udc00",
  "\uffff",
  "\u{10ffff}",
];

/** Any text: short or long, with characters that have caused faults elsewhere. */
export function anyText(random: Seeded): string {
  const length = random.pick([0, 1, 2, 5, 20, 35, 36, 64, 65, 100, 101, 200, 201, 254, 255, 1_000, 1_001, 5_000]);
  const few = Array.from({ length: 1 + random.below(3) }, () => random.pick(letters));
  return Array.from({ length }, () => random.pick(few)).join("");
}

/** A text whose length is at or next to a limit. */
function textAtBound({ minLength = 0, maxLength = 50 }: Schema, random: Seeded): string {
  const length = random.pick([minLength - 1, minLength, minLength + 1, maxLength - 1, maxLength, maxLength + 1]);
  return random.pick(["a", "7", "ł", "😀", "é"]).repeat(Math.max(0, length));
}

function textFor(schema: Schema, random: Seeded): string {
  if (random.chance(0.3)) return anyText(random);
  if (schema.enum && random.chance(0.8)) {
    const value = String(random.pick(schema.enum));
    return random.pick([value, value.toUpperCase(), `${value} `, value.slice(1), `${value},${value}`]);
  }
  const lists: Record<string, string[][]> = {
    date: [dates, no_dates],
    "date-time": [instants, no_instants, doubtful_instants],
    uuid: [uuids, no_uuids],
    email: [addresses, no_addresses],
  };
  const known = lists[schema.format ?? ""];
  return known && random.chance(0.9) ? random.pick(random.pick(known)) : textAtBound(schema, random);
}

function numberFor({ minimum = -1_000, maximum = 1_000 }: Schema, random: Seeded): number {
  return random.pick([
    minimum - 1,
    minimum,
    minimum + 1,
    maximum - 1,
    maximum,
    maximum + 1,
    0,
    -1,
    1.5,
    -0.5,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    1e300,
    5e-324,
  ]);
}

/** A value of any type, for a member of any type. */
function anything(random: Seeded, depth = 0): unknown {
  const plain = [null, true, false, 0, 1, -1, 1.5, 1e15, "", "x", "1", "true", "null"];
  if (depth > 3 || random.chance(0.6)) return random.chance(0.3) ? anyText(random) : random.pick(plain);
  const entries = Array.from({ length: random.below(4) }, () => anything(random, depth + 1));
  return random.chance(0.5)
    ? entries
    : Object.fromEntries(entries.map((entry, index) => [random.pick(["a", "id", "value", "$ne", "length", `k${index}`]), entry]));
}

function typesOf(schema: Schema): string[] {
  return [schema.type ?? []].flat();
}

/** A value for a member of a JSON body. */
export function bodyValue(schema: Schema, random: Seeded, oracle: Oracle): Candidate {
  const type = random.chance(0.25) ? "anything" : random.pick([...typesOf(schema), "anything"]);
  const value = valueOfType(type, schema, random);
  return { value, valid: oracle(schema, value) };
}

function valueOfType(type: string, schema: Schema, random: Seeded): unknown {
  switch (type) {
    case "string":
      return textFor(schema, random);
    case "integer":
    case "number":
      return numberFor(schema, random);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "array":
      return Array.from({ length: random.below(25) }, () => (schema.items ? textFor(schema.items, random) : anything(random)));
    case "object": {
      const names = ["cost_center", "shoe_size", "unknown", "constructor", "Big", "a-b", "", "x".repeat(70)];
      return Object.fromEntries(Array.from({ length: random.below(4) }, () => [random.pick(names), anything(random)]));
    }
    default:
      return anything(random);
  }
}

/** A text for a query parameter, which the server converts to the parameter's type. */
export function queryText(schema: Schema, random: Seeded, oracle: Oracle): { value: string; valid: boolean | null } {
  const [type] = typesOf(schema);
  if (type === "string") {
    // A URL has a limited length, and cannot contain half of a surrogate pair.
    const value = textFor(schema, random).toWellFormed().slice(0, 300).toWellFormed();
    return { value, valid: oracle(schema, value) };
  }
  const value = random.chance(0.3)
    ? anyText(random).toWellFormed().slice(0, 100).toWellFormed()
    : String(valueOfType(type!, schema, random));
  const plain = tidy(value);
  if (type === "boolean") return { value, valid: plain === "true" || plain === "false" };
  if (/^(0|-?[1-9]\d{0,17})$/.test(plain)) return { value, valid: oracle(schema, Number(plain)) };
  // Number() accepts more than digits; whether "1e2" is an integer is not specified.
  return { value, valid: plain === "" || Number.isNaN(Number(plain)) ? false : null };
}

/** Validates a value by the published schema, after the normalisation that the document promises. */
export type Oracle = (schema: Schema, value: unknown) => boolean | null;

export function makeOracle(document: ApiDocument): Oracle {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: "openapi.json", components: { schemas: document.schemas } });
  addFormats.default(ajv);
  ajv.addFormat("uuid", uuid_pattern);
  return (schema, value) => {
    if (!isReadable(value)) return false;
    if (schema.format === "date-time" && doubtful_instants.includes(value as string)) return null;
    return ajv.validate(within(schema), tidyAll(value));
  };
}

/** The schema, with its references resolved within the document. */
function within(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi.json#/');
  return JSON.parse(text) as Schema;
}

/** Whether the value can be stored at all: well-formed text, exact numbers. */
function isReadable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\u0000") && !/\p{M}{31}/u.test(value);
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value === "object" && value !== null) return Object.values(value).every(isReadable);
  return true;
}

function tidyAll(value: unknown): unknown {
  if (typeof value === "string") return tidy(value);
  if (Array.isArray(value)) return value.map(tidyAll);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, tidyAll(entry)]));
  return value;
}
