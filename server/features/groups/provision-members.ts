// Changes the members of an identity provider's group, up to all 100,000 at once. Each statement moves some of them, writes their
// events and returns who has moved; meanwhile the program prepares the next statement.
import { setImmediate } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { ask, type Asking } from "./ask.ts";
import { membershipEventsOf } from "./events.ts";
import { insertMembers, listMembers, updateMembersLeft, type ProvisionedGroup } from "./provisioned-sql.ts";
import { lockCandidates } from "./sql.ts";

/**
 * The change of the members: either some join and leave, or a new list replaces all. The ids are of people whom the provider can
 * see.
 */
export type MemberChange = { add: readonly string[]; remove: readonly string[]; replace: readonly string[] | null };

/** Ids of people who joined and who left. */
export type Moved = { joined: readonly string[]; left: readonly string[] };

/** `missing`: people who should have joined and do not exist. */
export type Provisioned = Moved & { missing: readonly string[] };

/** People moved by one statement, which must end within its timeout of 5 seconds. */
const moved_max = 10_000;
/** People for whom courses are assigned and ended at a time. */
const asked_max = 1_000;

/**
 * What one statement has done. `named`: whom it was to move; `ids`: who has joined or left; `courses`: by person, the courses
 * that the group assigns or ends.
 */
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
    // Each statement goes in a packet of its own, because the answers to one packet arrive together.
    await setImmediate();
    const moving = move();
    // When the statement before fails, this one fails too; only the first error is thrown.
    moving.catch(() => undefined);
    if (before !== null) take(await before);
    before = moving;
  }
  if (before !== null) take(await before);
  await askOf(db, context, { ...group, source: "group" }, asked, batch_id);
  return { ...moved, missing };
}

/** The statements that move people, to be run one after another. */
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

/**
 * Who joins and who leaves, without repetition and in ascending order, which is the order of locks on people. A list that
 * replaces all members is compared with the present members; the group is locked.
 */
async function differenceOf(
  db: Db,
  tenant_id: string,
  group_id: string,
  { add, remove, replace }: MemberChange,
): Promise<{ joining: readonly string[]; leaving: readonly string[] }> {
  if (replace === null) return { joining: inOrder(add), leaving: inOrder(remove) };
  return compare(await listMembers(db, tenant_id, group_id), inOrder(replace));
}

/** Compares two lists in ascending order without repetition; sets of 100,000 ids would need several times their memory. */
export function compare(before: readonly string[], after: readonly string[]): { joining: string[]; leaving: string[] } {
  const joining: string[] = [];
  const leaving: string[] = [];
  let at = 0;
  for (const id of after) {
    while (at < before.length && before[at]! < id) leaving.push(before[at++]!);
    if (before[at] === id) at += 1;
    else joining.push(id);
  }
  while (at < before.length) leaving.push(before[at++]!);
  return { joining, leaving };
}

function inOrder(ids: readonly string[]): string[] {
  return ids.toSorted().filter((id, place, sorted) => id !== sorted[place - 1]);
}

function slicesOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / moved_max) }, (_, place) =>
    ids.slice(place * moved_max, (place + 1) * moved_max),
  );
}

/** People who join come first: an enrollment that another group still asks for is then handed over to it. */
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
