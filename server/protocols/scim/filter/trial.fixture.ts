// Random people and groups as SCIM shows them, to compare filters in the database with filters in memory. There are only few
// texts, so that filters match often, and they are difficult to compare, so that errors show.
import fc from "fast-check";
import type { Attribute } from "../attributes.ts";
import type { OwnAttribute } from "../schemas.ts";
import { group_type, training_urn, user_schemas, userType } from "../schemas.ts";
import { enterprise_schema } from "../schemas-user.ts";
import { places } from "../users/places.ts";

export const own: OwnAttribute[] = [
  { key: "shift", type: "string" },
  { key: "level", type: "number" },
  { key: "fit", type: "boolean" },
  { key: "langs", type: "string_array" },
];

export const user_type = userType(own);

export const site = {
  tenant_id: "019a0000-0000-7000-8000-000000000000",
  users_url: "https://muster.example/scim/v2/ACME/Users/",
  groups_url: "https://muster.example/scim/v2/ACME/Groups/",
};

const words = [
  "work",
  "Home",
  "Łukasz",
  "łUKASZ",
  "a%b",
  "A_b",
  "a\\b",
  "100%",
  "'; --",
  "ΣΑΣ",
  "σας",
  "İ",
  "i̇",
  "J̌",
  "ǰ",
  "😀",
  "\uFFFD",
];
const more_words = [
  "Z",
  "a",
  "é",
  "e\u0301",
  "É",
  '"',
  "\n",
  " ",
  "K",
  "k",
  "true",
  "5",
  "__proto__",
  "x".repeat(300),
  "\u{10FFFF}",
];
export const named = (kind: number, index: number) => `019a0000-000${kind}-7000-8000-${String(index).padStart(12, "0")}`;
const [people_count, groups_count, units_count] = [36, 10, 3];
export const unit_names = ["Logistyka Północ", "łukasz", "WORK"];

export const word = fc.oneof(fc.constantFrom(...words.slice(0, 6)), fc.constantFrom(...words, ...more_words));
export const number = fc.constantFrom(0, -0, 1, 1.5, -2, 1e21, 0.1, 1e-7, 123456789012345680000);
const rarely = fc.constantFrom<unknown>("", "", "", "", null, 5, "true", [], {}, ["work"], { value: "work" });
export const instants = [0, 1, 1.001, 1.5, 1.999, 2, 999, 1_000, 86_400_000].map((ms) => Date.UTC(2026, 0, 28) + ms);

/** Any value of an attribute, sometimes an invalid one. */
function valueOf(attribute: Attribute): fc.Arbitrary<unknown> {
  const one = oneOf(attribute);
  const right = attribute.multiValued ? fc.array(fc.oneof({ weight: 9, arbitrary: one }, rarely), { maxLength: 3 }) : one;
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: rarely });
}

function oneOf({ type, subAttributes = [] }: Attribute): fc.Arbitrary<unknown> {
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "decimal") return number;
  return type === "complex" ? membersOf(subAttributes) : word;
}

function membersOf(attributes: readonly Attribute[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(attributes.map((attribute) => [attribute.name, valueOf(attribute)])), { requiredKeys: [] });
}

const instant = fc
  .constantFrom(...instants)
  .map((ms) => ({ micros: Math.round(ms * 1_000), shown: new Date(Math.floor(ms)).toISOString() }));
const unit = fc.option(fc.nat(units_count - 1));

const any_person = fc.record({
  sent: fc.boolean(),
  core: membersOf(user_type.core.attributes),
  external_id: fc.option(word),
  enterprise: membersOf(enterprise_schema.attributes),
  training: membersOf(user_type.extensions[1]!.attributes),
  email: fc.option(word),
  active: fc.boolean(),
  unit,
  contractor: unit,
  created: instant,
  changed: instant,
  groups: fc.subarray([...Array(groups_count).keys()]),
});

