#!/bin/sh
# The roles and logins of docs/operating/logins.md, made once, when PostgreSQL's container makes its database.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=migrating="$MIGRATING_PASSWORD" --set=serving="$SERVING_PASSWORD" --set=working="$WORKING_PASSWORD" \
  --set=database="$POSTGRES_DB" <<'SQL'
create role muster_owner nologin;
create role muster_app nologin;
create role muster_worker nologin;
create role muster_delivery nologin;
create role muster_limited nologin;
create role muster_auth nologin;
grant muster_auth to muster_owner;
grant pg_read_all_stats to muster_owner;
create role muster_migrating login password :'migrating' in role muster_owner, muster_worker;
create role muster_serving login password :'serving' in role muster_app, muster_limited;
create role muster_working login password :'working' in role muster_worker, muster_delivery;
alter database :"database" owner to muster_owner;
revoke all on database :"database" from public;
grant connect on database :"database" to muster_migrating, muster_serving, muster_working;
SQL
