// Entra's initial cycle against a running server. Each person is searched and created, then managers are set. Then each group is
// searched, created or linked, and its members are added in batches, with several concurrent requests. Afterwards the database
// must contain each person once, in the right groups, with one event each.
import assert from "node:assert/strict";
import type { TestDatabase } from "../../harness/database.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { filtered, scimOf, urns, type Scim } from "../../harness/scim.ts";

export type CycleSize = { people: number; groups: number };

const under_way_max = 12;
/** The number of members that one PATCH adds. */
const batch_size = 25;
/** The number of groups of each person. */
const groups_each = 3;
const manager_every = 10;
/** The first groups exist already, managed by hand, with a course. */
const linked_count = 2;
const extension = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** Configured as the guide for Entra says, with an identity provider's rate limits raised for the test. */
export async function createEntraOrganisation(database: TestDatabase) {
  const rate = { per_minute: 1_000_000, burst: 1_000_000, per_day: 100_000_000 };
  return createOrganisation(database, {
    contract: { rate },
    departments: [{ code: "OPS", name: "Operations" }],
    courses: [
      { code: "WELCOME", title: "Welcome", default_due_days: 14 },
      { code: "GROUP", title: "For members", default_due_days: 14 },
    ],
    rules: [{ name: "Everybody in operations", when: { department: "OPS" }, assign: ["WELCOME"] }],
    groups: Array.from({ length: linked_count }, (_, place) => ({
      code: `LINKED-${place}`,
      name: groupName(place),
      kind: "manual" as const,
      courses: ["GROUP"],
    })),
    clients: [{ name: "Entra ID", scopes: ["scim"], scim_profile: "entra", rate }],
  });
}

