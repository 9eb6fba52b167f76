-- outside a transaction
-- Who has ever been in a company: as_of looks at nobody else (docs/decisions/0053).
-- squawk-ignore prefer-robust-stmts
create index concurrently compliance_person_history_contractor on compliance_person_history (tenant_id, contractor_id, person_id)
where contractor_id is not null;
