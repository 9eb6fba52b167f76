import { ScimSyntax } from "../patch/path-fault.ts";

/** A piece of a filter or path. `text` of a string is its content, without quotes and escapes. */
export type Token = {
  kind: "word" | "string" | "(" | ")" | "[" | "]" | "end";
  text: string;
  start: number;
  /** Whether white space precedes it. */
  spaced: boolean;
};

/** Reads a text once, character by character; `steps` counts them. */
export type Lexer = { readonly text: string; readonly scimType: ScimSyntax["scimType"]; position: number; steps: number };

const text_bytes_max = 8_192;

export function openLexer(text: string, scimType: ScimSyntax["scimType"]): Lexer {
  if (text.length > text_bytes_max || Buffer.byteLength(text) > text_bytes_max) {
    throw new ScimSyntax(scimType, text_bytes_max, `it is longer than ${text_bytes_max} bytes.`);
  }
  return { text, scimType, position: 0, steps: 0 };
}

export function nextToken(lexer: Lexer): Token {
  const { text } = lexer;
  const before = lexer.position;
  while (text[lexer.position] === " ") lexer.position += 1;
  const start = lexer.position;
  const kind = kindOf(text[start]);
  if (kind === "string") skipString(lexer);
  else if (kind === "word") skipWord(lexer);
  else if (kind === "end") lexer.position = text.length;
  else lexer.position += 1;
  lexer.steps += lexer.position - before + 1;
  const content = text.slice(start, lexer.position);
  return { kind, text: kind === "string" ? (JSON.parse(content) as string) : content, start, spaced: start > before };
}

function kindOf(first: string | undefined): Token["kind"] {
  if (first === undefined) return "end";
  if (first === '"') return "string";
  return first === "(" || first === ")" || first === "[" || first === "]" ? first : "word";
}

const word_character = /[!#-'*-Z\\^-~]/; // visible ASCII but " ( ) [ ]

function skipWord(lexer: Lexer): void {
  const start = lexer.position;
  while (lexer.position < lexer.text.length && word_character.test(lexer.text[lexer.position]!)) lexer.position += 1;
  if (lexer.position === start) {
    throw new ScimSyntax(lexer.scimType, start, "this character can only stand in a text in quotes.");
  }
}

const hexadecimal = /^[0-9a-fA-F]{4}$/;

/** A JSON string (RFC 8259 §7). */
function skipString(lexer: Lexer): void {
  const { text, scimType, position: start } = lexer;
  for (lexer.position += 1; lexer.position < text.length; lexer.position += 1) {
    const character = text[lexer.position]!;
    if (character === '"') {
      lexer.position += 1;
      return;
    }
    if (character < " ")
      throw new ScimSyntax(scimType, lexer.position, "a control character must be written as \\u and four digits.");
    if (character !== "\\") continue;
    const escape = text[lexer.position + 1] ?? "";
    const known =
      escape === "u" ? hexadecimal.test(text.slice(lexer.position + 2, lexer.position + 6)) : '"\\/bfnrt'.includes(escape);
    if (!known && escape !== "") throw new ScimSyntax(scimType, lexer.position, "this is no escape of a JSON string.");
    lexer.position += escape === "u" ? 5 : 1;
  }
  throw new ScimSyntax(scimType, start, "the text that begins here has no closing quote.");
}
