import type { Db } from "../../platform/db/transaction.ts";
import { constant, join, part, rowByKey, sql, uuids, type Fragment, type Statement } from "../../platform/db/sql.ts";

/** Attempts of a delivery, not counting manual retries. */
export const attempts_max = 5;

/**
 * The values that filters of subscriptions compare: the ids in the body, and the department that the person has left; null: none.
 */
export type EventScope = { department_id: string | null; former_department_id: string | null; course_id: string | null };

/** `body` is the text whose UTF-8 is stored, signed and sent: JSON on one line. */
export type EventRow = EventScope & { id: string; type: string; body: string; created_at: string };

/**
 * Inserts events, and a delivery to each subscription that lists the type and whose filters match. Returns the number of
 * deliveries. Columns are sent as lines of text: within JSON each body would be escaped here and unescaped there, which for
 * 100,000 events takes longer than inserting them.
 */
export async function insertEvents(db: Db, tenant_id: string, events: readonly EventRow[]): Promise<number> {
  const lines = (name: keyof EventRow) =>
    part`string_to_array(${events.map((event) => event[name] ?? "").join("\n")}::text, e'\\n')`;
  const ids = (name: keyof EventScope) => part`nullif(r.${constant(name)}, '')::uuid`;
  const { told, deliveries } = insertionsOf(
    tenant_id,
    part`
      select r.id, r.type, r.body, r.created_at, ${ids("department_id")} as department_id,
        ${ids("former_department_id")} as former_department_id, ${ids("course_id")} as course_id
      from unnest(${lines("id")}::uuid[], ${lines("type")}, ${lines("body")}, ${lines("created_at")}::timestamptz[],
        ${lines("department_id")}, ${lines("former_department_id")}, ${lines("course_id")})
        as r(id, type, body, created_at, department_id, former_department_id, course_id)`,
  );
  return db.count(sql`with recursive ${told} ${deliveries}`);
}

/** The members of `user` by which events show a person. */
export const person_members = ["id", "employee_no", "department_id", "department_name", "worker_type", "contractor_id"] as const;
export type PersonMember = (typeof person_members)[number];

/**
 * The pattern of an event's body: constant texts and, between them, placeholders for a member of its person or for the event's
 * id.
 */
export type BodyPattern = readonly (string | { of: PersonMember | "event" })[];

/**
 * SQL for a placeholder, of a person `p`. Ids and worker types, of which the table allows two, need no escaping, and `to_json`
 * would look up their type each time.
 */
const plain = (name: string): Fragment => part`coalesce('"' || p.${constant(name)} || '"', 'null')`;
const texts_of: Record<PersonMember | "event", Fragment> = {
  event: plain("event_id"),
  id: plain("id"),
  employee_no: part`coalesce(to_json(p.employee_no)::text, 'null')`,
  department_id: plain("department_id"),
  department_name: part`coalesce(p.department_json, 'null')`,
  worker_type: plain("worker_type"),
  contractor_id: plain("contractor_id"),
};

/**
 * Events that differ only in their people. `ids`: at least one for each person, assigned in ascending order of the people's ids.
 */
export type EventsOfPeople = { ids: readonly string[]; type: string; body: BodyPattern; created_at: string };

/** The columns of a person `p` that events need. */
export const columns_of_person: Fragment = part`p.id, p.employee_no, p.department_id, p.worker_type, p.contractor_id`;

/**
 * The last part of a statement that changes many people: inserts an event for each of them. `people` are the tables of a `with`,
 * one of which is named `people` and has the columns of a person. `answer` are columns of the statement's result, to which the
 * number of deliveries is added. The database builds the bodies, with the bytes that `JSON.stringify` would make, so that neither
 * the people's data nor the bodies travel, and no person is read twice. Each department is looked up once: thousands of people
 * have few.
 */
