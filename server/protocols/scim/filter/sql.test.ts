import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type pg from "pg";
import { join, part, type Fragment } from "../../../platform/db/sql.ts";
import { caseNorm } from "../../../platform/text.ts";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { common_attributes, type ResourceType } from "../attributes.ts";
import { matches } from "./evaluate.ts";
import { normalForm } from "./normal-form.ts";
import { parseFilter } from "./filter.ts";
import { conditionOf, onceOnly, type Storage } from "./sql.ts";
import { compareSortValues, parseSortBy, sortValueOf } from "./sort.ts";
import { sortKeyOf } from "./sort-sql.ts";
import { groupStorage, userStorage } from "./storage-sql.ts";
import { anyFilter } from "./any.fixture.ts";
import { named, own, site, trials, unit_names, user_type, type Trial } from "./trial.fixture.ts";
import { group_type, training_urn } from "../schemas.ts";
import { places } from "../users/places.ts";

const { users, groups } = trials(20_261);

type Kind = { type: ResourceType; other: ResourceType; storage: Storage; trials: Trial[]; id: Fragment; from: Fragment };

const kinds: Record<"User" | "Group", Kind> = {
  User: {
    type: user_type,
    other: group_type,
    storage: userStorage(site, own),
    trials: users,
    id: part`p.id`,
    from: part`
      person p
      left join scim_resource s on s.tenant_id = p.tenant_id and s.id = p.id
      left join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
      left join contractor c on c.tenant_id = p.tenant_id and c.id = p.contractor_id
      left join person m on m.tenant_id = p.tenant_id and m.id = p.manager_id
      where p.tenant_id = ${site.tenant_id}`,
  },
  Group: {
    type: group_type,
    other: user_type,
    storage: groupStorage(site),
    trials: groups,
    id: part`g.id`,
    from: part`
      person_group g
      left join scim_resource s on s.tenant_id = g.tenant_id and s.id = g.id
      where g.tenant_id = ${site.tenant_id}`,
  },
};

let database: TestDatabase;
let client: pg.PoolClient;

before(async () => {
  database = await openDatabase();
  client = await database.superuser.connect();
  await client.query(tables);
  await fill();
});

after(async () => {
  await client.query("reset search_path");
  client.release();
  await database.close();
});

test("6,000 random filters mean the same in the database and in memory", async () => {
  const all = await compareMany(kinds.User, 80, 50);
  const more = await compareMany(kinds.Group, 40, 50);
  assert.ok(all.filters + more.filters >= 6_000);
  const found = all.found + more.found;
  const passed = all.passed + more.passed;
  assert.ok(found > 10_000 && passed > 10_000, `found ${found}, passed over ${passed}: the trial hardly chose`);
});

test("an attribute that a type lacks is no value in the database and in memory, where both types are asked", async () => {
  await compareMany(kinds.Group, 10, 50, anyFilter(user_type));
  await compareMany(kinds.User, 10, 50, anyFilter(group_type));
});

test("two values wanted of one element are not taken for one", async () => {
  const role_types = textsIn((person) => person["roles"]?.map((role: any) => role?.type));
  const langs = textsIn((person) => person[training_urn]?.langs);
  const pairs = (path: string, sub: string, texts: string[]) =>
    texts.flatMap((one) =>
      texts.map((other) => `${path}[${sub} eq ${JSON.stringify(one)} and ${sub} eq ${JSON.stringify(other)}]`),
    );
  await agree([...pairs("roles", "type", role_types), ...pairs(`${training_urn}:langs`, "value", langs)]);
});

/** Some of the texts that the people have in a list. */
function textsIn(list: (person: Record<string, any>) => unknown): string[] {
  const all = users.flatMap(({ resource: { roles, ...rest } }) => list({ ...rest, roles: Array.isArray(roles) ? roles : [] }));
  const texts = [...new Set(all.filter((text): text is string => typeof text === "string" && text !== ""))];
  assert.ok(texts.length > 2);
  return texts.slice(0, 8);
}

