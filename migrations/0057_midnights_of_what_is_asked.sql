-- A renewal may become due though its certificate has been within the lead for long, and no flag changes: a rule or a group begins to
-- ask for the course, or what was open is open no more. Such writes give the organisation its next midnight too
-- (docs/decisions/0044). Where a rule, a group or a path asks no more, nothing becomes due: removals are not noted. Who joins a group
-- anew has a new row there.
create trigger rule_match_day_added after insert on rule_match
referencing new table as added for each statement execute function infra.note_day();
create trigger rule_course_day_added after insert on rule_course
referencing new table as added for each statement execute function infra.note_day();
create trigger group_member_day_added after insert on group_member
referencing new table as added for each statement execute function infra.note_day();
create trigger group_course_day_added after insert on group_course
referencing new table as added for each statement execute function infra.note_day();
create trigger path_item_day_added after insert on path_item
referencing new table as added for each statement execute function infra.note_day();

-- Of enrollments, those that are not, or no more, to be done: progress makes no midnight.
create function infra.note_enrollments() returns trigger
language plpgsql security definer set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into infra.due (kind, tenant_id, due_us)
  select 'days.turn', n.tenant_id, n.us
  from (
    select t.id as tenant_id, infra.midnight_us(t.time_zone, t.clock_offset_us) as us
    from (select distinct tenant_id from added where state not in ('assigned', 'in_progress')) a
    join tenant t on t.id = a.tenant_id
    offset 0
  ) n
  where not exists (
    select from infra.due d
    where d.tenant_id = n.tenant_id and d.kind = 'days.turn' and d.subject_id = infra.no_id() and d.due_us <= n.us
      and d.closing is null
  );
  return null;
end $$;
alter function infra.note_enrollments() owner to muster_auth;
create trigger enrollment_day_added after insert on enrollment
referencing new table as added for each statement execute function infra.note_enrollments();
create trigger enrollment_day_changed after update on enrollment
referencing new table as added for each statement execute function infra.note_enrollments();

-- What was missed before: each organisation has its next midnight worked off.
create function infra.note_all() returns void
language sql volatile security definer set search_path = public as $$
  insert into infra.due (kind, tenant_id, due_us)
  select 'days.turn', t.id, infra.midnight_us(t.time_zone, t.clock_offset_us) from tenant t;
$$;
alter function infra.note_all() owner to muster_auth;
select infra.note_all();
drop function infra.note_all();

-- Triggers run their functions whoever may call them.
revoke execute on function infra.note_enrollments() from public;
