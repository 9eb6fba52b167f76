-- People are created at their first sign-in, where the organisation says so (docs/decisions/0074).

-- What of a provider's word a new person is made of, and whether any is made; null: never set up.
alter table identity_provider add column people jsonb;
-- What an OpenID provider is asked for beside `openid email` (scope), separated by spaces.
alter table identity_provider add column scopes text check (char_length(scopes) between 1 and 200);

-- What came of a sign-in beside its outcome: that a person was created, for example.
alter table identity_sign_in add column note text check (char_length(note) between 1 and 60);

-- What stands met the narrower condition.
alter table identity_link drop constraint identity_link_linked_by_check;
alter table identity_link add constraint identity_link_linked_by_check check (linked_by in ('external_id', 'email', 'created')) not valid;
