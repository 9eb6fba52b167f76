// Members of a provider's group come and go, up to all 100,000 at once. A statement moves some of them, writes their events and returns
// whom it has moved; the program prepares the next one meanwhile.
import { setImmediate } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { ask, type Asking } from "./ask.ts";
import { membershipEventsOf } from "./events.ts";
import { insertMembers, listMembers, updateMembersLeft, type ProvisionedGroup } from "./provisioned-sql.ts";
import { lockCandidates } from "./sql.ts";

/** What becomes of the members: some join and leave, or all are replaced. Ids of people that the provider can see. */
export type MemberChange = { add: readonly string[]; remove: readonly string[]; replace: readonly string[] | null };

/** Ids of those who came and went. */
export type Moved = { joined: readonly string[]; left: readonly string[] };

/** `missing`: who were to join and are not there. */
export type Provisioned = Moved & { missing: readonly string[] };

/** People moved by one statement: a statement has 5 seconds. */
const moved_max = 10_000;
/** Courses are assigned and ended for so many members at a time. */
const asked_max = 1_000;

/** Some who have joined, or who have left, of those who were named; and the courses of those of whom the group asks some. */
type Move = {
  to: "joined" | "left";
  named: readonly string[];
  ids: readonly string[];
  courses: Readonly<Record<string, readonly string[]>>;
};
type Asked = { to: "joined" | "left"; person_id: string; course_ids: readonly string[] };

/** Changes the members of a group, emits their events, and assigns and ends the group's courses. */
export async function provisionMembers(
  db: Db,
  context: Context,
  group: ProvisionedGroup,
  change: MemberChange,
): Promise<Provisioned> {
  const { add, remove, replace } = change;
  const batch_id = replace !== null || add.length + remove.length > 1 ? newId() : null;
  const moved = { joined: [] as string[], left: [] as string[] };
  const missing: string[] = [];
  const asked: Asked[] = [];
  const take = ({ to, named, ids, courses }: Move) => {
    moved[to].push(...ids);
    asked.push(...Object.entries(courses).map(([person_id, course_ids]) => ({ to, person_id, course_ids })));
    if (replace === null || to === "left" || ids.length === named.length) return;
    const joined = new Set(ids);
    missing.push(...named.filter((id) => !joined.has(id)));
  };
  let before: Promise<Move> | null = null;
  for (const move of await statementsOf(db, context, group, change, batch_id)) {
    // In a packet of its own: the answers to one packet arrive together.
    await setImmediate();
    const moving = move();
    // It fails when the one before does, which is thrown.
    moving.catch(() => undefined);
    if (before !== null) take(await before);
    before = moving;
  }
  if (before !== null) take(await before);
  await askOf(db, context, { ...group, source: "group" }, asked, batch_id);
  return { ...moved, missing };
}

/** The statements that move people, to be run one after the other. */
async function statementsOf(
  db: Db,
  context: Context,
  group: ProvisionedGroup,
  change: MemberChange,
  batch_id: string | null,
): Promise<(() => Promise<Move>)[]> {
  const { id: tenant_id } = context.tenant;
  const at = context.now.toString();
  const { joining, leaving } = await differenceOf(db, tenant_id, group.id, change);
  const are_new = change.replace !== null;
  const eventsOf = (named: readonly string[], to: Move["to"]) =>
    membershipEventsOf(context, named.length, { to, group }, batch_id);
  return [
    ...slicesOf(joining).map((named) => async (): Promise<Move> => {
      const to = "joined";
      return { to, named, ...(await insertMembers(db, tenant_id, group, named, at, eventsOf(named, to), are_new)) };
    }),
    ...slicesOf(leaving).map((named) => async (): Promise<Move> => {
      const to = "left";
      return { to, named, ...(await updateMembersLeft(db, tenant_id, group.id, named, at, eventsOf(named, to))) };
    }),
  ];
}

/** Who joins and who leaves. A list that replaces all members is compared with them once; the group is locked. */
async function differenceOf(
  db: Db,
  tenant_id: string,
  group_id: string,
  { add, remove, replace }: MemberChange,
): Promise<{ joining: readonly string[]; leaving: readonly string[] }> {
  if (replace === null) return { joining: add, leaving: remove };
  const members = await listMembers(db, tenant_id, group_id);
  const [before, after] = [new Set(members), new Set(replace)];
  return { joining: replace.filter((id) => !before.has(id)), leaving: members.filter((id) => !after.has(id)) };
}

/** Each id once, in ascending order, in which people are locked. */
function slicesOf(ids: readonly string[]): string[][] {
  const sorted = [...new Set(ids)].toSorted();
  return Array.from({ length: Math.ceil(sorted.length / moved_max) }, (_, place) =>
    sorted.slice(place * moved_max, (place + 1) * moved_max),
  );
}

/** Those who join come first, so that an enrollment that another group wants as well is handed over. */
async function askOf(db: Db, context: Context, asking: Asking, asked: readonly Asked[], batch_id: string | null): Promise<void> {
  for (let first = 0; first < asked.length; first += asked_max) {
    const slice = asked.slice(first, first + asked_max);
    const people = await lockCandidates(
      db,
      context.tenant.id,
      slice.map(({ person_id }) => person_id),
    );
    const by_id = new Map(people.map((person) => [person.id, person]));
    const changes = slice.map(({ to, person_id, course_ids }) => {
      const [added, removed] = to === "joined" ? [course_ids, []] : [[], course_ids];
      return { person: by_id.get(person_id)!, asking, added, removed };
    });
    await ask(db, context, changes, batch_id);
  }
}
