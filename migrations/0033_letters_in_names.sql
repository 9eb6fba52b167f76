-- Letters of names that decomposition does not split and that were compared as they are (nameNorm of platform/text.ts): `ð`
-- matches `d` now, as `đ` did. Rows that are there get the new key; what code of before this migration writes, too.
create function infra.plain_letters(value text) returns text
language sql immutable as $$ select translate(value, 'ðħŧŋĸəςƀȼɇǥɨɉƚɵɍʉɏƶ', 'dhtnqeσbcegijloruyz') $$;

create or replace function infra.keep_person_norms() returns trigger
language plpgsql as $$
begin
  new.full_name_norm := infra.plain_letters(new.full_name_norm);
  new.first_name_norm := infra.case_norm(new.first_name);
  new.last_name_norm := infra.case_norm(new.last_name);
  new.job_title_norm := infra.case_norm(new.job_title);
  new.language_norm := infra.case_norm(new.language);
  new.version := new.version + 1;
  if new.state in ('invited', 'active', 'suspended') then
    new.scim_deleted_at := null;
  end if;
  return new;
end $$;

-- Of departments, contractors and groups.
create or replace function infra.keep_name_case() returns trigger
language plpgsql as $$
begin
  new.name_norm := infra.plain_letters(new.name_norm);
  new.name_case := infra.case_norm(new.name);
  return new;
end $$;

-- Writes the keys of a table anew, organisation by organisation, as the worker changes them. Of two names that would have one
-- key, the second keeps the key it has, so that neither is lost.
create procedure infra.write_keys(table_name text, column_name text)
language plpgsql as $$
declare
  organisations uuid[];
  organisation uuid;
  place tid;
begin
  perform set_config('role', 'muster_auth', true);
  organisations := array(select id from tenant);
  perform set_config('role', 'muster_worker', true);
  foreach organisation in array organisations loop
    perform set_config('app.tenant', organisation::text, true);
    for place in
      execute format('select ctid from %1$I where %2$I <> infra.plain_letters(%2$I)', table_name, column_name)
    loop
      begin
        -- The trigger writes the new key.
        execute format('update %1$I set %2$I = %2$I where ctid = %3$L', table_name, column_name, place);
      exception when unique_violation then null;
      end;
    end loop;
  end loop;
  perform set_config('role', 'muster_owner', true);
  perform set_config('app.tenant', '', true);
end $$;
call infra.write_keys('person', 'full_name_norm');
call infra.write_keys('department', 'name_norm');
call infra.write_keys('contractor', 'name_norm');
call infra.write_keys('person_group', 'name_norm');

-- Tables of few rows, which have had no trigger.
create function infra.keep_name_norm() returns trigger
language plpgsql as $$
begin
  new.name_norm := infra.plain_letters(new.name_norm);
  return new;
end $$;
create trigger client_name_norm before insert or update of name_norm on client
  for each row execute function infra.keep_name_norm();
create trigger license_name_norm before insert or update of name_norm on license
  for each row execute function infra.keep_name_norm();
create trigger rule_name_norm before insert or update of name_norm on rule
  for each row execute function infra.keep_name_norm();
create trigger saved_view_name_norm before insert or update of name_norm on saved_view
  for each row execute function infra.keep_name_norm();

create function infra.keep_title_norm() returns trigger
language plpgsql as $$
begin
  new.title_norm := infra.plain_letters(new.title_norm);
  return new;
end $$;
create trigger course_title_norm before insert or update of title_norm on course
  for each row execute function infra.keep_title_norm();

create function infra.keep_value_norm() returns trigger
language plpgsql as $$
begin
  new.value_norm := infra.plain_letters(new.value_norm);
  return new;
end $$;
create trigger unmatched_value_norm before insert or update of value_norm on unmatched_value
  for each row execute function infra.keep_value_norm();
create trigger name_meaning_value_norm before insert or update of value_norm on name_meaning
  for each row execute function infra.keep_value_norm();

call infra.write_keys('client', 'name_norm');
call infra.write_keys('license', 'name_norm');
call infra.write_keys('rule', 'name_norm');
call infra.write_keys('saved_view', 'name_norm');
call infra.write_keys('course', 'title_norm');
call infra.write_keys('unmatched_value', 'value_norm');
call infra.write_keys('name_meaning', 'value_norm');
drop procedure infra.write_keys;
