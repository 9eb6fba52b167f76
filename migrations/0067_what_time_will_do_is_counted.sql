-- How many entries of the matrix time alone will change, by day and course: a forecast is a sum over these numbers, whose cost does
-- not grow with the entries (docs/decisions/0053). `what` happens on the day: the entry becomes OVERDUE or EXPIRING_SOON; or the
-- certificate behind it has its last day: RENEWS where no renewal is open yet, ENDS where one is. As in 0008, changes are appended,
-- and a job adds them up.
create table forecast_count (
  tenant_id uuid not null references tenant,
  day date not null,
  course_id uuid not null,
  what text not null,
  entries integer not null,
  primary key (tenant_id, day, course_id, what)
) with (fillfactor = 70);
call infra.isolate('forecast_count');

create table forecast_delta (
  tenant_id uuid not null,
  id bigint generated always as identity,
  day date not null,
  course_id uuid not null,
  what text not null,
  entries integer not null,
  primary key (tenant_id, id)
);
call infra.isolate('forecast_delta');
create policy fold on forecast_delta for select to muster_auth using (true);
grant select (tenant_id) on forecast_delta to muster_auth;

-- What a row says of the future: a day for each of two things, null for none.
create function infra.coming(p_next_status text, p_next_change_on date, p_basis text, p_valid_until date, p_renewal uuid)
returns table (day date, what text)
language sql immutable as $$
  select p_next_change_on, p_next_status where p_next_change_on is not null and p_next_status in ('OVERDUE', 'EXPIRING_SOON')
  union all
  select p_valid_until, case when p_renewal is null then 'RENEWS' else 'ENDS' end
  where p_basis = 'certificate' and p_valid_until is not null
$$;

create function infra.count_coming() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, count(*)
    from new_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, -count(*)
    from old_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  else
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, sum(s.n)
    from (
      select tenant_id, course_id, next_status, next_change_on, basis, valid_until, renewal_enrollment_id, 1 as n from new_rows
      union all
      select tenant_id, course_id, next_status, next_change_on, basis, valid_until, renewal_enrollment_id, -1 from old_rows
    ) s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4
    having sum(s.n) <> 0;
  end if;
  return null;
end $$;

-- From here to the end of this migration nobody writes flags, so that none is counted twice or not at all.
create trigger coming_inserted after insert on compliance_status
  referencing new table as new_rows for each statement execute function infra.count_coming();
create trigger coming_updated after update on compliance_status
  referencing old table as old_rows new table as new_rows for each statement execute function infra.count_coming();
create trigger coming_deleted after delete on compliance_status
  referencing old table as old_rows for each statement execute function infra.count_coming();

-- What stands already, organisation by organisation: the owner sees the rows of the one that is named. Readers of flags do not wait.
do $$
declare
  organisations uuid[];
  organisation uuid;
begin
  perform set_config('role', 'muster_auth', true);
  organisations := array(select id from tenant);
  perform set_config('role', 'muster_owner', true);
  foreach organisation in array organisations loop
    perform set_config('app.tenant', organisation::text, true);
    insert into forecast_count (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, count(*)
    from compliance_status s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    where s.tenant_id = organisation
    group by 1, 2, 3, 4;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Organisations whose numbers have something to be added up.
create or replace function infra.tenants_with_compliance_deltas() returns setof uuid
language sql stable security definer set search_path = public as $$
  select tenant_id from compliance_delta union select tenant_id from person_delta union select tenant_id from forecast_delta
$$;
