-- The report of an import names the people, not only their numbers. Reports are kept for 30 days; older ones have no names.
alter table import_row add column full_name text;
