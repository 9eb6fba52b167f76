-- When learners are reminded (docs/decisions/0085): more than one day before a due date or a certificate's end, and a schedule of a course's
-- own in place of its organisation's. The previous program tells of the first of the days, and by the organisation's schedule alone.
alter table reminder_setting add column due_soon_also integer[] not null default '{}';
alter table reminder_setting add column expiring_also integer[] not null default '{}';

create table reminder_course (
  tenant_id uuid not null,
  course_id uuid not null,
  -- What was assigned before is not reminded of; null: nothing is.
  assigned_since timestamptz,
  -- null: not of this.
  due_soon_days integer check (due_soon_days between 1 and 90),
  due_soon_also integer[] not null,
  overdue_every_days integer check (overdue_every_days between 1 and 90),
  overdue_times integer not null check (overdue_times between 1 and 10),
  expiring_days integer check (expiring_days between 1 and 180),
  expiring_also integer[] not null,
  primary key (tenant_id, course_id),
  foreign key (tenant_id, course_id) references course (tenant_id, id)
);
call infra.isolate('reminder_course');

create trigger reminder_course_changed after insert or update on reminder_course for each row execute function infra.note_reminders();
