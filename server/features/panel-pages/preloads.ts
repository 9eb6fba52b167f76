import type { Manifest, PanelFiles } from "./files.ts";

/**
 * Preload links for what the page's first script will import: texts in the page's language, and the screen with its styles.
 * Without them, a slow connection would need one round trip after another.
 */
export function preloadsOf({ manifest, page }: PanelFiles, sources: readonly string[]): string {
  const files = new Set<string>();
  for (const source of sources) collect(manifest, source, files);
  const wanted = [...files].filter((file) => !page.includes(file));
  const styles = wanted.filter((file) => file.endsWith(".css"));
  const scripts = wanted.filter((file) => !file.endsWith(".css"));
  // Styles come first: a page is not drawn before its last style sheet, and a browser requests only six files at once.
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/panel/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/panel/${file}">`),
  ].join("");
}

/** Collects a file after all files that it imports, with their styles in the same order. */
function collect(manifest: Manifest, source: string, files: Set<string>, seen = new Set<string>()): void {
  const entry = manifest[source];
  if (entry === undefined || seen.has(source)) return;
  seen.add(source);
  for (const imported of entry.imports ?? []) collect(manifest, imported, files, seen);
  for (const file of [...(entry.css ?? []), entry.file]) files.add(file);
}
