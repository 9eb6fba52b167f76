-- A person's manager, another person of the organisation (docs/decisions/0061). Code that does not know the column leaves it as it is.
-- Nobody has one yet: the constraints hold for every row that stands.
alter table person add column manager_id uuid;
alter table person add constraint person_manager foreign key (tenant_id, manager_id) references person (tenant_id, id) not valid;
alter table person add constraint person_manager_check check (manager_id <> id) not valid;
