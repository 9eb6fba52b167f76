// Recursive descent parser for RFC 7644 §3.4.2.2 (filters) and §3.5.2 (paths), with one token of lookahead and no backtracking.
// Beyond the grammar it accepts: several spaces where one is required, spaces at both ends, inside parentheses and brackets and
// after `not` (as in the RFC's own examples), and the words true, false and null in any letter case. It refuses a value path
// inside a value path, which the grammar allows but no schema can have.
import { nextToken, openLexer, type Lexer, type Token } from "./lexer.ts";
import { quoted, ScimSyntax } from "../patch/path-fault.ts";
import { isAttributePath } from "../patch/path-names.ts";

export type Operator = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";

export type Value = string | number | boolean | null;

/** A parsed filter, not yet checked against a schema; `at` is the position of the name, operator or literal of each node. */
export type Tree =
  | { kind: "and" | "or"; of: readonly Tree[] }
  | { kind: "not"; of: Tree }
  | { kind: "present"; path: string; at: number }
  | { kind: "compare"; path: string; at: number; operator: Operator; operator_at: number; value: Value; value_at: number }
  | { kind: "element"; path: string; at: number; of: Tree };

/** A parsed path: an attrPath, or a value path with an optional sub-attribute. */
export type PathText = { path: string; of: Tree | null; sub: { name: string; at: number } | null };

const depth_max = 32;
const nodes_max = 200;

export type ReadingOptions = {
  /** Accepts `emails[type eq "work"].value eq "x"`, as Entra sends it; in RFC 7644 the comparison belongs inside the brackets. */
  compared_elements?: boolean;
};

type Parser = { lexer: Lexer; token: Token; depth: number; nodes: number; in_element: boolean; options: ReadingOptions };

/** `steps` is the work done: characters read and nodes created. */
export function readFilter(text: string, options: ReadingOptions = {}): { tree: Tree; steps: number } {
  const parser = open(text, "invalidFilter", options);
  const tree = readOr(parser);
  if (!isNext(parser, "end")) throw unexpected(parser, '"and" or "or"');
  return { tree, steps: parser.lexer.steps + parser.nodes };
}

export function readPath(text: string): PathText {
  const parser = open(text, "invalidPath", {});
  const path = takePath(parser);
  if (isNext(parser, "end")) return { path: path.text, of: null, sub: null };
  const of = readElement(parser);
  const { kind, text: name, spaced, start } = parser.token;
  if (kind === "end") return { path: path.text, of, sub: null };
  if (kind !== "word" || spaced || !isSub(name)) throw unexpected(parser, "a sub-attribute such as .value");
  take(parser);
  if (!isNext(parser, "end")) throw unexpected(parser, "nothing more");
  return { path: path.text, of, sub: { name: name.slice(1), at: start + 1 } };
}

function open(text: string, scimType: ScimSyntax["scimType"], options: ReadingOptions): Parser {
  const lexer = openLexer(text, scimType);
  return { lexer, token: nextToken(lexer), depth: 0, nodes: 0, in_element: false, options };
}

function readOr(parser: Parser): Tree {
  return readChain(parser, "or", () => readChain(parser, "and", () => readTerm(parser)));
}

function readChain(parser: Parser, word: "and" | "or", readPart: () => Tree): Tree {
  const of = [readPart()];
  while (isWord(parser.token, word)) {
    if (!parser.token.spaced) throw unexpected(parser, `a blank before "${word}"`);
    count(parser, parser.token.start);
    take(parser);
    if (!parser.token.spaced) throw unexpected(parser, `a blank after "${word}"`);
    of.push(readPart());
  }
  return of.length === 1 ? of[0]! : { kind: word, of };
}

function readTerm(parser: Parser): Tree {
  if (isNext(parser, "(")) return readGroup(parser);
  const path = takePath(parser);
  if (isWord(path, "not") && isNext(parser, "(")) {
    count(parser, path.start);
    return { kind: "not", of: readGroup(parser) };
  }
  count(parser, path.start);
  if (isNext(parser, "[")) {
    if (parser.in_element) throw unexpected(parser, "an operator, as brackets inside brackets have no meaning,");
    const of = readElement(parser);
    return {
      kind: "element",
      path: path.text,
      at: path.start,
      of: parser.options.compared_elements ? readCompared(parser, of) : of,
    };
  }
  return readComparison(parser, path);
}

