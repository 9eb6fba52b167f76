-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.arrange_webhook_partitions()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  days_ahead constant integer := 7;
  days_kept constant integer := 30;
  today date := (to_timestamp(infra.now_us() / 1000000.0) at time zone 'UTC')::date;
  parent text;
  day date;
  name text;
  left_undone integer := 0;
begin
  perform set_config('lock_timeout', '100ms', true);
  <<tables>>
  foreach parent in array array['event', 'webhook_delivery', 'webhook_attempt'] loop
    for day in select generate_series(today, today + days_ahead, interval '1 day')::date loop
      name := parent || '_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(name) is not null;
      begin
        if parent = 'event' then
          execute format('create table %I partition of event for values from (%L) to (%L)',
            name, infra.first_id_of(day), infra.first_id_of(day + 1));
        else
          execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent, day, day + 1);
        end if;
      exception
        -- Whoever comes after a waiting one would wait, too: one wait for each table.
        when lock_not_available then
          left_undone := left_undone + 1;
          continue tables;
        -- The default partition holds rows of that day already, which then stay there.
        when check_violation or duplicate_table then null;
      end;
    end loop;
    for name in
      select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
      where i.inhparent = parent::regclass and c.relname ~ '_[0-9]{8}$'
        and to_date(right(c.relname, 8), 'YYYYMMDD') < today - days_kept
      order by 1
    loop
      begin
        execute format('drop table %I', name);
      exception
        when lock_not_available then
          left_undone := left_undone + 1;
          continue tables;
      end;
    end loop;
  end loop;
  delete from event_default where id < infra.first_id_of(today - days_kept);
  delete from webhook_delivery_default where ended_on < today - days_kept;
  delete from webhook_attempt_default where attempted_on < today - days_kept;
  return left_undone;
end $function$
