import type { Pool } from "../../platform/db/pool.ts";
import { constant, part, sql, type Fragment, type Statement } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { comingSince, countedSince } from "../compliance/flag/delta-sql.ts";
import { worstOfAll } from "../compliance/flag/severity-sql.ts";
import { keptWorkedOut } from "../compliance/outlook/standing-people-sql.ts";

/** The result of a check: how many rows it looked at, how many are wrong, and one example. */
export type Seen = { looked_at: number; faults: number; first: string | null };

export async function look(pool: Pool, tenant_id: string, statement: Statement): Promise<Seen> {
  const [seen] = await readTenant<Seen>(pool, tenant_id, statement);
  return seen!;
}

/** Turns rows of `found (name, wrong)` into the result of a check. */
function seenOf(found: Fragment): Statement {
  return sql`
    select count(*)::int as looked_at, count(*) filter (where wrong)::int as faults, min(name) filter (where wrong) as first
    from (${found}) found`;
}

/** The checks within an organisation; `says` is what each one promises. */
export const agreements: Readonly<Record<string, { says: string; statement: (tenant_id: string) => Statement }>> = {
  "compliance.numbers": {
    says: "numbers of people by flag are those of the flags",
    statement: (tenant_id) =>
      seenOf(part`
        select concat_ws(' ', t.course_id, t.department_id, t.status, k.people, '<>', t.people) as name,
          coalesce(k.people, 0) <> coalesce(t.people, 0) as wrong
        from (
          select course_id, coalesce(department_id, infra.no_id()) as department_id, worker_type,
            coalesce(contractor_id, infra.no_id()) as contractor_id, status, count(*) as people
          from compliance_status where tenant_id = ${tenant_id} and worker_type is not null group by 1, 2, 3, 4, 5
          union all
          select infra.no_id(), coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()),
            coalesce(worst, 'NONE'), count(*)
          from compliance_person where tenant_id = ${tenant_id} group by 1, 2, 3, 4, 5
        ) t
        full join (
          select course_id, department_id, worker_type, contractor_id, status, sum(people) as people
          from (
            select course_id, department_id, worker_type, contractor_id, status, people
            from compliance_count where tenant_id = ${tenant_id}
            union all
            select course_id, department_id, worker_type, contractor_id, status, people
            from ${countedSince(tenant_id)} d
          ) c group by 1, 2, 3, 4, 5
        ) k using (course_id, department_id, worker_type, contractor_id, status)`),
  },
  "compliance.standing": {
    says: "what is kept of a person's entries is what they add up to",
    statement: (tenant_id) =>
      seenOf(part`
        select s.person_id::text as name, e.person_id is null or c.person_id is null
          or (s.department_id, s.contractor_id, s.manager_id, s.entries, s.covered, s.days)
            is distinct from (e.department_id, e.contractor_id, e.manager_id, e.entries, e.covered, e.days)
          or not (s.open_courses @> e.open_courses and s.open_courses <@ e.open_courses
            and s.void_courses @> e.void_courses and s.void_courses <@ e.void_courses) as wrong
        from standing s
        left join (${keptWorkedOut(tenant_id)}) e on e.person_id = s.person_id
        left join compliance_person c on c.tenant_id = ${tenant_id} and c.person_id = s.person_id
        where s.tenant_id = ${tenant_id}`),
  },
  "compliance.forecast": {
    says: "numbers of what time will change are those of the flags",
    statement: (tenant_id) =>
      seenOf(part`
        select concat_ws(' ', t.day, t.course_id, t.what, k.entries, '<>', t.entries) as name,
          coalesce(k.entries, 0) <> coalesce(t.entries, 0) as wrong
        from (
          select c.day, s.course_id, c.what, count(*) as entries
          from compliance_status s
          cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
          where s.tenant_id = ${tenant_id} group by 1, 2, 3
        ) t
        full join (
          select day, course_id, what, sum(entries) as entries
          from (
            select day, course_id, what, entries from forecast_count where tenant_id = ${tenant_id}
            union all
            select day, course_id, what, entries from ${comingSince(tenant_id)} d
          ) c group by 1, 2, 3
        ) k using (day, course_id, what)`),
  },
  "compliance.worst": {
    says: "each person's worst flag is the worst of the person's flags",
    statement: (tenant_id) =>
      seenOf(part`
        select p.person_id::text as name, p.worst is distinct from w.status as wrong
        from compliance_person p
        left join (
          select person_id, ${worstOfAll(part`status`)} as status
          from compliance_status
          where tenant_id = ${tenant_id}
          group by person_id
        ) w on w.person_id = p.person_id
        where p.tenant_id = ${tenant_id}`),
  },
  "compliance.people": {
    says: "the matrix shows everybody who is invited or active",
    statement: (tenant_id) =>
      seenOf(part`
        select coalesce(p.id, c.person_id)::text as name, p.id is null or c.person_id is null as wrong
        from (select id from person where tenant_id = ${tenant_id} and state in ('invited', 'active')) p
        full join (select person_id from compliance_person where tenant_id = ${tenant_id}) c on c.person_id = p.id`),
  },
  "people.numbers": {
    says: "numbers of people by department, company and state are those of the people",
    statement: (tenant_id) =>
      seenOf(part`
        select concat_ws(' ', t.department_id, t.worker_type, t.state, k.people, '<>', t.people) as name,
          coalesce(k.people, 0) <> coalesce(t.people, 0) as wrong
        from (
          select coalesce(department_id, infra.no_id()) as department_id, worker_type,
            coalesce(contractor_id, infra.no_id()) as contractor_id, state, count(*) as people
          from person where tenant_id = ${tenant_id} group by 1, 2, 3, 4
        ) t
        full join (
          select department_id, worker_type, contractor_id, state, sum(people) as people
          from (
            select department_id, worker_type, contractor_id, state, people from person_count where tenant_id = ${tenant_id}
            union all
            select department_id, worker_type, contractor_id, state, people from person_delta where tenant_id = ${tenant_id}
          ) c group by 1, 2, 3, 4
        ) k using (department_id, worker_type, contractor_id, state)`),
  },
  "licences.seats": {
    says: "seats that licences count are those that are held",
    statement: (tenant_id) =>
      seenOf(part`
        select l.name, l.seats_used <> count(s.id) as wrong
        from license l
        left join license_seat s on s.tenant_id = ${tenant_id} and s.license_id = l.id and s.state = 'held'
        where l.tenant_id = ${tenant_id}
        group by l.id, l.name, l.seats_used`),
  },
  "events.bodies": {
    says: "each event's body is that of its id and type",
    statement: (tenant_id) =>
      seenOf(part`
        select e.id::text as name,
          substr(e.body, 1, 53 + length(e.type)) <> convert_to('{"id":"' || e.id || '","type":"' || e.type, 'UTF8')
            or substr(e.body, octet_length(e.body)) <> '}' as wrong
        from event e
        where e.tenant_id = ${tenant_id}`),
  },
  "deliveries.events": {
    says: "each delivery of the last 29 days has its event, with the bytes that were signed",
    statement: (tenant_id) =>
      seenOf(part`
        select d.id::text as name,
          e.id is null or octet_length(e.body) <> d.payload_bytes or sha256(e.body) <> d.payload_sha256 as wrong
        from webhook_delivery d
        left join event e on e.tenant_id = ${tenant_id} and e.id = d.event_id
        where d.tenant_id = ${tenant_id}
          and d.event_id >= infra.first_id_of((to_timestamp(infra.now_us() / 1000000.0) at time zone 'UTC')::date - 29)`),
  },
  "deliveries.subscriptions": {
    says: "each delivery belongs to a subscription",
    statement: (tenant_id) =>
      pointers(tenant_id, part`webhook_delivery`, [[part`r.subscription_id`, part`webhook_subscription`]]),
  },
  "evidence.files": {
    says: "each stored document has all of its bytes",
    statement: (tenant_id) =>
      seenOf(part`
        select f.certificate_id::text as name,
          coalesce(sum(octet_length(c.bytes)), 0) <> f.size_bytes
            or sha256(coalesce(string_agg(c.bytes, ''::bytea order by c.number), ''::bytea)) <> f.sha256 as wrong
        from evidence_file f
        left join evidence_chunk c on c.tenant_id = ${tenant_id} and c.certificate_id = f.certificate_id
        where f.tenant_id = ${tenant_id}
        group by f.certificate_id, f.size_bytes, f.sha256`),
  },
  "certificates.before": {
    says: "each certificate's predecessor is there",
    statement: (tenant_id) => pointers(tenant_id, part`certificate`, [[part`r.previous_certificate_id`, part`certificate`]]),
  },
  "enrollments.sources": {
    says: "what asks for an enrollment is there: rule, group, earlier enrollment",
    statement: (tenant_id) =>
      seenOf(part`
        select s.enrollment_id::text as name,
          s.source = 'rule' and not exists (select from rule x where x.tenant_id = ${tenant_id} and x.id = s.ref_id)
            or s.source = 'group' and not exists (select from person_group x where x.tenant_id = ${tenant_id} and x.id = s.ref_id)
            as wrong
        from enrollment_source s
        where s.tenant_id = ${tenant_id}
        union all
        select e.id::text, not exists (select from enrollment x where x.tenant_id = ${tenant_id} and x.id = e.renewal_of)
        from enrollment e
        where e.tenant_id = ${tenant_id} and e.renewal_of is not null`),
  },
  "flags.evidence": {
    says: "the enrollment and the certificate that a flag names are there",
    statement: (tenant_id) =>
      pointers(tenant_id, part`compliance_status`, [
        [part`r.enrollment_id`, part`enrollment`],
        [part`r.certificate_id`, part`certificate`],
        [part`r.renewal_enrollment_id`, part`enrollment`],
      ]),
  },
  "flags.people": {
    says: "the person and the course of each flag are there",
    statement: (tenant_id) =>
      pointers(tenant_id, part`compliance_status`, [
        [part`r.person_id`, part`person`],
        [part`r.course_id`, part`course`],
      ]),
  },
  "enrollments.people": {
    says: "the person and the course of each enrollment are there",
    statement: (tenant_id) =>
      pointers(tenant_id, part`enrollment`, [
        [part`r.person_id`, part`person`],
        [part`r.course_id`, part`course`],
      ]),
  },
  "groups.members": {
    says: "the group and the person of each membership are there",
    statement: (tenant_id) =>
      pointers(tenant_id, part`group_member`, [
        [part`r.group_id`, part`person_group`],
        [part`r.person_id`, part`person`],
      ]),
  },
  "scim.documents": {
    says: "the person or group of each document of an identity provider is there",
    statement: (tenant_id) =>
      pointers(tenant_id, part`scim_resource`, [
        [part`r.person_id`, part`person`],
        [part`r.group_id`, part`person_group`],
      ]),
  },
  "scim.addresses": {
    says: "the person of each address of an identity provider is there",
    statement: (tenant_id) => pointers(tenant_id, part`scim_email`, [[part`r.person_id`, part`person`]]),
  },
  "scim.log": {
    says: "the client of each row of the sync log is there",
    statement: (tenant_id) => pointers(tenant_id, part`scim_exchange`, [[part`r.client_id`, part`client`]]),
  },
  "history.people": {
    says: "the person and the course of each change of a flag are there",
    statement: (tenant_id) =>
      pointers(tenant_id, part`compliance_history`, [
        [part`r.person_id`, part`person`],
        [part`r.course_id`, part`course`],
      ]),
  },
};

