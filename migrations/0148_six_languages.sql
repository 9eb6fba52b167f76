-- German, French, Spanish and Ukrainian beside English and Polish (docs/decisions/0084). What stands met the narrower condition, so
-- nothing needs to be looked at. Old code takes a language that it does not know of an account or a person for none; an organisation's is
-- chosen by new code alone.
alter table tenant drop constraint tenant_language;
alter table tenant add constraint tenant_language check (language in ('en', 'pl', 'de', 'fr', 'es', 'uk')) not valid;
alter table credential drop constraint credential_language;
alter table credential add constraint credential_language check (language in ('en', 'pl', 'de', 'fr', 'es', 'uk')) not valid;
