-- Overdue training is told further up (docs/decisions/0095): after so many days to the manager's manager. Null: it is not.
alter table digest_setting add column escalate_after_days integer;
alter table digest_setting add constraint digest_setting_escalate_after_days_check check (escalate_after_days between 1 and 180) not valid;
