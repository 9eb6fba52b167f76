import type { FaultCode } from "../fault-codes.ts";
import { malformedRequest, invalid, type ErrorItem } from "../problem.ts";
import { tidy } from "../../text.ts";

/** Levels of nesting that a body may have. */
export const json_depth_max = 32;
/** Members of one object, and characters of a member's name: far more than any record has, and soon judged. */
const json_members_max = 1_000;
const json_name_max = 1_000;
/** Faults that one answer names, at most. */
export const faults_max = 50;

// UAX #15 §13 (Stream-Safe Text): no language needs more. Normalising takes the square of their number: a body full of
// them would hold everybody up for minutes.
const too_many_marks = /\p{M}{31}/u;

/**
 * Reads a request body: one JSON object in UTF-8. Refuses with 400 what two readers could understand differently (RFC 8259
 * §4: repeated member names) or what is meant to hurt (`__proto__`, depth), and with 422 what is JSON but no text or number
 * that can be kept (lone surrogates, U+0000, numbers beyond the safe range). Strings come back in NFC and trimmed.
 */
export function readJsonObject(bytes: Buffer): Record<string, unknown> {
  const { value, faults } = parseJsonObject(bytes);
  if (faults.length > 0) throw invalid(faults);
  return value;
}

/** Reads a request body like `readJsonObject`; returns faults that mean 422 beside the value. */
export function parseJsonObject(bytes: Buffer): { value: Record<string, unknown>; faults: ErrorItem[] } {
  const text = decode(bytes);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformedRequest("The body must be a JSON object.");
  }
  refuseAmbiguity(text);
  const faults: ErrorItem[] = [];
  const clean = tidyTree(value, "#", faults);
  return { value: clean as Record<string, unknown>, faults };
}

// ignoreBOM keeps a byte order mark in the text, where JSON.parse refuses it.
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

/** One pass over text that is known to be JSON: member names and depth are all that still matters. */
function refuseAmbiguity(text: string): void {
  const names: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "{" || letter === "[") {
      names.push(letter === "{" ? new Set() : null);
      if (names.length > json_depth_max) throw malformedRequest(`The body nests deeper than ${json_depth_max} levels.`);
    } else if (letter === "}" || letter === "]") {
      names.pop();
    } else if (letter === '"') {
      const end = endOfString(text, at);
      const open = names.at(-1);
      if (open && isName(text, end)) note(open, JSON.parse(text.slice(at, end + 1)) as string);
      at = end;
    }
  }
}

function note(open: Set<string>, name: string): void {
  if (name === "__proto__") throw malformedRequest(`The member name "${name}" is not allowed.`);
  if (name.length > json_name_max) throw malformedRequest(`The body has a member name of more than ${json_name_max} characters.`);
  if (open.has(name)) throw malformedRequest(`The body names the member ${JSON.stringify(name)} twice in one object.`);
  if (open.size === json_members_max) throw malformedRequest(`The body has an object of more than ${json_members_max} members.`);
  open.add(name);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Whether the string that ends at `end` is a member's name: a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  return text[at] === ":";
}

function tidyTree(value: unknown, pointer: string, faults: ErrorItem[]): unknown {
  const fault = (code: FaultCode, detail: string) => {
    if (faults.length < faults_max) faults.push({ pointer, code, detail });
  };
  if (typeof value === "string") return tidyText(value, fault);
  if (typeof value === "number") {
    const is_exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    if (!is_exact) fault("OUT_OF_RANGE", "must be a number that IEEE 754 represents exactly");
    // -0 is kept as 0, and must not differ from it.
    return value + 0;
  }
  if (Array.isArray(value)) return value.map((entry, index) => tidyTree(entry, `${pointer}/${index}`, faults));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, tidyTree(entry, `${pointer}/${escapeToken(name)}`, faults)]),
    );
  }
  return value;
}

function tidyText(text: string, fault: (code: FaultCode, detail: string) => void): string {
  const detail = faultOfText(text);
  if (detail === null) return tidy(text);
  fault("INVALID_FORMAT", detail);
  return text;
}

/** Why a text from outside cannot be kept, or null. */
export function faultOfText(text: string): string | null {
  if (!text.isWellFormed() || text.includes("\u0000")) return "must be Unicode text without U+0000 and lone surrogates";
  return too_many_marks.test(text) ? "must not have more than 30 combining marks in a row" : null;
}

/** A member name as a reference token of a JSON Pointer in a URI fragment (RFC 6901 §6). */
export function escapeToken(name: string): string {
  const token = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return encodeURIComponent(token.toWellFormed());
}
