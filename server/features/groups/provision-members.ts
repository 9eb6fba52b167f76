// Members of a provider's group come and go, up to all 100,000 at once. A few statements move them and return whom they have
// moved; others write the events of those, whose ids are made while the database runs the next statement.
import { setImmediate } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { ask, type Asking } from "./ask.ts";
import { emitMembershipsOf } from "./events.ts";
import { insertMembers, listMembers, updateMembersLeft, type ProvisionedGroup } from "./provisioned-sql.ts";
import { lockCandidates } from "./sql.ts";

/** What becomes of the members: some join and leave, or all are replaced. Ids of people that the provider can see. */
export type MemberChange = { add: readonly string[]; remove: readonly string[]; replace: readonly string[] | null };

/** Ids of those who came and went. */
export type Moved = { joined: readonly string[]; left: readonly string[] };

/** People moved, and reported, by one statement: a statement has 5 seconds. */
const moved_max = 10_000;
/** Courses are assigned and ended for so many members at a time. */
const asked_max = 1_000;

/** Some who have joined, or who have left; and the courses of those of whom the group asks some. */
type Move = { to: "joined" | "left"; ids: readonly string[]; courses: Readonly<Record<string, readonly string[]>> };
type Asked = { to: "joined" | "left"; person_id: string; course_ids: readonly string[] };

/** Changes the members of a group, emits their events, and assigns and ends the group's courses. */
export async function provisionMembers(db: Db, context: Context, group: ProvisionedGroup, change: MemberChange): Promise<Moved> {
  const { add, remove, replace } = change;
  const batch_id = replace !== null || add.length + remove.length > 1 ? newId() : null;
  const moved = { joined: [] as string[], left: [] as string[] };
  const asked: Asked[] = [];
  let telling = Promise.resolve();
  for await (const { to, ids, courses } of moving(db, context, group, change)) {
    moved[to].push(...ids);
    asked.push(...Object.entries(courses).map(([person_id, course_ids]) => ({ to, person_id, course_ids })));
    const before = telling;
    telling = emitMembershipsOf(db, context, ids, { to, group }, batch_id);
    // When the previous one fails, this one fails as well; only the first failure is thrown.
    telling.catch(() => undefined);
    await before;
  }
  await telling;
  await askOf(db, context, { ...group, source: "group" }, asked, batch_id);
  return moved;
}

/** Runs the statements one after the other, and yields what one has moved when the next one has begun. */
async function* moving(db: Db, { tenant, now }: Context, group: ProvisionedGroup, change: MemberChange): AsyncGenerator<Move> {
  const at = now.toString();
  const { joining, leaving } = await differenceOf(db, tenant.id, group.id, change);
  const statements = [
    ...slicesOf(joining).map((ids) => async (): Promise<Move> => ({
      to: "joined",
      ...(await insertMembers(db, tenant.id, group, ids, at, change.replace !== null)),
    })),
    ...slicesOf(leaving).map((ids) => async (): Promise<Move> => ({
      to: "left",
      ...(await updateMembersLeft(db, tenant.id, group.id, ids, at)),
    })),
  ];
  let next = beginApart(statements[0]);
  for (let place = 1; place <= statements.length; place += 1) {
    const current = next;
    next = beginApart(statements[place]);
    // It fails when the one before does, which is thrown.
    next.catch(() => undefined);
    const move = await current;
    if (move && move.ids.length > 0) yield move;
  }
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

/** Begins in a packet of its own: the answers to one packet arrive together. */
async function beginApart(statement: (() => Promise<Move>) | undefined): Promise<Move | undefined> {
  await setImmediate();
  return statement?.();
}

/** In ascending order, in which people are locked. */
function slicesOf(ids: readonly string[]): string[][] {
  const sorted = ids.toSorted();
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
