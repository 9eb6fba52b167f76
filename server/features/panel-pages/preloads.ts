import type { Manifest, PanelFiles } from "./files.ts";

/**
 * Links to what a page's first script will ask for: texts in the page's language, and the screen with its styles. On a slow
 * line each of them would otherwise cost a way there and back after the one before.
 */
export function preloadsOf({ manifest, page }: PanelFiles, sources: readonly string[]): string {
  const files = new Set<string>();
  for (const source of sources) collect(manifest, source, files);
  const wanted = [...files].filter((file) => !page.includes(file));
  const styles = wanted.filter((file) => file.endsWith(".css"));
  const scripts = wanted.filter((file) => !file.endsWith(".css"));
  // Nothing is painted before the last of the styles, and a browser asks for six files at once.
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/panel/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/panel/${file}">`),
  ].join("");
}

/** A file after those that it imports, however far down, with their styles in the same order. */
function collect(manifest: Manifest, source: string, files: Set<string>, seen = new Set<string>()): void {
  const entry = manifest[source];
  if (entry === undefined || seen.has(source)) return;
  seen.add(source);
  for (const imported of entry.imports ?? []) collect(manifest, imported, files, seen);
  for (const file of [...(entry.css ?? []), entry.file]) files.add(file);
}
