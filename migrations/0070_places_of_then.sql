-- outside a transaction
-- Who has ever been in a department or company, and everybody in the order of names: as_of looks at nobody else
-- (docs/decisions/0053).
-- squawk-ignore prefer-robust-stmts
create index concurrently compliance_person_history_department on compliance_person_history (tenant_id, department_id, person_id);
-- squawk-ignore prefer-robust-stmts
create index concurrently compliance_person_history_contractor on compliance_person_history (tenant_id, contractor_id, person_id)
where contractor_id is not null;
-- squawk-ignore prefer-robust-stmts
create index concurrently person_name on person (tenant_id, full_name_norm, id);
