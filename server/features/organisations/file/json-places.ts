// Finds positions in a JSON text, which JSON.parse does not return, and repeated member names, of which JSON.parse keeps only the
// last.
import type { Finding, Path, Place } from "./problems.ts";

/** Members whose name an object contains twice. */
export function repeatedNames(text: string): Finding[] {
  const found: Finding[] = [];
  walk(text, ({ path, repeated }) => {
    if (repeated) found.push({ path: [...path], at: "key", message: "stands twice in one object" });
  });
  return found;
}

/** The position of each finding, or of the innermost value around it in the text. */
export function placesInJson(text: string, findings: readonly Finding[]): Place[] {
  const offsets = new Map<string, { key_at: number; value_at: number }>();
  for (const { path } of findings) {
    for (let depth = 1; depth <= path.length; depth += 1) offsets.set(nameOf(path.slice(0, depth)), { key_at: 0, value_at: 0 });
  }
  walk(text, ({ path, key_at, value_at }) => {
    const name = nameOf(path);
    if (offsets.has(name)) offsets.set(name, { key_at, value_at });
  });
  return findings.map(({ path, at }) => {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const found = offsets.get(nameOf(path.slice(0, depth)))!;
      if (found.value_at > 0) return placeAt(text, at === "key" && depth === path.length ? found.key_at : found.value_at);
    }
    return { line: 1, column: 1 };
  });
}

function nameOf(path: Path): string {
  return path.join("\u0000");
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line_start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - line_start + 1 };
}

type Visit = { path: Path; key_at: number; value_at: number; repeated: boolean };

/** An object or list that is not closed yet; `names` are an object's member names so far. */
type Open = { names: Set<string> | null; entries: number };

/** Visits every member and entry in the order of the text. The path of a visit is overwritten by the next one. */
function walk(text: string, visit: (visit: Visit) => void): void {
  const path: (string | number)[] = [];
  const open: Open[] = [];
  let key: { at: number; repeated: boolean } | null = null;
  const arrive = (value_at: number) => {
    const inside = open.at(-1);
    if (!inside) return;
    if (!inside.names) path[open.length - 1] = inside.entries;
    inside.entries += 1;
    visit({ path, key_at: key?.at ?? value_at, value_at, repeated: key?.repeated ?? false });
    key = null;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === "{" || letter === "[") {
      arrive(at);
      open.push({ names: letter === "{" ? new Set() : null, entries: 0 });
    } else if (letter === "}" || letter === "]") {
      open.pop();
      path.length = open.length;
    } else if (letter === '"') {
      const end = endOfString(text, at);
      const names = open.at(-1)?.names;
      if (names && key === null) {
        const name = JSON.parse(text.slice(at, end)) as string;
        key = { at, repeated: names.has(name) };
        names.add(name);
        path[open.length - 1] = name;
      } else {
        arrive(at);
      }
      at = end - 1;
    } else if (/[-0-9tfn]/.test(letter)) {
      arrive(at);
      at = endOfWord(text, at) - 1;
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** The end of a number, true, false or null. */
function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && /[-+.\w]/.test(text[at]!)) at += 1;
  return at;
}
