-- More work on many people than assigning a course (docs/decisions/0086). Such an order has no course of its own: what is asked stands in `asked`.
-- Its job is in a queue that the previous program does not read, and without a course the previous program finds no order to go on with.
-- old code survives: orders that it makes have a course, and it reads those alone.
-- squawk-ignore ban-drop-not-null
alter table bulk_operation alter column course_id drop not null;
alter table bulk_operation add column kind text not null default 'assign';
alter table bulk_operation add column asked jsonb not null default '{}';
alter table bulk_operation add constraint bulk_operation_kind_check
  check (kind in ('assign', 'extend', 'exempt', 'join', 'remind', 'undo')) not valid;
alter table bulk_operation add constraint bulk_operation_course_check check (kind <> 'assign' or course_id is not null) not valid;
-- The order that undoes it; null: none.
alter table bulk_operation add column undone_by uuid;
-- What undoing puts back; null: nothing was changed.
alter table bulk_person add column was jsonb;
