// Checks single values (xAPI 1.0.3, Data 4.0). A fault is thrown with its path.
import { isUuid } from "../../../platform/ids.ts";
import { recordRefused } from "../errors.ts";
import { iri_max_letters } from "../limits.ts";

export type Check = (value: unknown, at: string) => void;
export type Fields = Readonly<Record<string, Check>>;

export function fail(at: string, rule: string): never {
  throw recordRefused(`${at} ${rule}.`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks for an object with these members and no others; `required` must exist. */
export function object(value: unknown, at: string, fields: Fields, required: readonly string[] = []): Record<string, unknown> {
  if (!isObject(value)) fail(at, "must be an object");
  for (const [name, member] of Object.entries(value)) {
    if (!Object.hasOwn(fields, name)) fail(`${at}.${name}`, "is not known to xAPI 1.0.3 here");
    fields[name]!(member, `${at}.${name}`);
  }
  for (const name of required) if (!Object.hasOwn(value, name)) fail(`${at}.${name}`, "is missing");
  return value;
}

export function list(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) fail(at, "must be an array");
    for (const [index, entry] of value.entries()) check(entry, `${at}[${index}]`);
  };
}

export const text: Check = (value, at) => {
  if (typeof value !== "string") fail(at, "must be a text");
};

export const flag: Check = (value, at) => {
  if (typeof value !== "boolean") fail(at, "must be true or false");
};

export const number: Check = (value, at) => {
  if (typeof value !== "number") fail(at, "must be a number");
};

export const uuid: Check = (value, at) => {
  if (typeof value !== "string" || !isUuid(value)) fail(at, "must be a UUID");
};

const iri_pattern = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;

export function isIri(value: unknown): value is string {
  return typeof value === "string" && value.length <= iri_max_letters && iri_pattern.test(value);
}

export const iri: Check = (value, at) => {
  if (!isIri(value)) fail(at, `must be an IRI with its scheme, of at most ${iri_max_letters} characters`);
};

export function oneOf(...values: readonly string[]): Check {
  return (value, at) => {
    if (!values.includes(value as string)) fail(at, `must be ${values.map((one) => JSON.stringify(one)).join(" or ")}`);
  };
}

const private_tag = /^x(-[a-z0-9]{1,8})+$/i;

export function isLanguage(tag: unknown): boolean {
  if (typeof tag !== "string") return false;
  try {
    return private_tag.test(tag) || Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A language tag of RFC 5646. */
export const language: Check = (value, at) => {
  if (!isLanguage(value)) fail(at, "must be a language tag of RFC 5646");
};

export const languageMap: Check = (value, at) => {
  if (!isObject(value)) fail(at, "must be an object of texts by their languages");
  for (const [tag, one] of Object.entries(value)) {
    language(tag, `${at}, ${JSON.stringify(tag)},`);
    text(one, `${at}.${tag}`);
  }
};

/** Data 4.1: keys are IRIs, and values are of any type. */
export const extensions: Check = (value, at) => {
  if (!isObject(value)) fail(at, "must be an object");
  for (const key of Object.keys(value)) iri(key, `${at}, ${JSON.stringify(key)},`);
};

const instant_pattern =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|z|[+-]\d{2}(:?\d{2})?)?$|^\d{8}T\d{6}([.,]\d+)?(Z|[+-]\d{2}(:?\d{2})?)?$/;

/** An ISO 8601 instant in ms since 1970, UTC unless it names a zone; null: it is not an instant. Data 4.5: -00 is not a zone. */
export function instantOf(value: unknown): number | null {
  if (typeof value !== "string" || !instant_pattern.test(value) || /-00(:?00)?$/.test(value.slice(10))) return null;
  const basic = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(.*)$/.exec(value);
  const extended = basic === null ? value : `${basic[1]}-${basic[2]}-${basic[3]}T${basic[4]}:${basic[5]}:${basic[6]}${basic[7]}`;
  const zoned = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(extended.slice(10)) ? extended : `${extended}Z`;
  const plain = zoned
    .replace(" ", "T")
    .replace(",", ".")
    .replace(/([+-]\d{2})(\d{2})$/, "$1:$2")
    .replace(/(T.*[+-]\d{2})$/, "$1:00");
  const ms = Date.parse(plain);
  return Number.isNaN(ms) ? null : ms;
}

export const instant: Check = (value, at) => {
  if (instantOf(value) === null) fail(at, "must be an instant of ISO 8601, such as 2026-02-02T09:30:00.000Z");
};

const duration_pattern =
  /^P(?=[\dT])(?:\d+(?:[.,]\d+)?W|(?:\d+(?:[.,]\d+)?Y)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?D)?(?:T(?=\d)(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?)$/;

export const duration: Check = (value, at) => {
  if (typeof value !== "string" || !duration_pattern.test(value)) fail(at, "must be a duration of ISO 8601, such as PT5M30S");
};

export const mediaType: Check = (value, at) => {
  if (typeof value !== "string" || value.length > 255 || !/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(value))
    fail(at, "must be a media type");
};
