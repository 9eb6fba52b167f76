// Random filters about the people and groups of trial.fixture.ts.
import fc from "fast-check";
import { common_attributes, type Attribute, type ResourceType } from "../attributes.ts";
import { instants, named, number, site, user_type, word } from "./trial.fixture.ts";
import { group_type, training_urn } from "../schemas.ts";

const ids = fc.constantFrom(
  ...[1, 2, 3].flatMap((kind) => [0, 1, 2].map((index) => named(kind, index))),
  "019A",
  named(1, 9).toUpperCase(),
);
const urls = fc.constantFrom(
  site.users_url,
  site.users_url + named(1, 1),
  site.groups_url + named(2, 0),
  "User",
  "direct",
  'W/"3"',
  'W/"',
);
const schema_urns = fc.constantFrom(user_type.core.id, group_type.core.id, training_urn);
const piece = fc.tuple(fc.oneof(word, word, ids, urls, schema_urns), fc.nat(3), fc.nat(3)).map(([text, from, cut]) => {
  const points = Array.from(text); // half a surrogate pair is refused
  return points.slice(Math.min(from, points.length - 1), cut === 0 ? undefined : from + cut).join("");
});
const dates = fc
  .tuple(
    fc.constantFrom(...instants, Date.UTC(1, 0, 1), Date.UTC(9999, 11, 31, 23, 59, 59, 999)),
    fc.constantFrom("Z", "1Z", "000Z", "0001Z"),
  )
  .map(([ms, end]) => new Date(ms).toISOString().replace("Z", end).replace(/^1901/, "0001"));
const day = fc.constantFrom("2026-01-28T01:00:00+01:00", "2026-01-27T23:59:59.9999999-00:00", "2026-01-28T00:00:00");

function literalOf({ type }: Attribute): fc.Arbitrary<string> {
  if (type === "boolean") return fc.constantFrom("true", "false", "null");
  if (type === "integer" || type === "decimal")
    return fc.oneof(number.map(String), fc.constantFrom("-0.0", "15e-1", "1E21", "null"));
  if (type === "dateTime") return fc.oneof(dates, day).map((text) => JSON.stringify(text));
  const texts = fc.oneof({ weight: 4, arbitrary: fc.oneof(word, piece) }, ids, urls, fc.constant(""));
  return texts.map((text) => JSON.stringify(text));
}

function operatorsOf({ type }: Attribute): string[] {
  if (type === "boolean" || type === "binary") return ["eq", "ne"];
  const ordered = ["eq", "eq", "ne", "gt", "ge", "lt", "le"];
  return type === "string" || type === "reference" ? [...ordered, "co", "sw", "ew", "co", "sw", "ew"] : ordered;
}

const letters = fc.constantFrom(
  (text: string) => text,
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
);

function conditionOn(name: string, attribute: Attribute): fc.Arbitrary<string> {
  const present = letters.map((write) => `${write(name)} ${write("pr")}`);
  const subs = attribute.subAttributes ?? [];
  const leaf = attribute.type === "complex" ? subs.find((sub) => sub.name === "value") : attribute;
  if (!leaf) return present;
  const compared = fc
    .tuple(letters, fc.constantFrom(...operatorsOf(leaf)), literalOf(leaf))
    .map(([write, operator, literal]) =>
      literal === "null" && !/^(eq|ne)$/.test(operator) ? `${name} ne null` : `${write(name)} ${write(operator)} ${literal}`,
    );
  return fc.oneof({ weight: 8, arbitrary: compared }, { weight: 1, arbitrary: present });
}

function combined(leaf: fc.Arbitrary<string>, depth: number): fc.Arbitrary<string> {
  if (depth === 0) return leaf;
  const inner = combined(leaf, depth - 1);
  const chain = fc
    .tuple(fc.array(inner, { minLength: 2, maxLength: 3 }), fc.constantFrom(" and ", " or ", " AND "))
    .map(([of, word]) => of.join(word));
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    chain,
    inner.map((of) => `not (${of})`),
    inner.map((of) => `(${of})`),
  );
}

/** Attributes that are stored in columns and rows are drawn more often. */
const promoted = /^(schemas|id|externalId|meta|userName|active|emails|groups|members|displayName)$|:(shift|level|fit|langs)$/;

/** Any filter that is valid for a resource type. */
export function anyFilter(type: ResourceType): fc.Arbitrary<string> {
  const places: [string, Attribute][] = [
    ...[...common_attributes, ...type.core.attributes].map((attribute): [string, Attribute] => [attribute.name, attribute]),
    ...type.extensions.flatMap(({ id, attributes }) =>
      attributes.map((attribute): [string, Attribute] => [`${id}:${attribute.name}`, attribute]),
    ),
  ];
  const leaves = places
    .filter(([, attribute]) => attribute.returned !== "never")
    .map(([name, attribute]) => ({ weight: promoted.test(name) ? 4 : 1, arbitrary: leafOn(name, attribute) }));
  return combined(fc.oneof(...leaves), 3);
}

function leafOn(name: string, attribute: Attribute): fc.Arbitrary<string> {
  const subs = attribute.subAttributes ?? [];
  return fc.oneof(
    conditionOn(name, attribute),
    ...subs.map((sub) => conditionOn(`${name}.${sub.name}`, sub)),
    ...(subs.length > 0 || attribute.multiValued ? [elementOf(name, attribute)] : []),
  );
}

function elementOf(name: string, attribute: Attribute): fc.Arbitrary<string> {
  const subs = attribute.subAttributes ?? [{ ...attribute, name: "value", multiValued: false }];
  const inner = fc.oneof(...subs.map((sub) => conditionOn(sub.name, sub)));
  return combined(inner, 2).map((of) => `${name}[${of}]`);
}
