-- A row of the sync log is written for a client that was admitted, and clients are deleted with all of an organisation only (docs/decisions/0109). Two
-- transactions of one client met at its row.
alter table scim_exchange
  drop constraint scim_exchange_tenant_id_client_id_fkey;
