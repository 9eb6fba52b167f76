-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  perform infra.add_due('course_sessions.settle', b.tenant_id, b.session_id, infra.now_us())
  from course_booking b
  where b.tenant_id = new.tenant_id and b.enrollment_id = new.id and b.state in ('booked', 'waiting') and b.attended is null;
  return null;
end $function$
