-- Code that inserts members has read their group and holds the people, in the same transaction; and groups and people are deleted with all of an
-- organisation only (docs/decisions/0107). To look both up once more for each member took as long as to insert the members.
alter table group_member
  drop constraint group_member_tenant_id_group_id_fkey,
  drop constraint group_member_tenant_id_person_id_fkey;
