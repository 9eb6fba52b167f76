// Evaluates rules and dynamic groups for people.
//
// A change of a person evaluates this person in the same transaction; a change of a rule or group evaluates all people in a job.
// The result is compared with what is stored: the matches of rules, open memberships, and with each of them the courses that were
// asked for. Only differences are written, emitted, assigned and ended, so a second evaluation changes nothing. Suspended people
// keep what they have until they return. People who have left match no rule.
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { ask, type Asking, type Change } from "../groups/ask.ts";
import { emitMemberships, type Joined, type Left } from "../groups/events.ts";
import { isInUse } from "../groups/join.ts";
import {
  insertMemberships,
  listGroups,
  listMemberships,
  lockCandidates,
  updateLeft,
  updateMemberships,
  type Candidate,
  type Group,
  type Membership,
} from "../groups/sql.ts";
import { describe, matches, type Ancestry, type Conditions, type Names } from "./conditions.ts";
import { deleteMatches, listAncestries, listMatches, listNames, listRules, storeMatches, type Match, type Rule } from "./sql.ts";

/** The most people that one call evaluates. */
export const evaluated_max = 1_000;

export type EvaluationOptions = {
  /** The id that joins the events of a larger operation; null for a change of one person. */
  batch_id: string | null;
};

/** What an evaluation has changed. */
export type Evaluation = {
  /** Pairs of a rule and a person that have begun and ceased to match. */
  matched: number;
  unmatched: number;
  /** Memberships of dynamic groups. */
  joined: number;
  left: number;
  /** Enrollments that were made and cancelled. */
  assigned: number;
  cancelled: number;
};

/** Applies the organisation's rules and groups to people, in the transaction of the change that made it necessary. */
export async function evaluatePeople(
  db: Db,
  context: Context,
  person_ids: readonly string[],
  { batch_id }: EvaluationOptions,
): Promise<Evaluation> {
  const { id: tenant_id } = context.tenant;
  // Rules are read after the people are locked: the transaction that held the locks before may have used newer rules.
  const [people, rules, groups] = await Promise.all([
    lockCandidates(db, tenant_id, person_ids),
    listRules(db, tenant_id),
    listGroups(db, tenant_id),
  ]);
  if (rules.length + groups.length === 0) return nothing_changed;
  const [found, memberships, ancestries] = await Promise.all([
    listMatches(db, tenant_id, person_ids),
    listMemberships(db, tenant_id, person_ids),
    listAncestries(db, tenant_id, people),
  ]);
  const ancestry = ancestryOf(ancestries);
  const standing = people.filter(({ state }) => state !== "suspended");
  const by_rules = compareRules(standing, rules, found, ancestry);
  return bringAbout(db, context, by_rules, compareGroups(standing, groups, memberships, ancestry), batch_id);
}

/**
 * Evaluates people whom this transaction inserts. Nothing is stored for them yet and no other transaction sees them, so the
 * statements need no answers of the insertion and may leave in one packet with it.
 */
export async function evaluateNewcomers(db: Db, context: Context, people: readonly Candidate[]): Promise<Evaluation> {
  const { id: tenant_id } = context.tenant;
  const [rules, groups, ancestries] = await Promise.all([
    listRules(db, tenant_id),
    listGroups(db, tenant_id),
    listAncestries(db, tenant_id, people),
  ]);
  const ancestry = ancestryOf(ancestries);
  const by_rules = compareRules(people, rules, [], ancestry);
  return bringAbout(db, context, by_rules, compareGroups(people, groups, [], ancestry), null);
}

const nothing_changed: Evaluation = { matched: 0, unmatched: 0, joined: 0, left: 0, assigned: 0, cancelled: 0 };

function ancestryOf(rows: readonly { department_id: string; above: string[] }[]): Ancestry {
  return new Map(rows.map(({ department_id, above }) => [department_id, above]));
}

async function bringAbout(
  db: Db,
  context: Context,
  by_rules: ByRules,
  by_groups: ByGroups,
  batch_id: string | null,
): Promise<Evaluation> {
  await storeAll(db, context, by_rules, by_groups);
  await emitMoves(db, context, by_groups, batch_id);
  const { assigned, cancelled } = await ask(db, context, [...by_rules.changes, ...by_groups.changes], batch_id);
  return {
    matched: by_rules.matched.length,
    unmatched: by_rules.unmatched.length,
    joined: by_groups.joined.length,
    left: by_groups.left.length,
    assigned,
    cancelled,
  };
}

/** A change of a person's required courses, and the courses required after it. */
export type Compared = Change & { after: string[] };

export type ByRules = { matched: Match[]; kept: Match[]; unmatched: Match[]; changes: Compared[] };

