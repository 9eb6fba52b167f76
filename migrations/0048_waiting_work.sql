-- What waits in all organisations, for those who watch over the installation: read from the indexes of what is due, so that the cost
-- follows it, and no further than `p_counted_max` of a kind.
create function infra.waiting_work(p_counted_max integer) returns table (kind text, waiting integer, oldest_us bigint)
language sql volatile security definer set search_path = public as $$
  select 'mail', count(*)::integer, min(due_us)
  from (select due_us from mail where due_us <= infra.now_us() order by due_us limit p_counted_max) m
  union all
  select 'import', count(*)::integer, (extract(epoch from min(created_at)) * 1000000)::bigint
  from (
    select created_at from import where status in ('receiving', 'queued', 'running') order by created_at limit p_counted_max
  ) i
$$;
alter function infra.waiting_work(integer) owner to muster_auth;
