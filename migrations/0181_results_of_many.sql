-- The result of a course is recorded for many people (docs/decisions/0086).
alter table bulk_operation drop constraint bulk_operation_kind_check;
alter table bulk_operation add constraint bulk_operation_kind_check
  check (kind in ('assign', 'extend', 'exempt', 'join', 'remind', 'complete', 'undo')) not valid;
