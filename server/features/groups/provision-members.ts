// Members of a provider's group come and go, up to all 100,000 at once. A few statements move them, each of which says whom it
// has moved; those are told of while the database goes on with the next statement, so that neither waits for the other.
import { setImmediate } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { ask, type Asking } from "./ask.ts";
import { emitMemberships } from "./events.ts";
import { insertMembers, updateMembersLeft, type MovedMember, type ProvisionedGroup } from "./provisioned-sql.ts";

/** What becomes of the members: some join and leave, or all are replaced. Ids of people that the provider can see. */
export type MemberChange = { add: readonly string[]; remove: readonly string[]; replace: readonly string[] | null };

/** Ids of those who came and went. */
export type Moved = { joined: readonly string[]; left: readonly string[] };

/** So many join by one statement, and are told of by one: a statement has 5 seconds. */
const joining_max = 10_000;
const told_max = 10_000;
/** Courses are assigned and ended for so many members at a time. */
const asked_max = 1_000;

/** Some who all joined, or all left. */
type Move = { to: "joined" | "left"; people: readonly MovedMember[] };

/** Changes who belongs to a group, tells of whoever has come or gone, and assigns and ends the group's courses. */
export async function provisionMembers(db: Db, context: Context, group: ProvisionedGroup, change: MemberChange): Promise<Moved> {
  const several_id = newId();
  const joined: MovedMember[] = [];
  const left: MovedMember[] = [];
  const untold: Move[] = [];
  let telling = Promise.resolve();
  for await (const move of moving(db, context, group, change)) {
    (move.to === "joined" ? joined : left).push(...move.people);
    untold.push(move);
    // Whoever turns out to be the only one is no batch.
    if (joined.length + left.length === 1) continue;
    for (const told of untold.splice(0)) {
      const before = telling;
      telling = tell(db, context, group, told, several_id);
      // When the one before fails, so does this one, and one of them is thrown.
      telling.catch(() => undefined);
      await before;
    }
  }
  await telling;
  for (const only of untold) await tell(db, context, group, only, null);
  const batch_id = joined.length + left.length > 1 ? several_id : null;
  await askOf(db, context, { ...group, source: "group" }, joined, left, batch_id);
  return { joined: joined.map(({ id }) => id), left: left.map(({ id }) => id) };
}

/** One statement after the other; the next one has begun when one's moves are there. */
async function* moving(
  db: Db,
  { tenant, now }: Context,
  group: ProvisionedGroup,
  { add, remove, replace }: MemberChange,
): AsyncGenerator<Move> {
  const at = now.toString();
  const statements: (() => Promise<Move>)[] = [];
  const joining = replace ?? add;
  for (let first = 0; first < joining.length; first += joining_max) {
    const ids = joining.slice(first, first + joining_max);
    statements.push(async () => ({ to: "joined", people: await insertMembers(db, tenant.id, group, ids, at) }));
  }
  if (replace !== null || remove.length > 0) {
    const leaving = replace === null ? { only: remove } : { all_but: replace };
    statements.push(async () => ({ to: "left", people: await updateMembersLeft(db, tenant.id, group.id, leaving, at) }));
  }
  let next = beginApart(statements[0]);
  for (let place = 1; place <= statements.length; place += 1) {
    const current = next;
    next = beginApart(statements[place]);
    // It fails when the one before does, which is thrown.
    next.catch(() => undefined);
    yield* slicesOf(await current);
  }
}

/** Begins apart from what is asked for at the same time: the answers to one packet come together. */
async function beginApart(statement: (() => Promise<Move>) | undefined): Promise<Move | undefined> {
  await setImmediate();
  return statement?.();
}

/** So many as are told of by one statement. */
function* slicesOf(move: Move | undefined): Generator<Move> {
  for (let first = 0; first < (move?.people.length ?? 0); first += told_max) {
    yield { to: move!.to, people: move!.people.slice(first, first + told_max) };
  }
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
  joined: readonly MovedMember[],
  left: readonly MovedMember[],
  batch_id: string | null,
): Promise<void> {
  const changes = [
    ...joined.map((person) => ({ person, asking, added: person.course_ids, removed: [] })),
    ...left.map((person) => ({ person, asking, added: [], removed: person.course_ids })),
  ].filter(({ added, removed }) => added.length + removed.length > 0);
  for (let first = 0; first < changes.length; first += asked_max) {
    await ask(db, context, changes.slice(first, first + asked_max), batch_id);
  }
}