export type Resource = Record<string, any>;
export type Trial = {
  resource: Resource;
  sent: boolean;
  version: number;
  created: number;
  changed: number;
  unit: number | null;
  groups: number[];
};

/** People and groups; `sent`: whether there is a row of scim_resource besides the platform's own data. */
export function trials(seed: number): { users: Trial[]; groups: Trial[] } {
  const drawn = fc.sample(any_person, { numRuns: people_count, seed });
  const users = drawn.map((person, index): Trial => {
    const version = person.sent ? index : 0;
    const meta = metaOf("User", site.users_url + named(1, index), version, person.created.shown, person.changed.shown);
    const resource = person.sent ? sentPerson(person, index) : knownPerson(person, index);
    return {
      ...person,
      resource: { ...resource, meta },
      version,
      created: person.created.micros,
      changed: person.changed.micros,
    };
  });
  const groups = fc.sample(fc.tuple(fc.boolean(), word, fc.option(word), instant, instant), { numRuns: groups_count, seed });
  const shown = groups.map(([sent, displayName, externalId, created, changed], index): Trial => {
    const version = sent ? index : 0;
    const meta = metaOf("Group", site.groups_url + named(2, index), version, created.shown, changed.shown);
    const resource = { schemas: [group_type.core.id], id: named(2, index), externalId, displayName, meta };
    return { resource, sent, version, created: created.micros, changed: changed.micros, unit: null, groups: [] };
  });
  join(users, shown);
  return { users, groups: shown };
}

type Drawn = typeof any_person extends fc.Arbitrary<infer T> ? T : never;

function sentPerson({ core, enterprise, training, external_id, active, contractor }: Drawn, index: number): Resource {
  const given = training["contractorName"];
  const known = contractor === null ? null : unit_names[contractor];
  const contractorName = typeof given === "string" && given !== "" ? given : known;
  const ours = { ...training, contractorId: contractor === null ? null : named(3, contractor), contractorName };
  const schemas = [user_type.core.id, training_urn];
  const userName = `${String(core["userName"])}${index}`;
  return {
    ...core,
    schemas,
    id: named(1, index),
    externalId: external_id,
    userName,
    active,
    [enterprise_schema.id]: enterprise,
    [training_urn]: ours,
  };
}

function knownPerson(person: Drawn, index: number): Resource {
  const sent = sentPerson(person, index);
  const known: Resource = {};
  for (const { holder, member } of places) {
    if (holder === null) known[member] = sent[member];
    else known[holder] = { ...known[holder], [member]: sent[holder]?.[member] };
  }
  const contractorName = person.contractor === null ? null : unit_names[person.contractor];
  const department = person.unit === null ? null : unit_names[person.unit];
  return {
    schemas: user_schemas,
    id: sent["id"],
    externalId: sent["externalId"],
    userName: sent["userName"],
    active: sent["active"],
    emails: person.email === null ? [] : [{ value: person.email, type: "work", primary: true }],
    ...known,
    [enterprise_schema.id]: { ...known[enterprise_schema.id], department },
    [training_urn]: { ...sent[training_urn], contractorName },
  };
}

function metaOf(resourceType: string, location: string, version: number, created: string, lastModified: string) {
  return { resourceType, location, version: `W/"${version}"`, created, lastModified };
}

/** Adds each membership to both the person and the group. */
function join(users: Trial[], groups: Trial[]): void {
  for (const group of groups) group.resource["members"] = [];
  for (const user of users) {
    const { id, name } = user.resource;
    const display = [name?.givenName, name?.familyName].filter((text) => typeof text === "string" && text !== "").join(" ");
    user.resource["groups"] = user.groups.map((index) => {
      const group = groups[index]!.resource;
      group["members"].push({ value: id, $ref: site.users_url + id, type: "User", display });
      return { value: group["id"], $ref: site.groups_url + group["id"], display: group["displayName"], type: "direct" };
    });
  }
}