test("wildcards, quotes and escapes of a filter are letters to the database", async () => {
  const words = ["%", "_", "\\", "' or true --", "$1", "a%b", '"'].map((word) => JSON.stringify(word));
  const operators = ["eq", "co", "sw", "ew", "gt"];
  await agree(operators.flatMap((is) => words.map((word) => `userName ${is} ${word} or nickName ${is} ${word}`)));
});

test("whatever people and groups are sorted by, the database orders them as memory does", async () => {
  for (const kind of [kinds.User, kinds.Group]) {
    const resources = new Map(kind.trials.map(({ resource }) => [resource["id"], resource]));
    for (const name of sortableNames(kind.type)) {
      const target = parseSortBy(name, kind.type)!;
      const { text, values } = onceOnly(part`
        select ${kind.id} as id
        from ${kind.from}
        order by ${sortKeyOf(target, kind.storage)}`);
      const { rows } = await client.query<{ id: string }>(text, [...values]);
      assert.equal(rows.length, resources.size);
      const sorted = rows.map(({ id }) => sortValueOf(resources.get(id), target));
      assert.deepEqual(sorted, [...sorted].sort(compareSortValues), name);
    }
  }
  assert.equal(parseSortBy("userName", group_type, { others: [user_type] }), null);
  assert.equal(sortKeyOf(null, kinds.Group.storage).parts.join(), "null::text");
});

/** Names of all single-valued attributes, and of lists that have an order. */
function sortableNames({ core, extensions }: ResourceType): string[] {
  const own_names = [...common_attributes, ...core.attributes].map((attribute) => ({ attribute, name: attribute.name }));
  const more = extensions.flatMap(({ id, attributes }) =>
    attributes.map((attribute) => ({ attribute, name: `${id}:${attribute.name}` })),
  );
  return [...own_names, ...more].flatMap(({ attribute, name }) => {
    if (attribute.returned === "never") return [];
    if (attribute.name === "groups" || attribute.name === "members") return [`${name}.value`];
    return attribute.subAttributes ? attribute.subAttributes.map((sub) => `${name}.${sub.name}`) : [name];
  });
}

test("the text of a statement tells nothing of the values, so that it is no place to write SQL", () => {
  const textOf = (filter: string) => onceOnly(conditionOf(parseFilter(filter, user_type), userStorage(site, own))).text;
  for (const shape of [
    "userName eq X",
    "emails[type eq X and value co X]",
    "roles.value sw X",
    `${training_urn}:shift ew X`,
    "nickName gt X",
  ]) {
    assert.equal(textOf(shape.replaceAll("X", '"a"')), textOf(shape.replaceAll("X", '"\'); drop table person; --"')));
  }
});

/** Checks that the database and the evaluation in memory find the same people by each of the filters. */
async function agree(texts: string[]): Promise<void> {
  const filters = texts.map((text) => parseFilter(text, user_type));
  const conditions = filters.map((filter) => conditionOf(filter, kinds.User.storage));
  const answers = await answersOf(kinds.User, conditions);
  for (const { resource } of users) {
    const expected = filters.map((filter) => matches(filter, resource));
    assert.deepEqual(answers.get(resource["id"]), expected, JSON.stringify(resource));
  }
}

/** Compares `batches` statements of `size` filters each. */
async function compareMany(kind: Kind, batches: number, size: number, filters = anyFilter(kind.type)) {
  const counts = { filters: 0, found: 0, passed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(filters, { minLength: size, maxLength: size }), async (texts) => {
      const parsed = texts.map((text) => parseFilter(text, kind.type, { others: [kind.other] }));
      const conditions = parsed.map((filter) => conditionOf(filter, kind.storage));
      const answers = await answersOf(kind, conditions);
      assert.equal(answers.size, kind.trials.length);
      counts.filters += texts.length;
      for (const { resource } of kind.trials) {
        parsed.forEach((filter, index) => {
          const expected = matches(filter, resource);
          counts[expected ? "found" : "passed"] += 1;
          if (answers.get(resource["id"])![index] !== expected) {
            assert.fail(`memory says ${expected}: ${texts[index]} for ${JSON.stringify(resource)}`);
          }
        });
      }
    }),
    { numRuns: batches },
  );
  return counts;
}