/** Checks that columns of a table `r` name existing rows, where no foreign key ensures it. */
function pointers(tenant_id: string, table: Fragment, columns: readonly [column: Fragment, target: Fragment][]): Statement {
  const [first, ...rest] = columns.map(
    ([column, target]) => part`
      select r.id::text as name, x.id is null as wrong
      from (select distinct ${column} as id from ${table} r where r.tenant_id = ${tenant_id} and ${column} is not null) r
      left join ${target} x on x.tenant_id = ${tenant_id} and x.id = r.id`,
  );
  return seenOf(rest.reduce((all, one) => part`${all} union all ${one}`, first!));
}

/** The greatest number in an organisation's rows of a table. */
export async function findGreatestNumber(pool: Pool, tenant_id: string, table: string): Promise<number> {
  const [row] = await readTenant<{ greatest: number }>(
    pool,
    tenant_id,
    sql`
      select coalesce((select id from ${constant(table)} where tenant_id = ${tenant_id} order by id desc limit 1), 0) as greatest`,
  );
  return row!.greatest;
}

/** A value that is encrypted with SECRET_KEY. */
export type Sealed = { purpose: "webhook-secret" | "second-factor" | "identity-provider" | "mail"; about: string; bytes: Buffer };

/** Encrypted values: signing secrets, second factors, secrets at identity providers, and mails that have not been sent. */
export function listSealed(pool: Pool, tenant_id: string): Promise<Sealed[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      select 'webhook-secret' as purpose, s.id::text as about, s.secret as bytes
      from webhook_subscription s where s.tenant_id = ${tenant_id} and s.secret is not null
      union all
      select 'webhook-secret', s.id::text, s.previous_secret
      from webhook_subscription s where s.tenant_id = ${tenant_id} and s.previous_secret is not null
      union all
      select 'second-factor', c.account_id::text, c.totp_secret
      from credential c where c.tenant_id = ${tenant_id} and c.totp_secret is not null
      union all
      select 'identity-provider', p.id::text, p.secret from identity_provider p where p.tenant_id = ${tenant_id}
      union all
      select 'mail', m.id::text, m.body from mail m where m.tenant_id = ${tenant_id} and m.due_us is not null`,
  );
}

/** Versions of SECRET_KEY that client secrets still in use were hashed with. */
export function listPeppers(pool: Pool, tenant_id: string): Promise<{ version: number; secrets: number }[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      select pepper_version::int as version, count(*)::int as secrets
      from client_secret
      where tenant_id = ${tenant_id} and revoked_at is null and coalesce(expires_at, 'infinity') > now()
        -- Public keys depend on no version.
        and pepper_version > 0
      group by 1 order by 1`,
  );
}
