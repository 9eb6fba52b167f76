// Statements for groups that an identity provider keeps.
//
// One statement moves the people who are named and writes their events, so its cost depends on their number and not on the size
// of the group. Each person and each membership is looked up as a range of one key, as `rowByKey` does. A comparison with a list
// would be slow: where the statistics do not know the organisation, the planner expects one row and compares each row with each
// other one. It would also estimate each of 10,000 constants, once more for each statement.
import { part, plannedEachTime, sql, uuids, type Fragment, type Statement } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId, no_id } from "../../platform/ids.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import { emitWithin } from "../events/emit.ts";
import { columns_of_person, insertionOfEventsOfPeople, type EventsOfPeople } from "../events/emit-sql.ts";
import { askedCourses, lockOfGroup, type Candidate, type Group } from "./sql.ts";

/** What an identity provider says about the group itself, without its members. */
export type SaidGroup = { name: string; external_id: string | null };

export type ProvisionedGroup = Group & SaidGroup;
export type VersionedGroup = ProvisionedGroup & { version: number };

/** A group, locked until the transaction ends. Groups that the provider has deleted are not found. */
export async function findProvisionedGroupForChange(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<ProvisionedGroup | undefined> {
  const [, [group]] = await Promise.all([db.count(lockOfGroup(tenant_id, id)), listProvisionedGroups(db, tenant_id, [id])]);
  return group;
}

/** The groups with these ids, without those that the provider has deleted. */
export async function listProvisionedGroups(db: Db, tenant_id: string, ids: readonly string[]): Promise<VersionedGroup[]> {
  return db.rows(sql`
    select ${columns(tenant_id)}, g.version
    from person_group g
    where g.tenant_id = ${tenant_id} and g.id = any (${ids}::uuid[]) and g.scim_deleted_at is null`);
}

/** The identity provider's groups that a person belongs to, locked in ascending order of their ids. */
export async function listProvisionedGroupsOfForChange(
  db: Db,
  tenant_id: string,
  person_id: string,
): Promise<ProvisionedGroup[]> {
  return db.rows(sql`
    select ${columns(tenant_id)}
    from person_group g
    where g.tenant_id = ${tenant_id} and g.kind = 'scim' and g.id in (
      select m.group_id
      from group_member m
      where m.tenant_id = ${tenant_id} and m.person_id = ${person_id} and m.left_at is null
    )
    order by g.id
    for no key update of g`);
}

/** The group that the provider deleted last with the same external id or, if the provider gives none, with the same name. */
export async function findDeletedGroup(
  db: Db,
  tenant_id: string,
  { name, external_id }: SaidGroup,
): Promise<ProvisionedGroup | undefined> {
  return db.row(sql`
    select ${columns(tenant_id)}
    from person_group g
    where g.tenant_id = ${tenant_id} and g.scim_deleted_at is not null and g.retired_at is null
      and ${external_id === null ? part`g.external_id is null and g.name_case = ${caseNorm(name)}` : part`g.external_id = ${external_id}`}
    order by g.scim_deleted_at desc, g.id
    limit 1
    for no key update of g`);
}

function columns(tenant_id: string): Fragment {
  return part`
    g.id, g.code, g.name, g.kind, g.conditions, g.due_days, g.on_leave, g.external_id, g.retired_at is not null as retired,
    ${askedCourses(tenant_id, part`select course_id from group_course where tenant_id = ${tenant_id} and group_id = g.id`)} as courses`;
}

export async function isCodeTaken(db: Db, tenant_id: string, code: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1
    from person_group
    where tenant_id = ${tenant_id} and code_norm = ${caseNorm(code)} and retired_at is null`);
  return row !== undefined;
}

export async function insertProvisionedGroup(
  db: Db,
  tenant_id: string,
  { id, code, name, external_id }: SaidGroup & { id: string; code: string },
): Promise<void> {
  await db.count(sql`
    insert into person_group (tenant_id, id, code, code_norm, name, name_norm, kind, external_id)
    values (${tenant_id}, ${id}, ${code}, ${caseNorm(code)}, ${name}, ${nameNorm(name)}, 'scim', ${external_id})`);
}

/**
 * Writes what the provider says and marks the group as the provider's. Increments the version, also when only members have
 * changed.
 */
export async function updateProvisionedGroup(
  db: Db,
  tenant_id: string,
  id: string,
  { name, external_id }: SaidGroup,
  deleted_at: string | null,
): Promise<void> {
  await db.count(sql`
    update person_group
    set name = ${name}, name_norm = ${nameNorm(name)}, external_id = ${external_id}, kind = 'scim', version = version + 1,
      scim_deleted_at = ${deleted_at}, updated_at = greatest(now(), updated_at)
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** The most ids in one statement or its answer. A value that is sent in one piece is in memory several times. */
const slice_max = 10_000;

/** Those of the ids, each given once, that are no people whom the identity provider can see. */
export async function listUnknownPeople(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (let first = 0; first < ids.length; first += slice_max)
    unknown.push(...(await listUnknownAmong(db, tenant_id, ids.slice(first, first + slice_max))));
  return unknown;
}

/** Counts first: usually all people are known, and then no ids are sent back. */
async function listUnknownAmong(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const seen = part`from person p where p.tenant_id = ${tenant_id} and p.id = any (${ids}::uuid[]) and ${is_there}`;
  const counted = await db.row<{ people: number }>(plannedFor(ids, sql`select count(*)::int as people ${seen}`));
  if (counted!.people === ids.length) return [];
  const listed = await db.row<{ ids: string[] | null }>(plannedFor(ids, sql`select json_agg(p.id) as ids ${seen}`));
  const known = new Set(listed!.ids);
  return ids.filter((id) => !known.has(id));
}

const is_there: Fragment = part`p.scim_deleted_at is null and p.state <> 'anonymized'`;

/** People who have just joined or left, and the courses that the group assigns, or assigned, to some of them. */
export type Moved = { ids: readonly string[]; courses: Record<string, string[]> };

/**
 * Adds those of the people who are not members yet, with an event each, and notes the group's courses for those whose accounts
 * are in use. `person_ids` has each id once, in ascending order, which is the order of locks. The caller has locked the group, so
 * no other transaction adds members meanwhile. People are read by the statement that locks them. `are_new`: the caller knows that
 * no one is a member, so memberships are not looked up again.
 */
export async function insertMembers(
  db: Db,
  tenant_id: string,
  { id, courses }: Pick<ProvisionedGroup, "id" | "courses">,
  person_ids: readonly string[],
  at: string,
  events: EventsOfPeople,
  are_new = false,
): Promise<Moved> {
  const named = uuids(person_ids);
  const asked = part`${courses.map((course) => course.id)}::uuid[]`;
  const passes_over = part`on conflict (tenant_id, group_id, person_id) where left_at is null do nothing`;
  // `is true` keeps the planner from turning the condition into a join.
  const who_joined = part`where (id in (select person_id from joined)) is true`;
  const people = part`
    ${are_new ? part`people` : part`candidates`} as materialized (
      select p.*
      from unnest(${named}::uuid[]) as n(id)
      cross join lateral (
        select ${columns_of_person}, p.state in ('invited', 'active') as in_use
        from person p
        where p.tenant_id = ${tenant_id} and p.id >= n.id and p.id <= n.id and ${is_there}
        order by p.id
        limit 1
        for no key update
      ) p
    ), joined as (
      insert into group_member (tenant_id, id, group_id, person_id, course_ids, joined_at)
      select ${tenant_id}, (${uuids(person_ids.map(() => newId()))}::uuid[])[row_number() over ()], ${id}, id,
        case when in_use then ${asked} else '{}' end, ${at}
      from ${are_new ? part`people` : part`candidates`}
      ${are_new ? part`` : passes_over}
      returning person_id
    )${are_new ? part`` : part`, people as (select * from candidates ${who_joined})`}`;
  const answer = part`
    ${idsUnlessAll(person_ids, part`select id from people`)} as ids,
    ${courses.length === 0 ? part`'{}'::json` : part`(select coalesce(json_object_agg(id, ${asked} order by id), '{}') from people where in_use)`} as courses`;
  const statement = insertionOfEventsOfPeople(tenant_id, events, people, answer);
  return movedOf(person_ids, await emitWithin(db, plannedFor(person_ids, statement)));
}

/** The ids that a query returns, in ascending order; null if it returns all of the given ones, which is the usual case. */
function idsUnlessAll(given: readonly string[], query: Fragment): Fragment {
  return part`
    case when (select count(*) from (${query}) q) < ${given.length}::int
      then (select coalesce(json_agg(id order by id), '[]') from (${query}) q(id)) end`;
}

type Answered = { ids: string[] | null; courses: Moved["courses"] };

/** The texts of the ids are those that the program has already, so that 100,000 ids are in memory once. */
function movedOf(given: readonly string[], { ids, courses }: Answered): Moved {
  return { ids: ids ?? given, courses };
}

/** With more ids than this, a statement is planned each time, by the present statistics and for the number of its ids. */
const few = 100;

function plannedFor(ids: readonly string[], statement: Statement): Statement {
  return ids.length > few ? plannedEachTime(statement) : statement;
}

/** `is_there`: the identity provider can see this person. */
export type LockedPerson = Candidate & { is_there: boolean };

/**
 * People in ascending order of their ids, which is the order of locks. Without `waits`, people whom another transaction has
 * locked are left out.
 */
export async function lockPeople(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
  waits: boolean = true,
): Promise<LockedPerson[]> {
  const statement = sql`
    select ${is_there} as is_there, p.id, p.employee_no, p.department_id,
      (select d.name from department d where d.tenant_id = ${tenant_id} and d.id = p.department_id) as department_name,
      p.worker_type, p.contractor_id, p.state, p.job_title, p.attributes, p.employment_start_date
    from person p
    where p.tenant_id = ${tenant_id} and p.id = any (${ids}::uuid[])
    order by p.id
    for no key update of p ${waits ? part`` : part`skip locked`}`;
  return db.rows(plannedFor(ids, statement));
}

/** Ids of all members, in ascending order. */
export async function listMembers(db: Db, tenant_id: string, group_id: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const row = await db.row<{ ids: string[] }>(sql`
      select coalesce(json_agg(person_id order by person_id), '[]') as ids
      from (
        select person_id
        from group_member
        where tenant_id = ${tenant_id} and group_id = ${group_id} and left_at is null and person_id > ${ids.at(-1) ?? no_id}
        order by person_id
        limit ${slice_max}::int
      ) m`);
    ids.push(...row!.ids);
    if (row!.ids.length < slice_max) return ids;
  }
}

/**
 * Removes those of the people who are members, with an event each. `person_ids` has each id once, in ascending order, which is
 * the order of locks. People are locked before memberships are read, because a deactivation ends memberships while it holds only
 * the person's lock.
 */
export async function updateMembersLeft(
  db: Db,
  tenant_id: string,
  group_id: string,
  person_ids: readonly string[],
  at: string,
  events: EventsOfPeople,
): Promise<Moved> {
  const named = uuids(person_ids);
  const locking = sql`
    select count(*)
    from (
      select
      from unnest(${named}::uuid[]) as n(id)
      cross join lateral (
        select
        from person
        where tenant_id = ${tenant_id} and id >= n.id and id <= n.id
        order by id
        limit 1
        for no key update
      ) p
    ) p`;
  const people = part`
    moved as materialized (
      select m.*
      from unnest(${named}::uuid[]) as n(id)
      cross join lateral (
        select person_id, course_ids, ctid as place
        from group_member
        where tenant_id = ${tenant_id} and group_id = ${group_id} and left_at is null and person_id >= n.id and person_id <= n.id
        order by person_id
        limit 1
      ) m
    ), ended as materialized (
      select infra.end_memberships(array(select place from moved), ${at}::timestamptz)
    ), people as materialized (
      select p.*
      from ended
      cross join moved m
      cross join lateral (
        select ${columns_of_person}
        from person p
        where p.tenant_id = ${tenant_id} and p.id >= m.person_id and p.id <= m.person_id
        order by p.id
        limit 1
      ) p
    )`;
  const answer = part`
    ${idsUnlessAll(person_ids, part`select person_id from moved`)} as ids,
    (select coalesce(json_object_agg(person_id, course_ids order by person_id), '{}') from moved where course_ids <> '{}') as courses`;
  const [, moved] = await Promise.all([
    db.count(plannedFor(person_ids, locking)),
    emitWithin<Answered>(db, plannedFor(person_ids, insertionOfEventsOfPeople(tenant_id, events, people, answer))),
  ]);
  return movedOf(person_ids, moved);
}
