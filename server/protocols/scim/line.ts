// Names from identity providers must be one line, as in the rest of the API (docs/decisions/0022 and 0027).
import { line_pattern } from "../../platform/http/schema.ts";

const line = new RegExp(line_pattern);

/** Whether a text is one line, without control characters and characters that override the writing direction. */
export function isLine(text: string): boolean {
  return line.test(text);
}

/** The text as one line: line breaks become a space, other invalid characters are removed. */
export function asLine(text: string): string {
  if (isLine(text)) return text;
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ")
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, "")
    .trim();
}
