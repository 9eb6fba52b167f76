-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.take_place(p_kind text, p_key text, p_limit integer, p_window_us bigint, OUT ok boolean, OUT retry_after_s integer, OUT now_us bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  kept bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into infra.sliding_window as w (kind, key, at_us, now_us, ok)
  select p_kind, p_key, case when p_limit >= 1 then array[n.us] else '{}' end, n.us, p_limit >= 1
  from (select infra.now_us() as us) n
  on conflict (kind, key) do update set (at_us, now_us, ok) = (
    select case when cardinality(k.kept) < p_limit then k.kept || k.us else k.kept end, k.us, cardinality(k.kept) < p_limit
    from (
      select c.us, array(select a from unnest(w.at_us) a where a > c.us - p_window_us and a <= c.us order by a) as kept
      from (
        select case when w.now_us - n.us between 0 and 5000000 then w.now_us else n.us end as us
        from (select infra.now_us() as us) n
      ) c
    ) k
  )
  returning w.ok, w.at_us, w.now_us into take_place.ok, kept, take_place.now_us;
  retry_after_s := greatest(1, ceil((coalesce(kept[1], take_place.now_us) + p_window_us - take_place.now_us) / 1000000.0));
end $function$
