-- Sessions of courses that are taught in rooms (docs/decisions/0071): where and when, by whom, and for how many people.
create table course_session (
  tenant_id uuid not null references tenant,
  id uuid not null,
  course_id uuid not null,
  location text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- In which it was planned and is shown: an IANA name.
  time_zone text not null,
  -- null: somebody who has no account here.
  trainer_id uuid,
  -- People who can be booked, and who can wait.
  capacity integer not null check (capacity between 1 and 500),
  waiting_max integer not null check (waiting_max between 0 and 500),
  -- SEQUENCE of RFC 5545: grows with each change that a calendar shows.
  revision integer not null default 0 check (revision >= 0),
  cancelled_at timestamptz,
  cancel_reason text,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id),
  foreign key (tenant_id, trainer_id) references person (tenant_id, id),
  check (starts_at < ends_at),
  check ((cancelled_at is null) = (cancel_reason is null))
);
create index course_session_of_course on course_session (tenant_id, course_id, starts_at);
create index course_session_starts_at on course_session (tenant_id, starts_at, id);
create index course_session_trainer on course_session (tenant_id, trainer_id, ends_at) where trainer_id is not null;
call infra.isolate('course_session');

-- Who comes, who waits, and who was there: one row for a person in a session, whatever becomes of it.
create table course_booking (
  tenant_id uuid not null references tenant,
  session_id uuid not null,
  person_id uuid not null,
  -- To which the result counts.
  enrollment_id uuid not null,
  -- released: the enrollment had ended before the session began.
  state text not null check (state in ('booked', 'waiting', 'withdrawn', 'released')),
  is_walk_in boolean not null,
  -- The order of the waiting list; a person who signs up again comes last.
  queue_no integer not null check (queue_no >= 1),
  state_since timestamptz not null,
  -- null: not noted.
  attended boolean,
  -- The result and the attempt that it was recorded as; null: none yet.
  passed boolean,
  score integer,
  attempt_number integer,
  recorded_at timestamptz,
  primary key (tenant_id, session_id, person_id),
  foreign key (tenant_id, session_id) references course_session (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, enrollment_id) references enrollment (tenant_id, id),
  check ((passed is null) = (attempt_number is null)),
  check ((passed is null) = (recorded_at is null)),
  check (passed is null or coalesce(attended, false))
);
create index course_booking_of_person on course_booking (tenant_id, person_id);
create index course_booking_of_enrollment on course_booking (tenant_id, enrollment_id) where state in ('booked', 'waiting');
call infra.isolate('course_booking');
create policy release on course_booking for select to muster_auth using (true);
grant select (tenant_id, session_id, enrollment_id, state, attended) on course_booking to muster_auth;

-- An enrollment that ends gives up its place in sessions that have not begun: a worker looks at them (docs/decisions/0044).
create function infra.note_bookings() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('course_sessions.settle', b.tenant_id, b.session_id, infra.now_us())
  from course_booking b
  where b.tenant_id = new.tenant_id and b.enrollment_id = new.id and b.state in ('booked', 'waiting') and b.attended is null;
  return null;
end $$;
alter function infra.note_bookings() owner to muster_auth;
create trigger enrollment_closed after update of state on enrollment for each row
when (old.state in ('assigned', 'in_progress') and new.state not in ('assigned', 'in_progress'))
execute function infra.note_bookings();
revoke execute on function infra.note_bookings() from public;
