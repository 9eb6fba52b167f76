import { invalidRequest } from "./errors.ts";

/** The parameters of a token request by name, without those that have no value (RFC 6749 §3.2). */
export type Parameters = ReadonlyMap<string, string>;

/** Reads an application/x-www-form-urlencoded body. Throws invalidRequest if two parsers might understand it differently. */
export function readForm(bytes: Buffer): Parameters {
  const parameters = new Map<string, string>();
  for (const pair of decodeUtf8(bytes).split("&")) {
    if (pair === "") continue;
    const [name, value] = splitAtFirst(pair, "=").map((part) => decodeComponent(part));
    if (name === null || value === null) throw invalidRequest("The body is not percent-encoded UTF-8.");
    // RFC 6749 §3.2: no parameter may be repeated, with a value or without.
    if (parameters.has(name!)) throw invalidRequest("The body repeats a parameter.");
    parameters.set(name!, value!);
  }
  return new Map([...parameters].filter(([, value]) => value !== ""));
}

/**
 * Decodes one component of a form (RFC 6749 appendix B): a plus is a space, the rest is percent-encoded UTF-8. Null if it is
 * malformed.
 */
export function decodeComponent(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** The parts before and after the first separator; the second is empty if there is none. */
function splitAtFirst(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidRequest("The body is not valid UTF-8.");
  }
}
