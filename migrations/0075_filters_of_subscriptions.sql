-- What a subscription wants to be told of (docs/decisions/0058); null: everything of its types. Code that does not know the columns delivers as
-- if they were null.
alter table webhook_subscription
  add column department_ids uuid[]
    constraint webhook_subscription_departments check (cardinality(department_ids) > 0),
  add column course_ids uuid[]
    constraint webhook_subscription_courses check (cardinality(course_ids) > 0);
-- What filters look at, of what the body names: the person's department, the one that the person has left by this change, and the course.
-- Null: the body names none, or was written by code that does not know the columns.
alter table event
  add column department_id uuid,
  add column former_department_id uuid,
  add column course_id uuid;
