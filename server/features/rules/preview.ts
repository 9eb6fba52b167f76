// Shows what saving a rule or a group would do. It uses the functions of an evaluation, and neither writes nor locks. All people
// are compared, a few thousand at a time. Then assignments and lapses are planned for the people whose courses would change, up
// to a limit; the answer says how many people were planned.
import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { openPreview, previewLapses, previewAssignments, type AssignmentPreview } from "../enrollments/assign/preview.ts";
import { lapsesOf, assignmentsOf } from "../groups/ask.ts";
import { listCandidatesAfter, listMembershipsOf, type Candidate, type Group } from "../groups/sql.ts";
import type { Ancestry } from "./conditions.ts";
import { compareGroups, compareRules, type Compared } from "./evaluate.ts";
import type { Preview } from "./schema.ts";
import { listAncestries, listMatchesOf, listPreviewed, type Rule } from "./sql.ts";

/** People compared at a time. */
const compared_max = 5_000;
/** The most pairs of person and course that are planned in one preview, and at a time. */
const pairs_max = 20_000;
const pairs_at_once_max = 2_000;
/** The most people whose names are shown among those who join, and among those who leave. */
const named_max = 25;

/** The rule or group as it would be after saving. */
export type Subject = { rule: Rule } | { group: Group };

type Side = { count: number; first: string[] };

type Found = {
  looked_at: number;
  joining: Side;
  leaving: Side;
  stay: number;
  concerned: number;
  /** The changes of the people for whom enrollments are planned. */
  changes: Compared[];
};

/** Previews a change. `load` reads the rule or group to preview; `pairs` limits the planning. */
export async function previewChange(
  pool: Pool,
  context: Context,
  load: (db: Db) => Promise<Subject>,
  pairs = pairs_max,
): Promise<Static<typeof Preview>> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const subject = await load(db);
    const { courses } = "rule" in subject ? subject.rule : subject.group;
    const considered_max = Math.floor(pairs / Math.max(courses.length, 1));
    const found = await compareEverybody(db, tenant_id, subject, considered_max);
    const [joining, leaving] = await Promise.all([
      listPreviewed(db, tenant_id, found.joining.first),
      listPreviewed(db, tenant_id, found.leaving.first),
    ]);
    const preview = await plan(db, context, found.changes);
    return {
      people: { looked_at: found.looked_at, in: found.joining.count, out: found.leaving.count, stay: found.stay },
      joining,
      leaving,
      ...describe(preview, found),
    };
  });
}

async function compareEverybody(db: Db, tenant_id: string, subject: Subject, considered_max: number): Promise<Found> {
  const found: Found = {
    looked_at: 0,
    joining: { count: 0, first: [] },
    leaving: { count: 0, first: [] },
    stay: 0,
    concerned: 0,
    changes: [],
  };
  for (let after: string | null = null; ;) {
    const people = await listCandidatesAfter(db, tenant_id, after, compared_max);
    if (people.length > 0) add(found, people, await compare(db, tenant_id, subject, people), considered_max);
    if (people.length < compared_max) return found;
    after = people.at(-1)!.id;
  }
}

/** Ids of people who join, leave and stay, and the changes of their required courses. */
type Comparison = { joined: string[]; left: string[]; before: string[]; changes: Compared[] };

async function compare(db: Db, tenant_id: string, subject: Subject, people: readonly Candidate[]): Promise<Comparison> {
  const range = { first: people[0]!.id, last: people.at(-1)!.id };
  const ancestries = listAncestries(db, tenant_id, people);
  if ("rule" in subject) {
    const before = await listMatchesOf(db, tenant_id, subject.rule.id, range);
    const { matched, unmatched, changes } = compareRules(people, [subject.rule], before, ancestryOf(await ancestries));
    const idsOf = (matches: readonly { person_id: string }[]) => matches.map(({ person_id }) => person_id);
    return { joined: idsOf(matched), left: idsOf(unmatched), before: idsOf(before), changes };
  }
  const before = await listMembershipsOf(db, tenant_id, subject.group.id, range);
  const { joined, left, changes } = compareGroups(people, [subject.group], before, ancestryOf(await ancestries));
  const idsOf = (some: readonly { person: Candidate }[]) => some.map(({ person }) => person.id);
  return { joined: idsOf(joined), left: idsOf(left), before: before.map(({ person_id }) => person_id), changes };
}

function ancestryOf(rows: readonly { department_id: string; above: string[] }[]): Ancestry {
  return new Map(rows.map(({ department_id, above }) => [department_id, above]));
}

function add(found: Found, people: readonly Candidate[], comparison: Comparison, considered_max: number): void {
  const { joined, left, before, changes } = comparison;
  // Suspended people keep what they have, and are not among the people compared.
  const in_use = new Set(people.map(({ id }) => id));
  found.looked_at += people.length;
  found.stay += before.filter((id) => in_use.has(id)).length - left.length;
  for (const [side, ids] of [
    [found.joining, joined],
    [found.leaving, left],
  ] as const) {
    side.count += ids.length;
    side.first.push(...ids.slice(0, named_max - side.first.length));
  }
  found.concerned += changes.length;
  found.changes.push(...changes.slice(0, considered_max - found.changes.length));
}

async function plan(db: Db, context: Context, changes: readonly Compared[]): Promise<AssignmentPreview> {
  const preview = openPreview();
  const today = todayOf(context);
  const courses = Math.max(...changes.map(({ added, removed }) => added.length + removed.length), 1);
  const people_max = Math.max(1, Math.floor(pairs_at_once_max / courses));
  for (let first = 0; first < changes.length; first += people_max) {
    const some = changes.slice(first, first + people_max);
    await previewAssignments(
      db,
      context,
      preview,
      some.flatMap((change) => assignmentsOf(today, change)),
    );
    const lapses = some.flatMap((change) => lapsesOf(change).map((lapse) => ({ ...lapse, kept: change.after })));
    await previewLapses(db, context, preview, lapses);
  }
  return preview;
}

function describe(preview: AssignmentPreview, { concerned, changes }: Found) {
  const { assigned, served, cancelled, kept, blocked, licenses, stock } = preview;
  const taken = Map.groupBy(stock.taken, ({ license_id }) => license_id);
  return {
    enrollments: {
      people_concerned: concerned,
      people_considered: changes.length,
      assigned,
      served,
      cancelled,
      kept,
      blocked: [...blocked.values()],
    },
    seats: [...licenses.values()].map(({ id, name, seats_total, seats_used, short }) => ({
      license_id: id,
      name,
      seats_total,
      free: seats_total === null ? null : Math.max(seats_total - seats_used, 0),
      taken: taken.get(id)?.length ?? 0,
      short,
    })),
    truncated: changes.length < concerned,
  };
}
