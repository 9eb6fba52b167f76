import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { optional_fields } from "../../../panel/src/api/person-fields.ts";
import { fillTexts } from "../../../panel/src/app/fill-texts.ts";
import { language_names, languages, type Language } from "../../../panel/src/app/languages.ts";
import { severity_order } from "../../../server/features/compliance/flag/status.ts";
import { language_names as server_names, languages as server_languages } from "../../../server/platform/languages.ts";

const root = path.join(import.meta.dirname, "..", "..", "..", "panel", "src");
type Texts = { [key: string]: string | Texts };

const plural = /_(zero|one|two|few|many|other)$/;
/** The plural forms that each language needs. */
const formsOf = (language: Language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();

const namespaces = globSync("locales/en/*.json", { cwd: root }).map((file) => path.basename(file, ".json"));
const others = languages.filter((language) => language !== "en");

/** Texts that only English and Polish have, as listed by scripts/untranslated.ts; the other languages show English. */
const untranslated = new Set(
  JSON.parse(readFileSync(path.join(import.meta.dirname, "untranslated.json"), "utf8")) as readonly string[],
);
const mayLack = (language: Language, namespace: string, key: string) =>
  language !== "pl" && untranslated.has(`${namespace}:${key}`);

test("server and panel speak the same languages", () => {
  assert.deepEqual(languages, server_languages);
  assert.deepEqual(language_names, server_names);
  assert.deepEqual(
    globSync("locales/*", { cwd: root })
      .map((folder) => path.basename(folder))
      .toSorted(),
    languages.toSorted(),
  );
});

test("every text is there in every language, with the plurals that the language asks for", () => {
  assert.ok(namespaces.length > 3, "saw hardly any texts");
  const faults = languages.flatMap((language) => {
    const files = globSync(`locales/${language}/*.json`, { cwd: root }).map((file) => path.basename(file, ".json"));
    return [
      ...files.filter((file) => !namespaces.includes(file)).map((file) => `${language}/${file}.json is of no namespace`),
      ...namespaces.flatMap((namespace) => {
        const [en, own] = [baseOf(keysOf("en", namespace)), keysOf(language, namespace)];
        const has = baseOf(own);
        return [
          ...[...en]
            .filter((key) => !has.has(key) && !mayLack(language, namespace, key))
            .map(
              (key) =>
                `${language}/${namespace}.json lacks ${key}: translate it, or run \`npm run generate\`, which lists it in untranslated.json`,
            ),
          ...[...has].filter((key) => !en.has(key)).map((key) => `${language}/${namespace}.json has ${key}, which English lacks`),
          ...pluralFaults(namespace, language, own),
        ];
      }),
    ];
  });
  assert.deepEqual(faults, []);
});

test("what is listed as not translated is not", () => {
  const known = new Set(
    namespaces.flatMap((namespace) => {
      const has = others.map((language) => baseOf(keysOf(language, namespace)));
      return [...baseOf(keysOf("en", namespace))]
        .filter((key) => has.some((keys) => !keys.has(key)))
        .map((key) => `${namespace}:${key}`);
    }),
  );
  assert.deepEqual(
    [...untranslated].filter((key) => !known.has(key)),
    [],
  );
});

test("texts name the same values in every language, and none is empty", () => {
  const values = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}|<\/?\w+\/?>/g))].toSorted().join(" ");
  const faults = namespaces.flatMap((namespace) => {
    const en = keysOf("en", namespace);
    return languages.flatMap((language) =>
      [...keysOf(language, namespace)].flatMap(([key, text]) => {
        if (text === "") return [`${language}/${namespace}:${key} is empty`];
        // The singular may omit the number, as in English, where the form is used for the number 1 only.
        const english = [en.get(key), en.get(key.replace(plural, "_other"))].filter((one) => one !== undefined);
        return english.some((one) => values(one) === values(text))
          ? []
          : [`${language}/${namespace}:${key} differs in ${values(text)}`];
      }),
    );
  });
  assert.deepEqual(faults, []);
});

test("a text that a language lacks is English in its file, in the plurals of the language", () => {
  const english = { one: "One", part: { day_one: "{{count}} day", day_other: "{{count}} days" } };
  assert.deepEqual(fillTexts({ one: "Один" }, english, "uk"), {
    one: "Один",
    part: { day_few: "{{count}} days", day_many: "{{count}} days", day_one: "{{count}} day", day_other: "{{count}} days" },
  });
  assert.deepEqual(fillTexts({ part: { day_one: "{{count}} Tag", day_other: "{{count}} Tage" } }, english, "de"), {
    one: "One",
    part: { day_one: "{{count}} Tag", day_other: "{{count}} Tage" },
  });
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

/** Keys that screens compose, of which the test above sees only the beginning. */
const computed: readonly string[] = [
  ...optional_fields.map(({ name }) => `person.${name}`),
  ...severity_order.flatMap((flag) => [`flag.${flag}`, `flag_letter.${flag}`]),
];

test("each optional field of a person and each compliance flag has a name", () => {
  const known = keysOf("en", "common");
  assert.deepEqual(
    computed.filter((key) => !known.has(key)),
    [],
    "add it to panel/src/locales/en/common.json",
  );
});

/** Keys as the code writes them, with their texts: `problem.title`. */
function keysOf(language: Language, namespace: string): Map<string, string> {
  const file = path.join(root, "locales", language, `${namespace}.json`);
  const texts = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Texts) : {};
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

function pluralFaults(namespace: string, language: Language, keys: Map<string, string>): string[] {
  const found = new Map<string, string[]>();
  for (const key of keys.keys()) {
    const form = plural.exec(key)?.[1];
    if (form) found.set(key.replace(plural, ""), [...(found.get(key.replace(plural, "")) ?? []), form]);
  }
  return [...found]
    .filter(([, has]) => has.toSorted().join() !== formsOf(language).join())
    .map(([key, has]) => `${language}/${namespace}.json has ${key} as ${has.join(", ")}`);
}
