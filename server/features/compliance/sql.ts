import { join, part, rowByKey, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Evidence } from "./matrix/evidence.ts";
import { not_ended } from "./flag/exempt-sql.ts";
import { flagOfRank, last_rank, rankOf, worstOfAll } from "./flag/severity-sql.ts";
import type { Facts, Flag, Status } from "./flag/status.ts";

/** A person and a course. */
export type Pair = { person_id: string; course_id: string };

/** The facts of a pair; `is_kept`: a flag is stored for it. */
export type FactsRow = Pair & Facts & { type: "course" | "learning_path"; is_kept: boolean };

/** The facts of a pair whose flag may be stored. */
export type KnownFacts = FactsRow & Told;

/** `worst`: the person's stored worst flag over all courses. `is_told`: a subscription lists `compliance.status_changed`. */
type Told = { worst: Flag | null; is_told: boolean };

/**
 * The facts of pairs whose person and course exist, in no order. Pairs are passed as one JSON document. With an array the planner
 * would see its length, find a plan for one element cheaper than the generic plan, and plan again for each request.
 */
export async function listFacts(db: Db, tenant_id: string, pairs: readonly Pair[]): Promise<FactsRow[]> {
  return db.rows(sql`${factsOf(tenant_id, givenPairs(pairs))}`);
}

/** The facts of pairs whose flags are to be stored, in no order. */
export async function listKnownFacts(db: Db, tenant_id: string, pairs: readonly Pair[]): Promise<KnownFacts[]> {
  return db.rows(sql`${factsOf(tenant_id, givenPairs(pairs), eventColumnsOf(tenant_id))}`);
}

function givenPairs(pairs: readonly Pair[]): Fragment {
  const named = JSON.stringify(pairs.map(({ person_id, course_id }) => ({ person_id, course_id })));
  return part`jsonb_to_recordset(${named}::jsonb) as w(person_id uuid, course_id uuid)`;
}

/** A pair by ids, or by the normal forms of the employee number and the course code. */
export type NamedPair = { person_id?: string; employee_no_norm?: string; course_id?: string; code_norm?: string };

/** The facts of named pairs, read in one statement. Pairs whose person or course does not exist are left out. */
export async function listFactsOfNamed(db: Db, tenant_id: string, named: readonly NamedPair[]): Promise<KnownFacts[]> {
  const rows = factsOf(
    tenant_id,
    part`(
      select distinct p.id as person_id, c.id as course_id
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(person_id uuid, employee_no_norm text, course_id uuid, code_norm text)
      cross join lateral (
        select n.person_id as id where n.person_id is not null
        union all
        ${idByName("person", "employee_no_norm", tenant_id)}
      ) p
      cross join lateral (
        select n.course_id as id where n.course_id is not null
        union all
        ${idByName("course", "code_norm", tenant_id)}
      ) c
    ) w`,
    eventColumnsOf(tenant_id),
  );
  return db.rows(sql`${rows}`);
}

function eventColumnsOf(tenant_id: string): Fragment {
  return part`${worstOf(tenant_id, "w")} as worst, ${isTold(tenant_id)} as is_told,`;
}

/** Like `rowByKey`, by a unique name instead of the id. */
function idByName(table: "person" | "course", name: "employee_no_norm" | "code_norm", tenant_id: string): Fragment {
  const column = raw(name);
  return part`(
          select id from ${raw(table)}
          where tenant_id = ${tenant_id} and ${column} >= n.${column} and ${column} <= n.${column}
          order by ${column}
          limit 1
        )`;
}

/**
 * The facts of the pairs in the table expression `w` (person_id, course_id). Aggregates are sorted by the id as text: if they
 * were sorted by the id itself, PostgreSQL 16 and newer might use the primary key for the order, and read the whole organisation
 * for each pair.
 */
export function factsOf(tenant_id: string, pairs: Fragment, also: Fragment = part``): Fragment {
  return part`
    select w.person_id, w.course_id, c.type, p.state in ('invited', 'active') as person_active,
      coalesce((
        select true from compliance_status s
        where s.tenant_id = ${tenant_id} and ${ofPerson("s", "w.person_id")} and s.course_id = w.course_id
        order by s.person_id
        limit 1
      ), false) as is_kept,
      ${also}
      ${knownOf(tenant_id)}
    from ${pairs}
    cross join lateral ${rowByKey("*", "person", tenant_id, "w.person_id")} p
    cross join lateral ${rowByKey("*", "course", tenant_id, "w.course_id")} c`;
}

