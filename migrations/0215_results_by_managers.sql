-- Managers may record results of their people where the course allows it (docs/decisions/0061).
-- old code survives: it writes courses without the column, which then keep what they have or do not allow it.
alter table course add column results_by_managers boolean not null default false;
