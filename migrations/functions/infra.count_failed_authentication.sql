-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.count_failed_authentication(p_address inet)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  failures_max constant integer := 20;
  window_us constant bigint := 60000000;
  stood_back_us constant bigint := 5000000;
  counted record;
begin
  insert into infra.failed_authentication as f (address_key, at_us)
  select infra.address_key(p_address), array[infra.now_us()]
  on conflict (address_key) do update set (at_us, blocked_until_us) = (
    select
      case when k.starts then '{}' else k.kept end,
      case when k.starts then k.us + infra.block_us() else f.blocked_until_us end
    from (
      select c.us, c.kept, not c.blocked and cardinality(c.kept) >= failures_max as starts
      from (
        select n.us, f.blocked_until_us - n.us between 1 and infra.block_us() as blocked,
          array(select a from unnest(f.at_us) a where a > n.us - window_us and a <= n.us + stood_back_us) || n.us as kept
        from (select infra.now_us() as us) n
      ) c
    ) k
  )
  -- The failure that starts the block leaves the list empty; one that raced it finds itself in the list.
  returning case when cardinality(f.at_us) > 0 then f.blocked_until_us - f.at_us[cardinality(f.at_us)] else 0 end as left_us
  into counted;
  return case when counted.left_us between 1 and infra.block_us() then ceil(counted.left_us / 1000000.0) else 0 end;
end $function$