/** Sends the whole cycle; every answer must be the expected one. */
export async function runCycle(scim: Scim, { people, groups }: CycleSize): Promise<void> {
  const faults: string[] = [];
  const send = async (expected: number, method: string, path: string, body?: object) => {
    const reply = await scim.call(method, path, body === undefined ? {} : { body });
    if (reply.status !== expected) faults.push(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
    return reply.body;
  };
  const patch = (path: string, ...operations: object[]) =>
    send(204, "PATCH", path, { schemas: [urns.patch], Operations: operations });

  const connection = await send(200, "GET", filtered("/Users", 'userName eq "b1b1f9c8-34f5-4a0c-9b39-8a4f6d9b3c11"'));
  assert.equal(connection?.totalResults, 0, "Test Connection finds no user");

  const ids: string[] = [];
  await atOnce(people, async (place) => {
    const found = await send(200, "GET", filtered("/Users", `userName eq "${loginOf(place)}"`));
    if (found?.totalResults !== 0) faults.push(`${loginOf(place)} was there before`);
    ids[place] = (await send(201, "POST", "/Users", personOf(place)))?.id as string;
  });
  const managed = managedIn({ people });
  await atOnce(managed.length, async (turn) => {
    const place = managed[turn]!;
    await patch(`/Users/${ids[place]}`, { op: "Add", path: `${extension}:manager`, value: ids[place - 1] });
  });

  const members = membersOf({ people, groups });
  await atOnce(groups, async (place) => {
    const found = await send(
      200,
      "GET",
      filtered("/Groups", `displayName eq "${groupName(place)}"`, "&excludedAttributes=members"),
    );
    const standing = found?.Resources?.[0]?.id as string | undefined;
    if ((standing !== undefined) !== place < linked_count)
      faults.push(`${groupName(place)} was found ${found?.totalResults} times`);
    const created = standing ? undefined : await send(201, "POST", "/Groups", groupOf(place));
    const path = `/Groups/${standing ?? created?.id}`;
    if (standing) await patch(path, { op: "Add", path: "externalId", value: `group-${place}` });
    const wanted = members[place]!;
    for (let first = 0; first < wanted.length; first += batch_size) {
      const value = wanted.slice(first, first + batch_size).map((member) => ({ $ref: null, value: ids[member] }));
      await patch(path, { op: "Add", path: "members", value });
    }
    const probe = ids[wanted[0]!]!;
    const asked = filtered("/Groups", `id eq "${path.slice(8)}" and members eq "${probe}"`, "&attributes=id");
    if ((await send(200, "GET", asked))?.totalResults !== 1) faults.push(`${groupName(place)} is not found by its member`);
  });
  assert.deepEqual(faults.slice(0, 5), [], `${faults.length} answers were not as expected`);
}

/** Compares the database with what was sent. */
export async function checkCycle({ superuser }: TestDatabase, size: CycleSize): Promise<void> {
  const rows = async (text: string) => (await superuser.query<Record<string, any>>(text)).rows;
  const logins = (await rows("select login from person order by login")).map(({ login }) => login as string);
  assert.deepEqual(logins, Array.from({ length: size.people }, (_, place) => loginOf(place)).toSorted(), "everybody, once");

  const stored = await rows(
    `select g.name, p.login
     from group_member m
     join person_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
     join person p on p.tenant_id = m.tenant_id and p.id = m.person_id
     where m.left_at is null`,
  );
  const expected = membersOf(size).flatMap((members, group) =>
    members.map((place) => JSON.stringify([groupName(group), loginOf(place)])),
  );
  const found = stored.map(({ name, login }) => JSON.stringify([name, login]));
  assert.deepEqual(found.toSorted(), expected.toSorted(), "every membership, and no other");

  const told = await rows(
    `select e.type, e.data -> 'group' ->> 'name' as name, p.login, e.data -> 'course' ->> 'code' as course
     from (select type, convert_from(body, 'UTF8')::json -> 'data' as data from event) e
     join person p on p.id = (e.data -> 'user' ->> 'id')::uuid`,
  );
  const joined = told
    .filter(({ type }) => type === "group.member_joined")
    .map(({ name, login }) => JSON.stringify([name, login]));
  assert.deepEqual(joined.toSorted(), expected.toSorted(), "group.member_joined for each membership, once");

  const enrolled = await rows(
    `select p.login, c.code as course
     from enrollment e
     join person p on p.tenant_id = e.tenant_id and p.id = e.person_id
     join course c on c.tenant_id = e.tenant_id and c.id = e.course_id`,
  );
  const pairOf = ({ login, course }: Record<string, any>) => JSON.stringify([login, course]);
  const assigned = assignedIn(size);
  assert.deepEqual(enrolled.map(pairOf).toSorted(), assigned, "courses of the rule and of the linked groups");
  const assigned_events = told.filter(({ type }) => type === "enrollment.assigned").map(pairOf);
  assert.deepEqual(assigned_events.toSorted(), assigned, "enrollment.assigned for each enrollment, once");
  const created = told.filter(({ type }) => type === "user.created").map(({ login }) => login as string);
  assert.deepEqual(created.toSorted(), logins.toSorted(), "user.created for each person, once");
  const updated = told.filter(({ type }) => type === "user.updated").map(({ login }) => login as string);
  assert.deepEqual(updated.toSorted(), managedIn(size).map(loginOf).toSorted(), "user.updated for who got a manager, once");
  assert.equal(told.length, joined.length + assigned_events.length + created.length + updated.length, "and nothing else is told");
  const [log] = await rows("select count(*) filter (where status >= 400)::int as refused from scim_exchange");
  assert.equal(log!["refused"], 0, "the sync log knows of no refusal");
}

export function entraOf(
  server: { url: string },
  organisation: { code: string; clients: Record<string, { secret: string }> },
): Scim {
  return scimOf(server, organisation.code, organisation.clients["Entra ID"]!.secret);
}

/** The pairs of person and course that follow from the rule and from the linked groups. */
function assignedIn(size: CycleSize): string[] {
  const linked = new Set(membersOf(size).slice(0, linked_count).flat());
  return [
    ...Array.from({ length: size.people }, (_, place) => JSON.stringify([loginOf(place), "WELCOME"])),
    ...[...linked].map((place) => JSON.stringify([loginOf(place), "GROUP"])),
  ].toSorted();
}

/** The people who get a manager: the person before them. */
function managedIn({ people }: Pick<CycleSize, "people">): number[] {
  return Array.from({ length: Math.floor(people / manager_every) }, (_, tenth) => tenth * manager_every + 1);
}

/** The members of each group: neighbours, and people from the whole list. */
function membersOf({ people, groups }: CycleSize): number[][] {
  const members = Array.from({ length: groups }, () => new Set<number>());
  for (let place = 0; place < people; place += 1) {
    for (let each = 0; each < groups_each; each += 1) members[(place * (each * 7 + 1) + each) % groups]!.add(place);
  }
  return members.map((some) => [...some]);
}

async function atOnce(count: number, one: (place: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let place = next++; place < count; place = next++) await one(place);
  };
  await Promise.all(Array.from({ length: under_way_max }, work));
}

function loginOf(place: number): string {
  return `person.${place}@entra.example`;
}

function groupName(place: number): string {
  return `Team ${place}`;
}

function groupOf(place: number): object {
  return {
    schemas: [urns.group, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
    externalId: `group-${place}`,
    displayName: groupName(place),
    meta: { resourceType: "Group" },
  };
}

function personOf(place: number): object {
  const login = loginOf(place);
  return {
    schemas: [urns.user, extension],
    externalId: `object-${place}`,
    userName: login,
    active: "True",
    displayName: `Anna Number ${place}`,
    emails: [{ primary: true, type: "work", value: login }],
    meta: { resourceType: "User" },
    name: { formatted: `Anna Number ${place}`, familyName: `Number ${place}`, givenName: "Anna" },
    roles: [],
    title: "Operator",
    [extension]: { employeeNumber: `E${place}`, department: "Operations" },
  };
}