export function insertionOfEventsOfPeople(
  tenant_id: string,
  events: EventsOfPeople,
  people: Fragment,
  answer: Fragment,
): Statement {
  const { ids, type, body, created_at } = events;
  const texts = body.map((each) => (typeof each === "string" ? part`${each}::text` : texts_of[each.of]));
  const source = part`
      select p.event_id as id, ${type}::text as type, concat(${join(texts, ", ")}) as body, ${created_at}::timestamptz as created_at,
        p.department_id, null::uuid as former_department_id, null::uuid as course_id
      from (
        select (${uuids(ids)}::uuid[])[row_number() over (order by p.id)] as event_id, p.*, d.json as department_json
        from people p
        left join departments d on d.id = p.department_id
      ) p`;
  // PostgreSQL keeps returned rows until the statement ends, and writes them to a file when there are many. So a body is only
  // returned when a subscription lists its type.
  const sent = part`
      case when exists (
        select from webhook_subscription
        where tenant_id = ${tenant_id} and deleted_at is null and ${type}::text = any (subscribed_events)
      ) then body end as body`;
  const { told, deliveries } = insertionsOf(tenant_id, source, sent);
  const departments = part`departments as materialized (
      select d.id, to_json(d.name)::text as json
      from (select distinct department_id as id from people where department_id is not null) o
      cross join lateral ${rowByKey("id, name", "department", tenant_id, "o.id")} d
    )`;
  return sql`
    with recursive ${people}, ${departments}, ${told}, sent as (${deliveries} returning id)
    select ${answer}, (select count(*)::int from sent) as deliveries`;
}

/**
 * `source`: rows with the columns of `EventRow`. `sent`: the body, or null when no subscription lists the type. Subscriptions of
 * revoked clients get no deliveries. The organisation's row is locked once for the statement; a foreign key would lock it for
 * each event.
 *
 * The departments above those of the events are found once for all events, and only if a subscription to one of the types has a
 * filter by department: `within` is a subquery of the condition, which PostgreSQL runs when the first row needs it.
 */
function insertionsOf(
  tenant_id: string,
  source: Fragment,
  sent: Fragment = part`body`,
): { told: Fragment; deliveries: Fragment } {
  const told = part`held as materialized (
      select id
      from tenant
      where id = ${tenant_id}
      for key share
    ), told as (
      insert into event (tenant_id, id, type, body, created_at, department_id, former_department_id, course_id)
      select held.id, r.id, r.type, convert_to(r.body, 'UTF8'), r.created_at, r.department_id, r.former_department_id, r.course_id
      from held
      cross join (${source}
      ) r
      returning id, type, ${sent}, created_at, department_id, former_department_id, course_id
    ), above (department_id, id) as (
      select d, d
      from (select department_id as d from told union select former_department_id from told) o
      where d is not null
      union
      select a.department_id, d.parent_id
      from above a
      join department d on d.tenant_id = ${tenant_id} and d.id = a.id
      where d.parent_id is not null
    ), within as (
      select f.id, a.department_id
      from webhook_subscription f
      join above a on a.id = any (f.department_ids)
      where f.tenant_id = ${tenant_id} and f.deleted_at is null
    )`;
  const deliveries = part`
    insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, max_attempts,
      payload_bytes, payload_sha256)
    select s.tenant_id, infra.new_id(), s.id, t.id, t.type, t.created_at, infra.now_us(), ${attempts_max}::smallint,
      octet_length(t.body), sha256(t.body)
    from told t
    join webhook_subscription s on s.tenant_id = ${tenant_id} and s.deleted_at is null and t.type = any (s.subscribed_events)
      and (s.course_ids is null or t.course_id = any (s.course_ids))
      and (s.department_ids is null or (s.id, t.department_id) in (select id, department_id from within)
        or (s.id, t.former_department_id) in (select id, department_id from within))
    join client c on c.tenant_id = s.tenant_id and c.id = s.client_id and c.revoked_at is null`;
  return { told, deliveries };
}
