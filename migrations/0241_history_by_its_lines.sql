-- Locks are taken in the order of requests: one that holds its person and goes on to the history, and this migration, would wait for each other.
-- old code survives: the locks are held for milliseconds, in which only the catalogue changes.
lock table person, course, enrollment, compliance_status, compliance_history in access exclusive mode;

-- The key of the history is the order in which a pair's lines are read. Nothing reads lines by their number alone, and the index of numbers was one entry
-- more for each line.
-- old code survives: it inserts lines without "on conflict". Its trend reads the newest by their number, of all that the organisation has.
-- squawk-ignore disallowed-unique-constraint
alter table compliance_history
  drop constraint compliance_history_pkey,
  add constraint compliance_history_pkey primary key using index compliance_history_line;

-- Code that inserts enrollments and flags holds their people and has read their courses in the same transaction. People and courses are deleted with all of
-- an organisation only, and `muster backup verify` finds what refers to none (docs/decisions/0112). Each look at a course locked its row.
alter table enrollment
  drop constraint enrollment_tenant_id_person_id_fkey,
  drop constraint enrollment_tenant_id_course_id_fkey;
alter table compliance_status
  drop constraint compliance_status_tenant_id_person_id_fkey,
  drop constraint compliance_status_tenant_id_course_id_fkey;
