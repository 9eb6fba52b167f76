-- outside a transaction
-- Who has ever been in a department: as_of looks at nobody else (docs/decisions/0053).
-- squawk-ignore prefer-robust-stmts
create index concurrently compliance_person_history_department on compliance_person_history (tenant_id, department_id, person_id);
