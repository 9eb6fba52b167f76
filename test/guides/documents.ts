import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..");

/** A document: its text and, between fences, blocks to paste, save or read. */
export type Document = { name: string; text: string; blocks: Block[] };
export type Block = {
  /** The word behind the fence: `sh` is pasted, `yaml` is saved, `http` is only read; others are programs. */
  kind: string;
  lines: string[];
  /** The paragraph or heading above, if it says what to do with the block. */
  above: string;
};

export const document_names = ["README.md", "docs/panel.md", ...globSync("docs/guides/*.md", { cwd: root })].toSorted();

export function readDocument(name: string): Document {
  const text = readFileSync(path.join(root, name), "utf8");
  const blocks = [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```$/gm)].map(
    ({ 1: indent = "", 2: kind = "", 3: body = "", index }) => ({
      kind,
      // A block within a list is indented like its list item.
      lines: body
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(indent, "")),
      above: text.slice(0, index).trimEnd().split("\n\n").at(-1) ?? "",
    }),
  );
  return { name, text, blocks };
}

/** The text without its blocks. */
export function proseOf({ text }: Document): string {
  return text.replaceAll(/^( *)```.*\n[\s\S]*?^\1```$/gm, "");
}
