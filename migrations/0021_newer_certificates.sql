-- Whether a pair has a newer certificate than this one, which most have not: a list of a million by status then looks for
-- successors of few. Once true it stays so; whether the newer one takes this one's place is for the day to say.
alter table certificate add column has_newer boolean not null default false;

create function infra.note_newer_certificates() returns trigger
language plpgsql set search_path = public as $$
begin
  update certificate c set has_newer = true
  from added a
  where c.tenant_id = a.tenant_id and c.person_id = a.person_id and c.course_id = a.course_id and not c.has_newer
    and exists (
      select from certificate o
      where o.tenant_id = c.tenant_id and o.person_id = c.person_id and o.course_id = c.course_id
        and (o.issued_at, o.id) > (c.issued_at, c.id)
    );
  return null;
end $$;
create trigger note_newer after insert on certificate referencing new table as added
for each statement execute function infra.note_newer_certificates();

update certificate c set has_newer = true
where exists (
  select from certificate o
  where o.tenant_id = c.tenant_id and o.person_id = c.person_id and o.course_id = c.course_id
    and (o.issued_at, o.id) > (c.issued_at, c.id)
);
