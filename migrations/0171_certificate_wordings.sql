-- What certificates say (docs/decisions/0092). Each is printed with the words, the colour and the orientation that stood when it was issued.
-- What stands met the narrower condition, so nothing needs to be looked at.
-- old code survives: it writes shorter texts, and prints whatever stands.
alter table tenant drop constraint tenant_certificate_text;
alter table tenant add constraint tenant_certificate_text check (char_length(certificate_text) between 1 and 600) not valid;
alter table tenant add column certificate_signatory_title text
  constraint tenant_certificate_signatory_title check (char_length(certificate_signatory_title) between 1 and 120);
alter table tenant add column certificate_orientation text not null default 'landscape'
  constraint tenant_certificate_orientation check (certificate_orientation in ('landscape', 'portrait'));
-- The number of the wording that holds.
alter table tenant add column certificate_wording integer not null default 0;
-- The number of the wording with which it was issued; null: 0.
alter table certificate add column wording integer;

-- Wordings are added and never changed. 0: what stood before the first change; without such a row, our own words in our own colour.
create table certificate_wording (
  tenant_id uuid not null references tenant,
  number integer not null check (number >= 0),
  color text,
  title text,
  text text,
  signatory text,
  signatory_title text,
  orientation text not null,
  since timestamptz not null default now(),
  primary key (tenant_id, number)
);
call infra.isolate('certificate_wording');

alter table tenant no force row level security;
alter table certificate_wording no force row level security;
insert into certificate_wording (tenant_id, number, color, title, text, signatory, orientation)
select id, 0, color, certificate_title, certificate_text, certificate_signatory, 'landscape'
from tenant
where num_nonnulls(color, certificate_title, certificate_text, certificate_signatory) > 0;
alter table certificate_wording force row level security;
alter table tenant force row level security;

-- What certificates said is kept by whichever way it is changed: panel, organisation file, or the previous program.
create function infra.keep_wording() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.certificate_wording := old.certificate_wording + 1;
  end if;
  insert into certificate_wording (tenant_id, number, color, title, text, signatory, signatory_title, orientation)
  values (new.id, new.certificate_wording, new.color, new.certificate_title, new.certificate_text, new.certificate_signatory,
    new.certificate_signatory_title, new.certificate_orientation);
  return new;
end $$;
create trigger keep_wording before update of color, certificate_title, certificate_text, certificate_signatory, certificate_signatory_title,
  certificate_orientation on tenant for each row
  when ((old.color, old.certificate_title, old.certificate_text, old.certificate_signatory, old.certificate_signatory_title,
    old.certificate_orientation) is distinct from (new.color, new.certificate_title, new.certificate_text, new.certificate_signatory,
    new.certificate_signatory_title, new.certificate_orientation))
  execute function infra.keep_wording();
create trigger keep_first_wording after insert on tenant for each row
  when (num_nonnulls(new.color, new.certificate_title, new.certificate_text, new.certificate_signatory, new.certificate_signatory_title) > 0
    or new.certificate_orientation <> 'landscape')
  execute function infra.keep_wording();

-- Administrators of some departments print certificates with it (docs/decisions/0072). Where the role comes later, `muster migrate` says so.
create procedure infra.limit_wordings()
language plpgsql as $$
begin
  call infra.limit_table('certificate_wording', 'true');
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'muster_limited') then call infra.limit_wordings(); end if;
end $$;
