-- Of two indexes that seem equally cheap the planner takes the younger one. Of an organisation that the statistics of a table do
-- not know it expects a single row, which any index that begins with the organisation would find; it then read all rows of the
-- organisation for each person and course. Made anew, the indexes on both are the youngest. Writes wait while they are made.
-- squawk-ignore require-concurrent-index-deletion
drop index enrollment_pair;
-- squawk-ignore require-concurrent-index-creation
create index enrollment_pair on enrollment (tenant_id, person_id, course_id);
-- squawk-ignore require-concurrent-index-deletion
drop index certificate_pair;
-- squawk-ignore require-concurrent-index-creation
create index certificate_pair on certificate (tenant_id, person_id, course_id);
-- squawk-ignore require-concurrent-index-deletion
drop index exemption_pair;
-- squawk-ignore require-concurrent-index-creation
create index exemption_pair on exemption (tenant_id, person_id, course_id);
