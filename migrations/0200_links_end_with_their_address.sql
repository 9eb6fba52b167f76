-- Who reads the former mailbox of a person is not let in by a link that went there (docs/decisions/0088). As for administrators (0014). A person without an
-- address was handed a link, which stays.
create function infra.end_links_of_person() returns trigger
language plpgsql as $$
begin
  delete from sign_in_link where tenant_id = new.tenant_id and account_id = new.id;
  return null;
end $$;
create trigger end_links after update of email_norm on person for each row
  when (old.email_norm is not null and new.email_norm is distinct from old.email_norm)
  execute function infra.end_links_of_person();

-- What certificates have said is added to, and never changed (0171).
-- old code survives: its trigger inserts, and no statement of it updates the table.
revoke update on certificate_wording from muster_app, muster_worker;
