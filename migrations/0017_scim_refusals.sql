-- The last refused authentication at an organisation's SCIM endpoint, for each cause: what a wizard shows to whoever waits for
-- the first request. A row for each cause, whatever is tried, so that nobody can fill the table.
create table scim_refusal (
  tenant_id uuid not null references tenant,
  cause text not null check (char_length(cause) <= 64),
  -- Whose secret it was, where somebody's.
  client_id uuid,
  at timestamptz not null,
  address text not null,
  refusals bigint not null default 1,
  primary key (tenant_id, cause)
);
call infra.isolate('scim_refusal');
