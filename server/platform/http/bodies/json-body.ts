import type { FaultCode } from "../fault-codes.ts";
import { malformedRequest, invalid, type ErrorItem } from "../problem.ts";
import { isPlain, tidy } from "../../text.ts";

/** Levels of nesting that a body may have. */
export const json_depth_max = 32;
/**
 * Maximum number of members of one object, and of characters of a member's name: more than any record has, and checked quickly.
 */
const json_members_max = 1_000;
const json_name_max = 1_000;
/** Maximum number of faults that one answer lists. */
export const faults_max = 50;

// UAX #15 §13 (Stream-Safe Text): no language needs more than 30 marks in a row. Normalising takes time in the square of their
// number, so a body full of marks would block the process for minutes.
const too_many_marks = /\p{M}{31}/u;

/**
 * Reads a request body: one JSON object in UTF-8. Answers 400 for what two parsers could understand differently (RFC 8259 §4:
 * repeated member names) and for attacks (`__proto__`, depth). Answers 422 for valid JSON whose texts or numbers cannot be stored
 * (lone surrogates, U+0000, numbers beyond the safe range). Strings are returned in NFC and trimmed.
 */
export function readJsonObject(bytes: Buffer): Record<string, unknown> {
  const { value, faults } = parseJsonObject(bytes);
  if (faults.length > 0) throw invalid(faults);
  return value;
}

/** Reads a request body like `readJsonObject`, but returns the faults that mean 422 together with the value. */
export function parseJsonObject(bytes: Buffer): { value: Record<string, unknown>; faults: ErrorItem[] } {
  const text = decode(bytes);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformedRequest("The body must be a JSON object.");
  }
  refuseAmbiguity(text);
  const body = value as Record<string, unknown>;
  return { value: body, faults: tidyAll(body) };
}

// ignoreBOM keeps a byte order mark in the text, so that JSON.parse refuses it.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): string {
  if (bytes.length === 0) throw malformedRequest("The body is missing; send a JSON object.");
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformedRequest("The body is not valid UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    const where = at === undefined ? "unexpected end of input" : `unexpected character at position ${at}`;
    throw malformedRequest(`The body is not valid JSON: ${where}.`);
  }
}

/**
 * The member names of an object so far: none, one, or several; `list`: the value is an array. A body may hold 100,000 objects
 * with one member each, and one name needs no set.
 */
type Names = undefined | string | Set<string> | typeof list;
const list = Symbol("list");

/** One pass over text that is valid JSON: checks member names and depth. */
function refuseAmbiguity(text: string): void {
  const names: Names[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "{" || letter === "[") {
      names.push(letter === "{" ? undefined : list);
      if (names.length > json_depth_max) throw malformedRequest(`The body nests deeper than ${json_depth_max} levels.`);
    } else if (letter === "}" || letter === "]") {
      names.pop();
    } else if (letter === '"') {
      const end = endOfString(text, at);
      const open = names.at(-1);
      if (open !== list && isName(text, end)) names[names.length - 1] = noted(open, readName(text.slice(at, end + 1)));
      at = end;
    }
  }
}

function readName(text: string): string {
  return text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);
}

function noted(open: Exclude<Names, typeof list>, name: string): string | Set<string> {
  if (name === "__proto__") throw malformedRequest(`The member name "${name}" is not allowed.`);
  if (name.length > json_name_max) throw malformedRequest(`The body has a member name of more than ${json_name_max} characters.`);
  if (open === undefined) return name;
  const known = typeof open === "string" ? new Set([open]) : open;
  if (known.has(name)) throw malformedRequest(`The body names the member ${JSON.stringify(name)} twice in one object.`);
  if (known.size === json_members_max) throw malformedRequest(`The body has an object of more than ${json_members_max} members.`);
  return known.add(name);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Whether the string that ends at `end` is a member's name, which is followed by a colon. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  return text[at] === ":";
}

type Fault = (code: FaultCode, detail: string) => void;

/**
 * Normalises all values of a body in place, because a copy of a large body would need as much memory again. Returns their faults.
 */
function tidyAll(body: Record<string, unknown>): ErrorItem[] {
  const faults: ErrorItem[] = [];
  const path: (string | number)[] = [];
  const fault: Fault = (code, detail) => {
    if (faults.length < faults_max) faults.push({ pointer: pointerTo(path), code, detail });
  };
  tidyMembers(body, path, fault);
  return faults;
}

/** `path` is the path of the holder; while a value is normalised it includes the value's key. */
function tidyMembers(holder: Record<string, unknown> | unknown[], path: (string | number)[], fault: Fault): void {
  const tidyAt = <Key extends string | number>(of: Record<Key, unknown>, key: Key) => {
    const value = of[key];
    path.push(key);
    const tidied = tidyValue(value, path, fault);
    path.pop();
    if (!Object.is(tidied, value)) of[key] = tidied;
  };
  if (!Array.isArray(holder)) for (const name of Object.keys(holder)) tidyAt(holder, name);
  else for (let at = 0; at < holder.length; at += 1) tidyAt(holder, at);
}

function tidyValue(value: unknown, path: (string | number)[], fault: Fault): unknown {
  if (typeof value === "string") return tidyText(value, fault);
  if (typeof value === "number") {
    const is_exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    if (!is_exact) fault("OUT_OF_RANGE", "must be a number that IEEE 754 represents exactly");
    // -0 becomes 0, as the database stores it.
    return value + 0;
  }
  if (typeof value === "object" && value !== null) tidyMembers(value as Record<string, unknown> | unknown[], path, fault);
  return value;
}

function pointerTo(path: readonly (string | number)[]): string {
  return `#${path.map((key) => `/${typeof key === "string" ? escapeToken(key) : key}`).join("")}`;
}

function tidyText(text: string, fault: Fault): string {
  const detail = faultOfText(text);
  if (detail === null) return tidy(text);
  fault("INVALID_FORMAT", detail);
  return text;
}

/** Why a text from a request cannot be stored, or null. */
export function faultOfText(text: string): string | null {
  if (isPlain(text)) return null;
  if (!text.isWellFormed() || text.includes("\u0000")) return "must be Unicode text without U+0000 and lone surrogates";
  return too_many_marks.test(text) ? "must not have more than 30 combining marks in a row" : null;
}

/** A member name as a reference token of a JSON Pointer in a URI fragment (RFC 6901 §6). */
export function escapeToken(name: string): string {
  const token = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return encodeURIComponent(token.toWellFormed());
}
