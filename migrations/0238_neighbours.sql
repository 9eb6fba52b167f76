-- What processes tell each other, so that work in the background takes what requests leave over (docs/decisions/0105). A row for each process
-- that answers requests or works in parts, written once a second at most. After a crash of the server it is empty, which says nothing is known.
create unlogged table infra.neighbour (
  process_id uuid primary key,
  -- By the infrastructure's clock.
  told_us bigint not null,
  -- It works in parts in the background; else it answers requests, and says how long these have waited for the database.
  works boolean not null,
  -- Statements that were answered since it told before.
  answers integer,
  -- How long they took, as a multiple of what they usually take; null: not known yet.
  slowness real
) with (fillfactor = 50);
grant select, insert, update, delete on infra.neighbour to muster_app, muster_worker;