function readGroup(parser: Parser): Tree {
  enter(parser);
  const tree = readOr(parser);
  if (!isNext(parser, ")")) throw unexpected(parser, '"and", "or" or ")"');
  leave(parser);
  return tree;
}

function readElement(parser: Parser): Tree {
  if (!isNext(parser, "[") || parser.token.spaced) throw unexpected(parser, 'an operator or, without a blank before it, "["');
  enter(parser);
  parser.in_element = true;
  const tree = readOr(parser);
  if (!isNext(parser, "]")) throw unexpected(parser, '"and", "or" or "]"');
  parser.in_element = false;
  leave(parser);
  return tree;
}

/** A comparison after the brackets, of a sub-attribute or of `value`, treated as if it stood inside them. */
function readCompared(parser: Parser, of: Tree): Tree {
  const { token } = parser;
  const named = token.kind === "word" && !token.spaced && isSub(token.text);
  if (named) take(parser);
  else if (!operators.has(token.text.toLowerCase())) return of;
  count(parser, token.start);
  const path: Token = named ? { ...token, text: token.text.slice(1), start: token.start + 1 } : { ...token, text: "value" };
  return { kind: "and", of: [of, readComparison(parser, path)] };
}

function isSub(word: string): boolean {
  return word.startsWith(".") && isAttributePath(word.slice(1)) && !/[.:]/.test(word.slice(1));
}

const operators: ReadonlySet<string> = new Set(["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"]);

function readComparison(parser: Parser, path: Token): Tree {
  const { token } = parser;
  const word = token.text.toLowerCase();
  if (token.kind !== "word" || !(word === "pr" || operators.has(word))) {
    throw unexpected(parser, `one of ${[...operators].join(", ")}, pr`);
  }
  take(parser);
  if (word === "pr") return { kind: "present", path: path.text, at: path.start };
  const value_at = parser.token.start;
  const value = takeValue(parser);
  return {
    kind: "compare",
    path: path.text,
    at: path.start,
    operator: word as Operator,
    operator_at: token.start,
    value,
    value_at,
  };
}

const number_pattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/; // RFC 8259 §6

const literals = new Map<string, Value>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function takeValue(parser: Parser): Value {
  const { kind, text, spaced } = parser.token;
  const value = kind === "string" ? text : kind === "word" ? literalOf(text) : undefined;
  if (value === undefined) throw unexpected(parser, "a text in quotes, a number, true, false or null");
  if (!spaced) throw unexpected(parser, "a blank before the value");
  take(parser);
  return value;
}

function literalOf(word: string): Value | undefined {
  return number_pattern.test(word) ? Number(word) : literals.get(word.toLowerCase());
}

function takePath(parser: Parser): Token {
  const { token } = parser;
  if (token.kind !== "word" || !isAttributePath(token.text)) throw unexpected(parser, "an attribute");
  take(parser);
  return token;
}

function take(parser: Parser): void {
  parser.token = nextToken(parser.lexer);
}

function enter(parser: Parser): void {
  parser.depth += 1;
  if (parser.depth > depth_max) throw fault(parser, parser.token.start, `nested more than ${depth_max} levels deep.`);
  take(parser);
}

function leave(parser: Parser): void {
  parser.depth -= 1;
  take(parser);
}

function count(parser: Parser, at: number): void {
  parser.nodes += 1;
  if (parser.nodes > nodes_max) throw fault(parser, at, `more than ${nodes_max} comparisons and operators.`);
}

function isNext(parser: Parser, kind: Token["kind"]): boolean {
  return parser.token.kind === kind;
}

function isWord(token: Token, word: string): boolean {
  return token.kind === "word" && token.text.toLowerCase() === word;
}

function unexpected(parser: Parser, wanted: string): ScimSyntax {
  const { kind, text, start } = parser.token;
  const found = kind === "end" ? "the end" : kind === "string" ? "a text" : quoted(text);
  return fault(parser, start, `expected ${wanted} but found ${found}.`);
}

function fault(parser: Parser, at: number, sentence: string): ScimSyntax {
  return new ScimSyntax(parser.lexer.scimType, at, sentence);
}
