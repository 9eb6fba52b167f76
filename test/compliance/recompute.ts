import type { TestDatabase } from "../harness/database.ts";

/** A flag of the matrix, on which all three computations must agree. */
export type Shown = { person_id: string; course_id: string; status: string; basis: string; in_grace: boolean };

/**
 * Every flag of an organisation on a day, computed from the records in plain SQL, set by set as the design defines it and without
 * any of the program's own rules. Slow and simple on purpose.
 */
export async function recompute(database: TestDatabase, tenant_id: string, today: string): Promise<Shown[]> {
  const { rows } = await database.superuser.query<Shown>(recomputation, [tenant_id, today]);
  return rows;
}

/** The flags that the program has stored. */
export async function kept(database: TestDatabase, tenant_id: string): Promise<Shown[]> {
  const { rows } = await database.superuser.query<Shown>(
    `select person_id, course_id, status, basis, in_grace from compliance_status where tenant_id = $1 order by 1, 2`,
    [tenant_id],
  );
  return rows;
}

const recomputation = `
with pair as (
  select p.id as person_id, c.id as course_id, c.expiring_soon_days as w, c.grace_days as g,
    coalesce(c.issues_certificates, c.validity_value is not null) as issues
  from person p
  join course c on c.tenant_id = p.tenant_id and c.type = 'course'
  where p.tenant_id = $1 and p.state in ('invited', 'active')
),
asked as (
  select m.person_id, rc.course_id from rule_match m
  join rule_course rc on rc.tenant_id = m.tenant_id and rc.rule_id = m.rule_id where m.tenant_id = $1
  union
  select m.person_id, gc.course_id from group_member m
  join group_course gc on gc.tenant_id = m.tenant_id and gc.group_id = m.group_id
  where m.tenant_id = $1 and m.left_at is null
),
asked_course as (
  select person_id, course_id from asked
  union
  select a.person_id, i.course_id from asked a join path_item i on i.tenant_id = $1 and i.path_id = a.course_id
),
exempt as (
  select distinct person_id, course_id from exemption
  where tenant_id = $1 and ended_at is null and from_on <= $2::date and coalesce(until_on, 'infinity') >= $2::date
),
live as (
  select * from enrollment
  where tenant_id = $1 and state not in ('cancelled', 'withdrawn') and mandatory and requirement_active
),
open as (
  select e.* from live e
  where e.state in ('assigned', 'in_progress', 'failed')
    and not exists (
      select from live n
      where n.person_id = e.person_id and n.course_id = e.course_id
        and (n.cycle_year, n.cycle_seq) > (e.cycle_year, e.cycle_seq)
        and (e.state = 'failed' or n.state = 'completed'))
),
valid as (
  select id, person_id, course_id, issued_at, valid_from, coalesce(valid_until, 'infinity') as valid_until
  from certificate where tenant_id = $1 and revoked_at is null
),
stretch as (
  select v.*, max(valid_until) over (
    partition by person_id, course_id order by valid_from, id rows between unbounded preceding and 1 preceding) as reached
  from valid v
),
run as (
  select s.*, count(*) filter (where reached is null or valid_from > reached + 1) over (
    partition by person_id, course_id order by valid_from, id) as number
  from stretch s
),
best as (
  select distinct on (r.person_id, r.course_id) r.person_id, r.course_id, r.valid_until, r.issued_at
  from run r
  join (select person_id, course_id, number, min(valid_from) as begins from run group by 1, 2, 3) b using (person_id, course_id, number)
  where b.begins <= $2::date
  order by r.person_id, r.course_id, r.number desc, r.valid_until desc, r.issued_at desc
),
counted as (
  select b.* from best b
  where not exists (
    select from open o
    where o.person_id = b.person_id and o.course_id = b.course_id and o.source <> 'renewal' and o.assigned_at > b.issued_at)
),
fact as (
  select p.*,
    x.person_id is not null as is_exempt,
    a.person_id is not null or exists (select from live l where l.person_id = p.person_id and l.course_id = p.course_id) as is_required,
    c.valid_until,
    (select count(*) from open o where o.person_id = p.person_id and o.course_id = p.course_id) as open,
    (select count(*) from open o where o.person_id = p.person_id and o.course_id = p.course_id and o.source = 'renewal') as renewals,
    (select count(*) from open o where o.person_id = p.person_id and o.course_id = p.course_id and o.state <> 'assigned') as started,
    (select count(*) from open o where o.person_id = p.person_id and o.course_id = p.course_id and o.due_date < $2::date) as past_due,
    (select count(*) from open o where o.person_id = p.person_id and o.course_id = p.course_id and o.due_date + p.g < $2::date) as late,
    (select count(*) from live l where l.person_id = p.person_id and l.course_id = p.course_id and l.state = 'completed') as completed,
    (select count(*) from certificate t where t.tenant_id = $1 and t.person_id = p.person_id and t.course_id = p.course_id
      and t.valid_from <= $2::date) as certificates,
    (select count(*) from valid v where v.person_id = p.person_id and v.course_id = p.course_id
      and v.valid_from <= $2::date) as unrevoked
  from pair p
  left join exempt x using (person_id, course_id)
  left join asked_course a using (person_id, course_id)
  left join counted c using (person_id, course_id)
),
judged as (
  select person_id, course_id, (
    case
      when is_exempt then array['COMPLIANT', 'exemption', 'false']
      when late > 0 then array['OVERDUE', 'enrollment', 'false']
      when valid_until = 'infinity' then array['COMPLIANT', 'certificate', 'false']
      when valid_until + g >= $2::date and valid_until - $2::date > w then array['COMPLIANT', 'certificate', 'false']
      when valid_until + g >= $2::date then array['EXPIRING_SOON', 'certificate', (valid_until < $2::date)::text]
      when valid_until is not null and is_required and open = renewals then array['OVERDUE', 'certificate', 'false']
      when started > 0 then array['IN_PROGRESS', 'enrollment', (past_due > 0)::text]
      when open > 0 then array['PENDING', 'enrollment', (past_due > 0)::text]
      when certificates > 0 and unrevoked = 0 and is_required then array['OVERDUE', 'certificate', 'false']
      when completed > 0 and not issues then array['COMPLIANT', 'completion', 'false']
    end) as flag
  from fact
)
select person_id, course_id, flag[1] as status, flag[2] as basis, flag[3]::boolean as in_grace
from judged
where flag is not null
order by 1, 2`;
