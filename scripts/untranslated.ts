// Texts of the panel that are missing in some language, where English is shown instead. Every text is written in English and
// Polish first; `npm run generate` lists what the other languages lack. A release lacks none.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { languages } from "../panel/src/app/languages.ts";

const locales = path.join(import.meta.dirname, "..", "panel", "src", "locales");
const plural = /_(zero|one|two|few|many|other)$/;

type Texts = { [key: string]: string | Texts };

/** Texts as `namespace:key`, without the plural suffix. */
export function untranslatedTexts(): string[] {
  const others = languages.filter((language) => language !== "en" && language !== "pl");
  return globSync("en/*.json", { cwd: locales })
    .map((file) => path.basename(file, ".json"))
    .toSorted()
    .flatMap((namespace) => {
      const has = others.map((language) => keysOf(language, namespace));
      return [...keysOf("en", namespace)].filter((key) => has.some((keys) => !keys.has(key))).map((key) => `${namespace}:${key}`);
    });
}

function keysOf(language: string, namespace: string): Set<string> {
  const file = path.join(locales, language, `${namespace}.json`);
  return new Set(existsSync(file) ? namesIn(JSON.parse(readFileSync(file, "utf8")) as Texts) : []);
}

function namesIn(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [key.replace(plural, "")] : namesIn(value).map((name) => `${key}.${name}`),
  );
}
