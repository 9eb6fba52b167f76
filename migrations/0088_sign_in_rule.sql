-- Who must sign in with the company's identity (docs/decisions/0069).

-- A rule other than `offered` has a provider that works, and an administrator who gets in without it.
alter table identity_provider
  add column rule text not null default 'offered',
  add column break_glass_id uuid;
alter table identity_provider add constraint identity_provider_rule_check check (
  rule in ('offered', 'required_for_administrators', 'required_for_all')) not valid;
alter table identity_provider add constraint identity_provider_required_check check (
  rule = 'offered' or state = 'on' and break_glass_id is not null) not valid;
alter table identity_provider add constraint identity_provider_break_glass
  foreign key (tenant_id, break_glass_id) references administrator (tenant_id, id) not valid;
-- One row an organisation: it stays small.
-- squawk-ignore require-concurrent-index-creation
create index identity_provider_break_glass_administrator on identity_provider (tenant_id, break_glass_id) where break_glass_id is not null;

-- By what a session began; null: before this was kept.
alter table panel_session add column begun_by text;
-- A stricter rule ends what began otherwise.
grant select (begun_by) on panel_session to muster_app, muster_worker;
