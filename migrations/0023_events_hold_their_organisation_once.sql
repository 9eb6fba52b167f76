-- Whoever inserts events holds their organisation's row once for all of them (emit-sql.ts); held by a foreign key for each, it
-- took as long as to insert them. No organisation is ever deleted.
alter table event drop constraint event_tenant_id_fkey;