/** For each resource, which of the conditions it meets. */
async function answersOf({ id, from }: Kind, conditions: Fragment[]): Promise<Map<string, boolean[]>> {
  const hits = join(
    conditions.map((condition) => part`${condition} is true`),
    ", ",
  );
  const { text, values } = onceOnly(part`select ${id} as id, array[${hits}] as hits from ${from}`);
  const { rows } = await client.query<{ id: string; hits: boolean[] }>(text, [...values]);
  return new Map(rows.map((row) => [row.id, row.hits]));
}

const tables = `
  create schema scim_trial;
  set search_path = scim_trial;
  ${["department", "contractor", "person", "person_group", "group_member", "scim_resource", "scim_email"]
    .map((name) => `create table ${name} as table public.${name} with no data`)
    .join(";\n")}`;

async function fill(): Promise<void> {
  const units = unit_names.map((name, index) => ({ id: named(3, index), name_case: caseNorm(name) }));
  await insert("department", units);
  await insert("contractor", units);
  await insert("person", users.map(personRow));
  await insert("person_group", groups.map(groupRow));
  await insert("scim_resource", [...users.map(sentRow(user_type)), ...groups.map(sentRow(group_type))].flat());
  await insert("group_member", users.flatMap(memberRows));
  await insert("scim_email", users.flatMap(emailRows));
}

function personRow(trial: Trial) {
  const normal: Record<string, any> = normalForm(trial.resource, user_type);
  const placed = places.map(({ field, norm, holder, member }) => [
    norm ? `${field}_norm` : field,
    (holder === null ? normal : normal[holder])?.[member],
  ]);
  const { workerType, contractorId } = normal[training_urn] ?? {};
  return {
    id: trial.resource["id"],
    login_norm: normal["userName"],
    ...Object.fromEntries(placed),
    state: normal["active"] ? "active" : "suspended",
    email_norm: normal["emails"]?.find((email: any) => email.value)?.value,
    external_id: normal["externalId"],
    worker_type: workerType,
    department_id: trial.sent || trial.unit === null ? null : named(3, trial.unit),
    contractor_id: contractorId,
    attributes: trial.resource[training_urn] ?? {},
    ...metaColumns(trial),
  };
}

function groupRow(trial: Trial) {
  const { id, externalId, displayName } = trial.resource;
  return { id, external_id: externalId, name_case: caseNorm(displayName), ...metaColumns(trial) };
}

function metaColumns({ version, created, changed }: Trial) {
  const exact = (micros: number) => Temporal.Instant.fromEpochNanoseconds(BigInt(micros) * 1_000n).toString();
  return { version, created_at: exact(created), updated_at: exact(changed) };
}

function sentRow(type: ResourceType) {
  return ({ resource, sent }: Trial) => (sent ? [{ id: resource["id"], normal: normalForm(resource, type) }] : []);
}

/** Includes a person who has left every group again. */
function memberRows(user: Trial) {
  return groups.map((group, index) => ({
    group_id: group.resource["id"],
    person_id: user.resource["id"],
    left_at: user.groups.includes(index) ? null : "2026-01-01T00:00:00Z",
  }));
}

function emailRows({ resource, sent }: Trial) {
  const { emails = [] } = normalForm(resource, user_type) as { emails?: { value?: string }[] };
  return sent
    ? emails.flatMap(({ value }) => (value === undefined ? [] : [{ person_id: resource["id"], value_norm: value }]))
    : [];
}

async function insert(table: string, rows: object[]): Promise<void> {
  const owned = rows.map((row) => ({ tenant_id: site.tenant_id, ...row }));
  await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [JSON.stringify(owned)]);
}
