-- outside a transaction
-- Whose certificates end when, of those who have no renewal yet: seats of licences that give a person one seat for all renewals are
-- forecast person by person (docs/decisions/0053).
-- squawk-ignore prefer-robust-stmts
create index concurrently compliance_status_renews on compliance_status (tenant_id, course_id, valid_until, person_id)
where basis = 'certificate' and renewal_enrollment_id is null;