/** The facts of pair `w` with course `c`, except those of the person. */
export function knownOf(tenant_id: string): Fragment {
  return part`
      c.expiring_soon_days, c.grace_days, coalesce(c.issues_certificates, c.validity_value is not null) as issues_certificates,
      ${required(tenant_id)} as required,
      coalesce((
        select json_agg(json_build_object(
          'id', e.id, 'state', e.state, 'cycle_year', e.cycle_year, 'cycle_seq', e.cycle_seq, 'due_date', e.due_date,
          'assigned_at', infra.iso(e.assigned_at), 'renewal', e.source = 'renewal', 'mandatory', e.mandatory,
          'requirement_active', e.requirement_active, 'completed_at', infra.iso(e.completed_at)) order by e.id::text collate "C")
        from enrollment e
        where e.tenant_id = ${tenant_id} and e.person_id = w.person_id and e.course_id = w.course_id
      ), '[]') as enrollments,
      coalesce((
        select json_agg(json_build_object(
          'id', t.id, 'enrollment_id', t.enrollment_id, 'issued_at', infra.iso(t.issued_at), 'valid_from', t.valid_from,
          'valid_until', t.valid_until, 'revoked', t.revoked_at is not null) order by t.id::text collate "C")
        from (
          select id, enrollment_id, issued_at, valid_from, valid_until, revoked_at from certificate
          where tenant_id = ${tenant_id} and ${ofPerson("certificate", "w.person_id")} and course_id = w.course_id
          order by person_id
        ) t
      ), '[]') as certificates,
      coalesce((
        select json_agg(json_build_object('from', x.from_on, 'until', x.until_on) order by x.id::text collate "C")
        from exemption x
        where x.tenant_id = ${tenant_id} and x.person_id = w.person_id and x.course_id = w.course_id and ${not_ended}
      ), '[]') as exemptions`;
}

/** Whether a rule that matches person `w`, or a group with that person, requires the course itself or a path that contains it. */
function required(tenant_id: string): Fragment {
  const asked = part`(select w.course_id union all select i.path_id from path_item i where i.tenant_id = ${tenant_id} and i.course_id = w.course_id)`;
  return part`(
    exists (
      select from (
        select m.rule_id from rule_match m
        where m.tenant_id = ${tenant_id} and ${ofPerson("m", "w.person_id")}
        order by m.person_id
      ) m
      join rule_course rc on rc.tenant_id = ${tenant_id} and rc.rule_id = m.rule_id
      where rc.course_id in ${asked}
    )
    or exists (
      select from (
        select m.group_id from group_member m
        where m.tenant_id = ${tenant_id} and ${ofPerson("m", "w.person_id")} and m.left_at is null
        order by m.person_id
      ) m
      join group_course gc on gc.tenant_id = ${tenant_id} and gc.group_id = m.group_id
      where gc.course_id in ${asked}
    ))`;
}

/**
 * Selects the rows of a person by a range of one value, for a select that is sorted by the person, as in `rowByKey`. Without
 * statistics the planner may prefer an index with another column before the person, and read the whole organisation for each
 * person.
 */
function ofPerson(
  alias: "m" | "s" | "certificate" | "compliance_status",
  person_id: "w.person_id" | "g.person_id" | "p.person_id",
): Fragment {
  return raw(`${alias}.person_id >= ${person_id} and ${alias}.person_id <= ${person_id}`);
}

