-- As in 0010, and now the 12 bits behind the milliseconds are their fraction (RFC 9562, §6.2, method 3): rows that one
-- millisecond makes sort as they were made. Microseconds times 512/125 are counts of 1/4096 ms.
create or replace function infra.new_id() returns uuid
language sql volatile as $$
  select overlay(gen_random_uuid()::text
    placing overlay(overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint * 512 / 125), 15, '0')
      placing '-7' from 13 for 0) placing '-' from 9 for 0)
    from 1 for 18)::uuid
$$;
