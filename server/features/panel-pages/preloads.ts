import type { Manifest } from "./files.ts";

const languages = ["en", "pl"] as const;

/**
 * Links to what a page's first script will ask for: the texts in the browser's language, and the screen of the address. On a
 * slow line each of them would otherwise cost a way there and back after the one before. A guess that is wrong costs some
 * kilobytes: screens lie in folders that are called like the first part of their address.
 */
export function preloadsOf(manifest: Manifest, pathname: string, accept_language: string): string {
  const screen = /^\/panel\/([a-z-]+)/.exec(pathname)?.[1] ?? "overview";
  const language = preferredOf(accept_language);
  const texts = ["common", "shell", screen].map((name) => `src/locales/${language}/${name}.json`);
  const begun = filesOf(manifest, "index.html");
  const wanted = [...texts, `src/screens/${screen}/${screen}.tsx`].flatMap((source) => [...filesOf(manifest, source)]);
  return [...new Set(wanted)]
    .filter((file) => !begun.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/panel/${file}">`)
    .join("");
}

/** A file and those that it imports, however far down. */
function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): Set<string> {
  const entry = Object.hasOwn(manifest, source) ? manifest[source]! : null;
  if (entry === null || seen.has(entry.file)) return seen;
  seen.add(entry.file);
  for (const imported of entry.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}

function preferredOf(accept_language: string): string {
  const wanted = accept_language.toLowerCase().split(",");
  return (
    wanted.map((one) => languages.find((known) => one.trim().startsWith(known))).find((known) => known !== undefined) ?? "en"
  );
}
