import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.join(import.meta.dirname, "..", "..", "..", "panel", "src");
type Texts = { [key: string]: string | Texts };

const plural = /_(zero|one|two|few|many|other)$/;
/** The forms that each language asks for, as Intl.PluralRules names them. */
const forms = { en: ["one", "other"], pl: ["few", "many", "one", "other"] } as const;

const namespaces = globSync("locales/en/*.json", { cwd: root }).map((file) => path.basename(file, ".json"));

test("every text is there in every language, with the plurals that the language asks for", () => {
  assert.ok(namespaces.length > 3, "saw hardly any texts");
  const polish = globSync("locales/pl/*.json", { cwd: root }).map((file) => path.basename(file, ".json"));
  assert.deepEqual(polish.toSorted(), namespaces.toSorted());
  const faults = namespaces.flatMap((namespace) => {
    const [en, pl] = [keysOf("en", namespace), keysOf("pl", namespace)];
    const missing = (there: Set<string>, here: Set<string>, language: string) =>
      [...there].filter((key) => !here.has(key)).map((key) => `${language}/${namespace}.json lacks ${key}`);
    return [
      ...missing(baseOf(en), baseOf(pl), "pl"),
      ...missing(baseOf(pl), baseOf(en), "en"),
      ...pluralFaults(namespace, "en", en),
      ...pluralFaults(namespace, "pl", pl),
    ];
  });
  assert.deepEqual(faults, []);
});

test("texts name the same values in every language, and none is empty", () => {
  const faults = namespaces.flatMap((namespace) => {
    const [en, pl] = [keysOf("en", namespace), keysOf("pl", namespace)];
    const values = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}|<\/?\w+\/?>/g))].toSorted().join(" ");
    return [...en].flatMap(([key, text]) => {
      const other = pl.get(key);
      if (text === "" || other === "") return [`${namespace}:${key} is empty`];
      return other !== undefined && values(text) !== values(other) ? [`${namespace}:${key} differs in ${values(text)}`] : [];
    });
  });
  assert.deepEqual(faults, []);
});

test("every text that a screen asks for exists", () => {
  const known = new Map(namespaces.map((namespace) => [namespace, baseOf(keysOf("en", namespace))]));
  let seen = 0;
  const faults = globSync("**/*.{ts,tsx}", { cwd: root }).flatMap((file) => {
    const source = readFileSync(path.join(root, file), "utf8").replace(/^\s*(\*|\/\/|\/\*).*$/gm, "");
    const own = /(?:useTranslation\(|TFunction<)"([\w-]+)"/.exec(source)?.[1] ?? "common";
    const asked = [
      ...source.matchAll(
        /\bt\(\s*(?:\w+ \? |[^"`()]*? \? )?["`]((?:[\w-]+:)?[\w.${}-]+)["`](?:\s*:\s*["`]((?:[\w-]+:)?[\w.-]+)["`])?/g,
      ),
    ];
    const titles = [...source.matchAll(/\btitle: "([\w-]+:[\w.]+)"/g)];
    return [...asked, ...titles]
      .flatMap(([, one, other]) => [one, other])
      .filter((key) => key !== undefined)
      .flatMap((key) => {
        seen += 1;
        const [namespace, name] = key.includes(":") ? (key.split(":") as [string, string]) : [own, key];
        const keys = known.get(namespace);
        const [begin] = name.split("${");
        const found = keys && (begin === name ? keys.has(name) : [...keys].some((one) => one.startsWith(begin!)));
        return found ? [] : [`${file} asks for ${namespace}:${name}`];
      });
  });
  assert.ok(seen > 100, `saw only ${seen} texts asked for`);
  assert.deepEqual(faults, []);
});

/** Keys as the code writes them, with their texts: `problem.title`. */
function keysOf(language: "en" | "pl", namespace: string): Map<string, string> {
  const texts = JSON.parse(readFileSync(path.join(root, "locales", language, `${namespace}.json`), "utf8")) as Texts;
  const keys = new Map<string, string>();
  const walk = (part: Texts, before: string) => {
    for (const [key, value] of Object.entries(part))
      if (typeof value === "string") keys.set(before + key, value);
      else walk(value, `${before}${key}.`);
  };
  walk(texts, "");
  return keys;
}

function baseOf(keys: Map<string, string>): Set<string> {
  return new Set([...keys.keys()].map((key) => key.replace(plural, "")));
}

function pluralFaults(namespace: string, language: "en" | "pl", keys: Map<string, string>): string[] {
  const found = new Map<string, string[]>();
  for (const key of keys.keys()) {
    const form = plural.exec(key)?.[1];
    if (form) found.set(key.replace(plural, ""), [...(found.get(key.replace(plural, "")) ?? []), form]);
  }
  return [...found]
    .filter(([, has]) => has.toSorted().join() !== forms[language].join())
    .map(([key, has]) => `${language}/${namespace}.json has ${key} as ${has.join(", ")}`);
}
