import { LineCounter, isMap, isNode, isScalar, isSeq, parseDocument, visit, type Document, type Node } from "yaml";
import { repeatedNames, placesInJson } from "./json-places.ts";
import { OrganisationFileError, pathText, type FileProblem, type Finding, type Findings, type Place } from "./problems.ts";

/** The values of a file and their positions. */
export type Source = {
  value: unknown;
  /** Names that an object contains twice; only JSON gets here with them, because the YAML parser refuses them. */
  repeated: readonly Finding[];
  /** The position of each finding; null where it is unknown. */
  places(findings: readonly Finding[]): (Place | null)[];
};

/**
 * Reads the text of an organisation file, which is YAML; JSON is valid YAML. JSON.parse is tried first, because it is some fifty
 * times as fast and large files are JSON. Throws OrganisationFileError if the text is neither.
 */
export function readSource(text: string): Source {
  const bare = text.replace(/^\uFEFF/, "");
  const value = parseJson(bare);
  if (value === undefined) return readYaml(bare);
  return { value, repeated: repeatedNames(bare), places: (findings) => placesInJson(bare, findings) };
}

/** A source without text, for the demo and tests. */
export function sourceOf(value: unknown): Source {
  return { value: structuredClone(value), repeated: [], places: (findings) => findings.map(() => null) };
}

/** An error with all findings and their positions, sorted by line. */
export function problemsOf(source: Source, findings: Findings): OrganisationFileError {
  const places = source.places(findings.all);
  const problems = findings.all.map(({ path, message }, index): FileProblem => ({
    ...places[index],
    path: pathText(path),
    message,
  }));
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return new OrganisationFileError(problems, findings.left_out);
}

/** The value of a JSON text; undefined if the text is not JSON (JSON has no `undefined`). */
function parseJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readYaml(text: string): Source {
  const { document, lines } = parseYaml(text);
  const faults = [...document.errors, ...unresolvedAliases(document)];
  if (faults.length > 0) {
    const problems = faults
      .slice(0, faults_max)
      .map(({ code, message, pos }) => ({ ...placeAt(lines, pos[0] ?? 0), path: "", message: sentenceOf(code, message) }));
    throw new OrganisationFileError(problems, faults.length - problems.length);
  }
  return { value: valueOf(document), repeated: [], places: (findings) => placesInYaml(text, findings) };
}

/** One syntax error often causes others, so only the first few are reported. */
const faults_max = 10;

function parseYaml(text: string): { document: Document; lines: LineCounter } {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true, schema: "core" }), lines };
}

/** Parses the text again: a syntax tree needs much more memory than the values, and is needed only for a file with faults. */
function placesInYaml(text: string, findings: readonly Finding[]): Place[] {
  const { document, lines } = parseYaml(text);
  return findings.map((finding) => placeAt(lines, offsetOf(document, finding)));
}

type Fault = { code: string; message: string; pos: readonly number[] };

function unresolvedAliases(document: Document): Fault[] {
  const faults: Fault[] = [];
  visit(document, {
    Alias: (_, alias) => {
      if (!alias.resolve(document))
        faults.push({ code: "BAD_ALIAS", message: `there is no &${alias.source} before this`, pos: alias.range ?? [0] });
    },
  });
  return faults;
}

function valueOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // Aliases that expand to an excessive size.
    throw new OrganisationFileError([{ path: "", message: sentenceOf("BAD_ALIAS", (error as Error).message) }]);
  }
}

function sentenceOf(code: string, message: string): string {
  if (code === "MULTIPLE_DOCS") return "begins a second document; the file must be one";
  if (/call stack/i.test(message)) return "nests too deep";
  return `is not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

function placeAt(lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** The offset of a finding, or of the innermost node around it in the document. */
function offsetOf(document: Document, { path, at }: Finding): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const next = stepInto(document, node, step);
    if (next === null) return offset;
    const { key, value } = next;
    const key_wanted = at === "key" && depth === path.length - 1;
    offset = (key_wanted ? startOf(key) : startOf(value)) ?? startOf(key) ?? offset;
    node = value;
  }
  return offset;
}

function stepInto(document: Document, node: unknown, step: string | number): { key: unknown; value: unknown } | null {
  const target = isNode(node) && "resolve" in node ? node.resolve(document) : node;
  if (isMap(target)) {
    const pair = target.items.find(({ key }) => (isScalar(key) ? String(key.value) : String(key)) === String(step));
    return pair ? { key: pair.key, value: pair.value } : null;
  }
  if (isSeq(target)) return { key: null, value: target.items[Number(step)] };
  return null;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? (node as Node).range?.[0] : undefined;
}
