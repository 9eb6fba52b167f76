-- As in 0044: what is waiting, and what was left, is the worker's to know; closing an organisation is the owner's. Triggers run
-- their functions whoever may call them.
-- old code survives: only its worker calls the first two, and nothing but a trigger the third.
revoke execute on function infra.tenants_with_unfinished_erasures(bigint), infra.waiting_work(integer), infra.note_sealed(),
  infra.close_organisation(uuid) from public;
grant execute on function infra.tenants_with_unfinished_erasures(bigint), infra.waiting_work(integer) to muster_worker;
