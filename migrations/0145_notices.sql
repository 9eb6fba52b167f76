-- The bell (docs/decisions/0083) shows what mails tell, to the same people, whether or not a mail went: a reminder that was not mailed says
-- why. It has two more reasons: an enrollment that renews a certificate, and a course session that comes next.
alter table reminder drop constraint reminder_kind_check;
alter table reminder add constraint reminder_kind_check
  check (kind in ('assigned', 'due_soon', 'overdue', 'expiring', 'renewed', 'session')) not valid;
-- null: it was mailed.
alter table reminder add column unsent text;
alter table reminder add constraint reminder_unsent_check
  check (unsent in ('no_mails', 'no_address', 'bouncing', 'refused_by_receiver')) not valid;
-- By the infrastructure's clock; null: before there was a bell.
alter table reminder add column told_at timestamptz;
alter table reminder alter column told_at set default now();
alter table digest_mail add column told_at timestamptz;
alter table digest_mail alter column told_at set default now();

-- Whether reminders are mailed; false: the bell alone tells.
alter table reminder_setting add column by_mail boolean not null default true;
-- Whether booked people are told of a session on the day before.
alter table reminder_setting add column sessions boolean not null default false;

-- Up to when somebody has read what the bell shows. The account is a person's or an administrator's.
create table notice_read (
  tenant_id uuid not null references tenant,
  account_id uuid not null,
  read_through timestamptz not null,
  primary key (tenant_id, account_id)
) with (fillfactor = 70);
call infra.isolate('notice_read');

drop trigger reminders_changed on reminder_setting;
create trigger reminders_changed after update of assigned, due_soon_days, overdue_every_days, expiring_days, sessions, from_hour, until_hour
on reminder_setting for each row execute function infra.note_reminders();
