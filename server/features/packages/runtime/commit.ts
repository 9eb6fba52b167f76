// How a commit is stored.
//
// The player sends the whole data model of one item, with a number that grows within the launch. A number that is not greater
// than the item's last one of this launch was stored before: it is answered again and writes nothing. So a player without an
// answer can repeat a commit, also at another process. A commit of a launch that is not the newest is refused, so that two
// windows do not overwrite each other.
//
// Most commits end nothing: the item stays incomplete. If the process has cached the registration and the item's row has the same
// opening, such a commit only changes this row, and is written together with others that wait (commit-together.ts). Every other
// commit is judged by itself: one transaction locks the registration and its items, writes the item and, if it ends the package,
// records the attempt.
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { instantText } from "../../../platform/instants.ts";
import { commitRefused, launchEnded, launchSuperseded } from "../errors.ts";
import type { PackageItem, Standard } from "../manifest/item.ts";
import { takeTogether } from "./commit-together.ts";
import type { OrdinaryCommit } from "./commits-sql.ts";
import { elementsOf, type Elements } from "./elements.ts";
import { knownRegistration, rememberRegistration, type Known } from "./known-registrations.ts";
import { achieved, outcomeOf, type ItemOutcome, type ItemStatus } from "./outcome.ts";
import { holdItemStates, lockLaunched, storeItemState, type ItemRow } from "./registrations-sql.ts";
import { settle } from "./settle.ts";
import { secondsOf } from "./times.ts";
import type { LaunchKey } from "./token.ts";

export type Commit = {
  /** The number of the commit within its launch, from 1. */
  seq: number;
  item: string;
  /** The number of the opening of an item within its launch, from 1. */
  opening: number;
  elements: Record<string, unknown>;
  /** Whether the item has reported its end. */
  ended: boolean;
};

export type Taken = { seq: number; status: ItemStatus; result: "passed" | "failed" | "not_counted" | null };

export async function takeCommit(pool: Pool, key: LaunchKey, commit: Commit): Promise<Taken> {
  const known = knownRegistration(pool, key);
  const ordinary = known && ordinaryOf(known, key, commit);
  if (ordinary && (await takeTogether(pool, key.tenant_id, ordinary)))
    return { seq: commit.seq, status: "incomplete", result: null };
  return takeByItself(pool, key, commit);
}

/**
 * The commit as an ordinary one; null: it may have consequences. An item that stays incomplete leaves the package incomplete
 * (outcome.ts), unless the item was done before.
 */
function ordinaryOf({ standard, items, person_id }: Known, key: LaunchKey, commit: Commit): OrdinaryCommit | null {
  const item = items.find(({ id }) => id === commit.item);
  if (item === undefined) return null;
  const { elements, opening_s, status, score } = saidIn(standard, item, commit);
  if (status !== "incomplete") return null;
  const { registration_id, launch_id, expires_ms } = key;
  const { seq, opening, ended } = commit;
  return {
    registration_id,
    launch_id,
    expires_us: expires_ms * 1_000,
    person_id,
    item: item.id,
    seq,
    opening,
    elements,
    score,
    ended,
    opening_s,
  };
}

function takeByItself(pool: Pool, key: LaunchKey, commit: Commit): Promise<Taken> {
  const { tenant_id, registration_id, launch_id } = key;
  return withTenant(pool, tenant_id, async (db) => {
    const [registration, states, context_now] = await Promise.all([
      lockLaunched(db, key),
      holdItemStates(db, tenant_id, registration_id),
      contextWithin(db, tenant_id, { type: "system", id: null, name: "Muster" }),
    ]);
    if (registration === undefined || !registration.is_active) throw launchEnded("The course cannot be worked on any more.");
    if (registration.launch_id !== launch_id) throw launchSuperseded("The course was opened again elsewhere.");
    const { standard, items } = registration;
    if (standard === "cmi5") throw commitRefused("What this package says is said as statements of xAPI.");
    const item = items.find(({ id }) => id === commit.item);
    if (item === undefined) throw commitRefused("The package has no such item.");
    db.afterCommit(() => rememberRegistration(pool, key, registration));
    const before = states.find((row) => row.item === item.id) ?? null;
    if (before !== null && before.launch_id === launch_id && before.seq >= commit.seq)
      return { seq: before.seq, status: before.status, result: null };

    const context = {
      ...context_now!,
      actor: { type: "person" as const, id: registration.person_id, name: registration.person_name },
    };
    const { elements, opening_s, ...said } = saidIn(standard, item, commit);
    const row: ItemRow = {
      item: item.id,
      elements,
      ...achieved(before, said),
      ended: commit.ended,
      launch_id,
      seq: commit.seq,
      opening: commit.opening,
      before_s: timeBefore(before, launch_id, commit.opening),
      opening_s,
    };
    storeItemState(db, tenant_id, registration_id, row, instantText(context.now));
    const now = [...states.filter(({ item: other }) => other !== item.id), row];
    return { seq: commit.seq, status: row.status, result: await settle(db, context, registration, now) };
  });
}

function saidIn(standard: Standard, item: PackageItem, commit: Commit): ItemOutcome & { elements: Elements; opening_s: number } {
  const elements = elementsOf(standard, commit.elements);
  const session_time = elements[standard === "scorm_1.2" ? "cmi.core.session_time" : "cmi.session_time"];
  return { elements, opening_s: secondsOf(standard, session_time), ...outcomeOf(standard, item, elements) };
}

/** The time of all earlier openings. That of the last one is added when another one has begun. */
function timeBefore(before: ItemRow | null, launch_id: string, opening: number): number {
  if (before === null) return 0;
  const is_same = before.launch_id === launch_id && before.opening === opening;
  return is_same ? before.before_s : before.before_s + before.opening_s;
}
