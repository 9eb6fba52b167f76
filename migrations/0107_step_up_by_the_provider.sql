-- Who signs in with the company's identity also confirms with it (docs/decisions/0074). What stands met the narrower conditions, so nothing needs
-- to be looked at. Old code takes such a way for a sign-in of the same account.
alter table identity_round_trip drop constraint identity_round_trip_purpose_check;
alter table identity_round_trip add constraint identity_round_trip_purpose_check check (purpose in ('sign_in', 'test', 'step_up')) not valid;
alter table identity_round_trip drop constraint identity_round_trip_check;
alter table identity_round_trip add constraint identity_round_trip_check check ((purpose = 'sign_in') = (session_id is null)) not valid;
alter table identity_sign_in drop constraint identity_sign_in_purpose_check;
alter table identity_sign_in add constraint identity_sign_in_purpose_check check (purpose in ('sign_in', 'test', 'step_up')) not valid;

-- Which authentication contexts the provider is asked for then (`acr_values`), separated by spaces; null: whatever it takes.
alter table identity_provider add column step_up_acr text check (char_length(step_up_acr) between 1 and 300);
