// Members of groups: adding and removing one member in groups of three sizes, and replacing a list of 100,000.
import type { Row } from "../report.ts";
import { urns, type ScimPlace } from "./scim-place.ts";
import { seedMembers } from "./scim-seed.ts";
import { median, percentile } from "../statistics.ts";

const sizes = [100, 10_000, 100_000] as const;
/** The highest ratio of the slowest group's time to the fastest one's. */
const spread_max = 1.3;
const rounds_count = 200;
const warm_up_rounds = 20;
const replaced_count = 100_000;
const replace_s_max = 5;

/** One member is added and removed in each group in turn, so that other load on the machine affects all groups. */
export async function changeMembers(place: ScimPlace): Promise<Row[]> {
  const groups: { id: string; took_ms: number[] }[] = [];
  for (const size of sizes) {
    const id = await createGroup(place, `Group of ${size}`);
    await seedMembers(place.database.superuser, id, size);
    groups.push({ id, took_ms: [] });
  }
  const newcomers = await listPeople(place, sizes.at(-1)!, warm_up_rounds + rounds_count);
  for (const [round, newcomer] of newcomers.entries()) {
    for (const { id, took_ms } of groups) {
      const joined = await patch(place, id, [{ op: "add", path: "members", value: [{ value: newcomer }] }]);
      const left = await patch(place, id, [{ op: "remove", path: `members[value eq "${newcomer}"]` }]);
      if (round >= warm_up_rounds) took_ms.push(joined, left);
    }
  }
  const p95s = groups.map(({ took_ms }) => percentile(took_ms, 95));
  const spread = Math.max(...p95s) / Math.min(...p95s);
  const shown = (values_ms: readonly number[]) => values_ms.map((ms) => ms.toFixed(1)).join(", ");
  return [
    {
      scenario: `SCIM PATCH of one member, groups of ${sizes.map((size) => size.toLocaleString("en-US")).join(", ")}`,
      floor: `${p95s[0]!.toFixed(1)} ms p95 at ${sizes[0]}`,
      ours: `${p95s.at(-1)!.toFixed(1)} ms p95 at ${sizes.at(-1)!.toLocaleString("en-US")}`,
      result: `${shown(p95s)} ms p95; dearest ÷ cheapest ${spread.toFixed(2)}`,
      target: `≤ ${spread_max}`,
      met: spread <= spread_max,
      notes: [
        `${rounds_count} joined and left each group in turn; medians ${shown(groups.map(({ took_ms }) => median(took_ms)))} ms`,
      ],
    },
  ];
}

/** Replaces all members: of an empty group, with one in a hundred changed, and with all changed. */
export async function replaceMembers(place: ScimPlace): Promise<Row[]> {
  const id = await createGroup(place, "Replaced");
  const people = await listPeople(place, 0, 2 * replaced_count);
  const changed = replaced_count / 100;
  const lists = [
    { name: "all of whom join", people: people.slice(0, replaced_count) },
    { name: "1 % of whom are others", people: people.slice(changed, replaced_count + changed) },
    { name: "all of whom are others", people: [...people.slice(0, changed), ...people.slice(replaced_count + changed)] },
  ];
  const rows: Row[] = [];
  let before = 0;
  for (const { name, people: members } of lists) {
    const value = members.map((each) => ({ value: each }));
    const seconds = (await patch(place, id, [{ op: "replace", path: "members", value }])) / 1_000;
    const { members: count, events } = await countAfter(place, id);
    const is_right = count === members.length;
    rows.push({
      scenario: `SCIM replace of ${members.length.toLocaleString("en-US")} members, ${name}`,
      floor: "",
      ours: `${seconds.toFixed(2)} s`,
      result: `${seconds.toFixed(2)} s`,
      target: `≤ ${replace_s_max} s`,
      met: is_right && seconds <= replace_s_max,
      notes: [...(is_right ? [] : [`the group has ${count} members`]), `${(events - before).toLocaleString("en-US")} events`],
    });
    before = events;
  }
  return rows;
}

export async function createGroup(place: ScimPlace, displayName: string): Promise<string> {
  const { body } = await place.call("POST", "/Groups", 201, { schemas: [urns.group], displayName });
  return (body as { id: string }).id;
}

async function patch(place: ScimPlace, id: string, operations: readonly object[]): Promise<number> {
  const { took_ms } = await place.call("PATCH", `/Groups/${id}`, 204, { schemas: [urns.patch], Operations: operations });
  return took_ms;
}

/** Ids of people in the order of their creation. */
export async function listPeople({ database, tenant_id }: ScimPlace, offset: number, count: number): Promise<string[]> {
  const { rows } = await database.superuser.query<{ id: string }>(
    "select id from person where tenant_id = $1 order by created_at, id offset $2 limit $3",
    [tenant_id, offset, count],
  );
  return rows.map(({ id }) => id);
}

async function countAfter({ database }: ScimPlace, group_id: string): Promise<{ members: number; events: number }> {
  const { rows } = await database.superuser.query<{ members: number; events: number }>(
    `select (select count(*)::int from group_member where group_id = $1 and left_at is null) as members,
       (select count(*)::int from event where type like 'group.%' and convert_from(body, 'UTF8')::json -> 'data' -> 'group' ->> 'id' = $1::text)
         as events`,
    [group_id],
  );
  return rows[0]!;
}
