// Names that an identity provider sends are one line, as everybody's are (docs/decisions/0022 and 0027).
import { line_pattern } from "../../platform/http/schema.ts";

const line = new RegExp(line_pattern);

/** Whether a text is one line, without control characters and without what overrides the direction of writing. */
export function isLine(text: string): boolean {
  return line.test(text);
}

/** The text as one line: a space for what breaks it, and nothing for all else that cannot be in it. */
export function asLine(text: string): string {
  if (isLine(text)) return text;
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ")
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, "")
    .trim();
}