/** Compares the rules that people match with the stored matches. */
export function compareRules(
  people: readonly Candidate[],
  rules: readonly Rule[],
  found: readonly Match[],
  ancestry: Ancestry,
): ByRules {
  const standing = new Map(found.map((match) => [`${match.rule_id}/${match.person_id}`, match]));
  const result: ByRules = { matched: [], kept: [], unmatched: [], changes: [] };
  for (const rule of rules) {
    const asking: Asking = { ...rule, source: "rule" };
    for (const person of people) {
      const before = standing.get(`${rule.id}/${person.id}`);
      const applies = rule.active && isInUse(person) && matches(rule.conditions, person, ancestry);
      if (!applies && before === undefined) continue;
      const change = changeOf(person, asking, before?.course_ids ?? [], applies);
      const match = { rule_id: rule.id, person_id: person.id, course_ids: change.after };
      if (!applies) result.unmatched.push(match);
      else if (before === undefined) result.matched.push(match);
      else if (isChange(change)) result.kept.push(match);
      if (isChange(change)) result.changes.push(change);
    }
  }
  return result;
}

export type ByGroups = {
  joined: { membership: Membership; person: Candidate; group: Group }[];
  kept: Membership[];
  left: { membership: Membership; person: Candidate; group: Group }[];
  changes: Compared[];
};

/**
 * Conditions decide who belongs to a dynamic group. Members of other groups stay members, and are asked for courses while their
 * account is in use.
 */
export function compareGroups(
  people: readonly Candidate[],
  groups: readonly Group[],
  memberships: readonly Membership[],
  ancestry: Ancestry,
): ByGroups {
  const standing = new Map(memberships.map((membership) => [`${membership.group_id}/${membership.person_id}`, membership]));
  const result: ByGroups = { joined: [], kept: [], left: [], changes: [] };
  for (const group of groups) {
    const asking: Asking = { ...group, source: "group" };
    for (const person of people) {
      const before = standing.get(`${group.id}/${person.id}`);
      const belongs = !group.retired && belongsTo(group, person, before !== undefined, ancestry);
      if (!belongs && before === undefined) continue;
      const change = changeOf(person, asking, before?.course_ids ?? [], belongs && isInUse(person));
      const membership = { id: before?.id ?? newId(), group_id: group.id, person_id: person.id, course_ids: change.after };
      if (!belongs) result.left.push({ membership, person, group });
      else if (before === undefined) result.joined.push({ membership, person, group });
      else if (isChange(change)) result.kept.push(membership);
      if (isChange(change)) result.changes.push(change);
    }
  }
  return result;
}

function belongsTo({ conditions }: Group, person: Candidate, is_member: boolean, ancestry: Ancestry): boolean {
  return conditions === null ? is_member : isInUse(person) && matches(conditions, person, ancestry);
}

/** The courses that are asked of a person from now on, compared with those asked before. */
function changeOf(person: Candidate, asking: Asking, before: readonly string[], applies: boolean): Compared {
  const after = applies ? asking.courses.map((course) => course.id) : [];
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  return { person, asking, added, removed, after };
}

function isChange({ added, removed }: Change): boolean {
  return added.length + removed.length > 0;
}

async function storeAll(db: Db, context: Context, by_rules: ByRules, by_groups: ByGroups): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const at = context.now.toString();
  const stored = [...by_rules.matched, ...by_rules.kept];
  const joined = by_groups.joined.map(({ membership }) => membership);
  const left = by_groups.left.map(({ membership }) => membership.id);
  await Promise.all([
    stored.length > 0 ? storeMatches(db, tenant_id, at, stored) : null,
    by_rules.unmatched.length > 0 ? deleteMatches(db, tenant_id, by_rules.unmatched) : null,
    joined.length > 0 ? insertMemberships(db, tenant_id, at, joined) : null,
    by_groups.kept.length > 0 ? updateMemberships(db, tenant_id, by_groups.kept) : null,
    left.length > 0 ? updateLeft(db, tenant_id, at, left) : null,
  ]);
}

async function emitMoves(db: Db, context: Context, { joined, left }: ByGroups, batch_id: string | null): Promise<void> {
  if (joined.length + left.length === 0) return;
  const names = await loadNames(
    db,
    context.tenant.id,
    [...joined, ...left].map(({ group }) => group),
  );
  const membership = ({ person, group }: { person: Candidate; group: Group }) => ({
    user: person,
    group,
    actor: group.conditions === null ? context.actor : { type: "rule", id: group.id, name: describe(group.conditions, names) },
  });
  const events: { joined: Joined[]; left: Left[] } = {
    joined: joined.map((one) => ({ ...membership(one), reason: "rule_matched" })),
    // All members leave a manual group when it is retired; that is a removal.
    left: left.map((one) => ({ ...membership(one), reason: one.group.conditions === null ? "removed" : "rule_unmatched" })),
  };
  await emitMemberships(db, context, events, batch_id);
}

/** The names of the departments and companies that the groups' conditions mention. */
async function loadNames(db: Db, tenant_id: string, groups: readonly Group[]): Promise<Names> {
  const ids = groups.flatMap(({ conditions }) => {
    const { department_ids = [], contractor_ids = [] }: Conditions = conditions ?? {};
    return [...department_ids, ...contractor_ids];
  });
  const rows = await listNames(db, tenant_id, [...new Set(ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