/** Pairs of people with all courses for which they have an enrollment, a certificate, an exemption or a flag. */
export async function listPairsOf(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<Pair[]> {
  return db.rows(sql`
    select person_id, course_id from enrollment where tenant_id = ${tenant_id} and person_id = any (${person_ids}::uuid[])
    union
    select person_id, course_id from certificate where tenant_id = ${tenant_id} and person_id = any (${person_ids}::uuid[])
    union
    select person_id, course_id from exemption where tenant_id = ${tenant_id} and person_id = any (${person_ids}::uuid[])
    union
    select person_id, course_id from compliance_status where tenant_id = ${tenant_id} and person_id = any (${person_ids}::uuid[])`);
}

/** The flag to store for a pair; `status` null: nothing is required. `facts`: the facts from which it was computed. */
export type Judged = Pair & Told & { is_kept: boolean; status: (Status & Evidence) | null; facts: Facts };

/** A changed flag; null: no flag before, or none now. */
export type Moved = Pair & Told & { previous_status: Flag | null; status: Flag | null };

/**
 * Stores flags of distinct pairs that have none yet, with a row of history each. `at`: the instant on the tenant's clock. The
 * caller must call `raiseWorst` afterwards.
 */
export async function insertStatuses(db: Db, tenant_id: string, at: string, judged: readonly Judged[]): Promise<void> {
  await db.count(sql`
    with ${given(judged)},
    kept as (
      insert into compliance_status (tenant_id, person_id, course_id, department_id, worker_type, contractor_id, ${columns},
        look_on, computed_at)
      ${placed(tenant_id, at)}
      returning person_id, course_id, ${columns}
    )
    insert into compliance_history (tenant_id, person_id, course_id, changed_at, ${columns})
    select ${tenant_id}::uuid, person_id, course_id, ${lineAt(tenant_id, at, "kept")}, ${columns}
    from kept`);
}

/**
 * Stores flags of pairs that may have one already, and returns those that changed, with a row of history each. The previous rows
 * are `materialized`, because the planner would otherwise read all given pairs again for each pair.
 */
export async function storeStatuses(db: Db, tenant_id: string, at: string, judged: readonly Judged[]): Promise<Moved[]> {
  // A delete or an insert fires its statement triggers even if it affects no row.
  const deletes = judged.some(({ status }) => status === null);
  const keeps = judged.some(({ status }) => status !== null);
  const gone = {
    table: part`gone as (
      delete from compliance_status
      where ctid = any (array(select place from before where goes)) and tenant_id = ${tenant_id}
      returning person_id, course_id, status
    )`,
    lines: part`
    select ${tenant_id}::uuid, person_id, course_id, ${lineAt(tenant_id, at, "gone")}, status, ${nothing}
    from gone`,
  };
  const kept = {
    table: part`kept as (
      insert into compliance_status as s (tenant_id, person_id, course_id, department_id, worker_type, contractor_id, ${columns},
        look_on, computed_at)
      ${placed(tenant_id, at)}
      where g.status is not null
      on conflict (tenant_id, person_id, course_id) do update
      set (${columns}, look_on, computed_at, department_id, worker_type, contractor_id)
        = (${columnsOf("excluded")}, excluded.look_on, excluded.computed_at, excluded.department_id, excluded.worker_type, excluded.contractor_id)
      where (${columnsOf("s")}, s.look_on, s.worker_type is null) is distinct from (${columnsOf("excluded")}, excluded.look_on, false)
      returning person_id, course_id, ${columns}
    )`,
    lines: part`
    select ${tenant_id}::uuid, k.person_id, k.course_id, ${lineAt(tenant_id, at, "k")}, b.status, ${columnsOf("k")}
    from kept k
    left join before b on b.person_id = k.person_id and b.course_id = k.course_id`,
  };
  const changes = [...(deletes ? [gone] : []), ...(keeps ? [kept] : [])];
  return db.rows(sql`
    with ${given(judged)},
    before as materialized (
      select g.person_id, g.course_id, g.status is null as goes, s.status, s.place
      from given g
      cross join lateral (
        select status, ctid as place from compliance_status
        where tenant_id = ${tenant_id} and ${ofPerson("compliance_status", "g.person_id")} and course_id = g.course_id
        order by person_id
        limit 1
      ) s
    ),
    ${join(
      changes.map(({ table }) => table),
      ", ",
    )}
    insert into compliance_history (tenant_id, person_id, course_id, changed_at, previous_status, ${columns})
    ${join(
      changes.map(({ lines }) => lines),
      " union all ",
    )}
    returning person_id, course_id, previous_status, status, ${worstOf(tenant_id, "compliance_history")} as worst,
      ${isTold(tenant_id)} as is_told`);
}

function given(judged: readonly Judged[]): Fragment {
  return part`given as (
      select *
      from jsonb_to_recordset(${JSON.stringify(judged.map(flat))}::jsonb)
        as g(person_id uuid, course_id uuid, status text, basis text, in_grace boolean, enrollment_id uuid, enrollment_status text,
          cycle_year integer, due_date date, completed_at timestamptz, certificate_id uuid, valid_until date,
          renewal_enrollment_id uuid, next_status text, next_change_on date, look_on date)
    )`;
}

/** The given flags as rows of compliance_status, with department, kind and company of the people. */
function placed(tenant_id: string, at: string): Fragment {
  return part`
      select ${tenant_id}::uuid, g.person_id, g.course_id, p.department_id, p.worker_type, p.contractor_id, ${columnsOf("g")}, g.look_on,
        ${at}::timestamptz
      from given g
      cross join lateral ${rowByKey("department_id, worker_type, contractor_id", "person", tenant_id, "g.person_id")} p`;
}

/**
 * The instant of a new row of a pair's history: not before that of the previous row, so that the row that was written last also
 * has the latest instant. A transaction that waited for the person's row may have begun before those that changed it meanwhile.
 */
function lineAt(tenant_id: string, at: string, pair: "kept" | "gone" | "k"): Fragment {
  return part`greatest(${at}::timestamptz, (
      select changed_at from compliance_history
      where tenant_id = ${tenant_id} and person_id = ${raw(pair)}.person_id and course_id = ${raw(pair)}.course_id
      order by changed_at desc, id desc
      limit 1
    ))`;
}

/** The stored worst flag of the row's person. */
function worstOf(tenant_id: string, alias: "w" | "compliance_history"): Fragment {
  return part`(
      select p.worst from compliance_person p where p.tenant_id = ${tenant_id} and p.person_id = ${raw(alias)}.person_id
    )`;
}

/** Whether a subscription lists the event. As a part of another statement it is computed once for all rows. */
function isTold(tenant_id: string): Fragment {
  return part`exists (
      select from webhook_subscription w
      join client c on c.tenant_id = w.tenant_id and c.id = w.client_id and c.revoked_at is null
      where w.tenant_id = ${tenant_id} and w.deleted_at is null and 'compliance.status_changed' = any (w.subscribed_events)
    )`;
}

/** The columns that compliance_status and its history share. */
const names = [
  "status",
  "basis",
  "in_grace",
  "enrollment_id",
  "enrollment_status",
  "cycle_year",
  "due_date",
  "completed_at",
  "certificate_id",
  "valid_until",
  "renewal_enrollment_id",
  "next_status",
  "next_change_on",
] as const;
const columns = raw(names.join(", "));
const nothing = part`null, null, null, null::uuid, null, null::integer, null::date, null::timestamptz, null::uuid, null::date, null::uuid, null, null::date`;

function columnsOf(alias: string): Fragment {
  return raw(names.map((name) => `${alias}.${name}`).join(", "));
}

function raw(text: string): Fragment {
  return { parts: [text], parameters: [] };
}

function flat({ person_id, course_id, status }: Judged): object {
  return { person_id, course_id, ...status };
}

/** Sets the worst flag of those people who have a better one. */
export function raiseWorst(db: Db, tenant_id: string, flag: Flag, person_ids: readonly string[]): void {
  db.send(sql`
    update compliance_person
    set worst = ${flag}
    where tenant_id = ${tenant_id} and person_id = any (${person_ids}::uuid[])
      and coalesce(${rankOf(part`worst`)}, ${last_rank}) > ${rankOf(part`${flag}::text`)}`);
}

/**
 * Updates the worst flag of people after some of their flags have changed. A person's other flags are read only if the worst one
 * may have gone, those of the youngest courses first, until one is found that is as bad.
 */
export function updateWorst(db: Db, tenant_id: string, moved: readonly Moved[]): void {
  db.send(sql`
    update compliance_person c
    set worst = w.worst
    from (
      select p.place,
        case
          when m.after <= coalesce(r.worst, ${last_rank}) then ${flagOfRank(part`m.after`)}
          when coalesce(m.before, ${last_rank}) > r.worst then p.worst
          when exists (
            select from (
              select s.status
              from compliance_status s
              where s.tenant_id = ${tenant_id} and ${ofPerson("s", "p.person_id")}
              order by s.person_id desc, s.course_id desc
            ) s
            where ${rankOf(part`s.status`)} <= r.worst
          ) then p.worst
          else (
            select ${worstOfAll(part`s.status`)}
            from compliance_status s
            where s.tenant_id = ${tenant_id} and s.person_id = p.person_id
          )
        end as worst
      from (
        select g.person_id, min(${rankOf(part`g.previous_status`)}) as before,
          min(${rankOf(part`g.status`)}) as after
        from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as g(person_id uuid, previous_status text, status text)
        group by g.person_id
      ) m
      cross join lateral (
        select person_id, worst, ctid as place from compliance_person where tenant_id = ${tenant_id} and person_id = m.person_id limit 1
      ) p
      cross join lateral (select ${rankOf(part`p.worst`)} as worst) r
    ) w
    where c.tenant_id = ${tenant_id} and c.ctid = w.place and c.worst is distinct from w.worst`);
}

/** The flag of row `s` of compliance_status on a day, including a change by time alone that no job has stored yet. */
export function flagOn(today: string): Fragment {
  return part`case when s.next_change_on <= ${today}::date then s.next_status else s.status end`;
}
