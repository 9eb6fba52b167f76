import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..");

/** What a reader meets: text and, between fences, blocks that are pasted, saved or only looked at. */
export type Document = { name: string; text: string; blocks: Block[] };
export type Block = {
  /** As it stands behind the fence: `sh` is pasted, `yaml` saved, `http` looked at; others are programs. */
  kind: string;
  lines: string[];
  /** The paragraph or heading above it, where it says what is done with it. */
  above: string;
};

export const document_names = ["README.md", "docs/panel.md", ...globSync("docs/guides/*.md", { cwd: root })].toSorted();

export function readDocument(name: string): Document {
  const text = readFileSync(path.join(root, name), "utf8");
  const blocks = [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(({ 1: kind = "", 2: body = "", index }) => ({
    kind,
    lines: body.trimEnd().split("\n"),
    above: text.slice(0, index).trimEnd().split("\n\n").at(-1) ?? "",
  }));
  return { name, text, blocks };
}

/** The text without its blocks. */
export function proseOf({ text }: Document): string {
  return text.replaceAll(/^```.*\n[\s\S]*?^```$/gm, "");
}
