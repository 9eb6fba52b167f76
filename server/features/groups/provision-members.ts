// Members of a provider's group come and go, up to all 100,000 at once. A few statements move them and return whom they have
// moved; events and audit rows of those are made while the database runs the next statement, so that neither waits for the other.
import { setImmediate } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { ask, type Asking } from "./ask.ts";
import { emitMemberships } from "./events.ts";
import {
  insertMembers,
  listOtherMembers,
  updateMembersLeft,
  type MovedMember,
  type ProvisionedGroup,
} from "./provisioned-sql.ts";

/** What becomes of the members: some join and leave, or all are replaced. Ids of people that the provider can see. */
export type MemberChange = { add: readonly string[]; remove: readonly string[]; replace: readonly string[] | null };

/** Ids of those who came and went. */
export type Moved = { joined: readonly string[]; left: readonly string[] };

/** People moved, and reported, by one statement: a statement has 5 seconds, and all of them are in memory at once. */
const moved_max = 10_000;
/** Courses are assigned and ended for so many members at a time. */
const asked_max = 1_000;

/** Some who have joined, or who have left. */
type Move = { to: "joined" | "left"; people: readonly MovedMember[] };

/** Changes the members of a group, emits their events, and assigns and ends the group's courses. */
export async function provisionMembers(db: Db, context: Context, group: ProvisionedGroup, change: MemberChange): Promise<Moved> {
  const { add, remove, replace } = change;
  const batch_id = replace !== null || add.length + remove.length > 1 ? newId() : null;
  const moved = { joined: [] as string[], left: [] as string[] };
  const asked: { joined: MovedMember[]; left: MovedMember[] } = { joined: [], left: [] };
  let telling = Promise.resolve();
  for await (const { to, people } of moving(db, context, group, change)) {
    moved[to].push(...people.map(({ id }) => id));
    asked[to].push(...people.filter(({ course_ids }) => course_ids.length > 0));
    const before = telling;
    telling = tell(db, context, group, { to, people }, batch_id);
    // When the previous one fails, this one fails as well; only the first failure is thrown.
    telling.catch(() => undefined);
    await before;
  }
  await telling;
  await askOf(db, context, { ...group, source: "group" }, asked, batch_id);
  return moved;
}

/** Runs the statements one after the other, and yields what one has moved when the next one has begun. */
async function* moving(
  db: Db,
  { tenant, now }: Context,
  group: ProvisionedGroup,
  { add, remove, replace }: MemberChange,
): AsyncGenerator<Move> {
  const at = now.toString();
  const leaving = replace === null ? remove : await listOtherMembers(db, tenant.id, group.id, replace);
  const statements = [
    ...slicesOf(replace ?? add).map((ids) => async (): Promise<Move> => ({
      to: "joined",
      people: await insertMembers(db, tenant.id, group, ids, at),
    })),
    ...slicesOf(leaving).map((ids) => async (): Promise<Move> => ({
      to: "left",
      people: await updateMembersLeft(db, tenant.id, group.id, ids, at),
    })),
  ];
  let next = beginApart(statements[0]);
  for (let place = 1; place <= statements.length; place += 1) {
    const current = next;
    next = beginApart(statements[place]);
    // It fails when the one before does, which is thrown.
    next.catch(() => undefined);
    const move = await current;
    if (move && move.people.length > 0) yield move;
  }
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

async function tell(
  db: Db,
  context: Context,
  group: ProvisionedGroup,
  { to, people }: Move,
  batch_id: string | null,
): Promise<void> {
  const { actor } = context;
  const told =
    to === "joined"
      ? { joined: people.map((user) => ({ user, group, reason: "added" as const, actor })), left: [] }
      : { joined: [], left: people.map((user) => ({ user, group, reason: "removed" as const, actor })) };
  await emitMemberships(db, context, told, batch_id);
}

/** Those who join come first, so that an enrollment that another group wants as well is handed over. */
async function askOf(
  db: Db,
  context: Context,
  asking: Asking,
  { joined, left }: { joined: readonly MovedMember[]; left: readonly MovedMember[] },
  batch_id: string | null,
): Promise<void> {
  const changes = [
    ...joined.map((person) => ({ person, asking, added: person.course_ids, removed: [] })),
    ...left.map((person) => ({ person, asking, added: [], removed: person.course_ids })),
  ];
  for (let first = 0; first < changes.length; first += asked_max) {
    await ask(db, context, changes.slice(first, first + asked_max), batch_id);
  }
}
