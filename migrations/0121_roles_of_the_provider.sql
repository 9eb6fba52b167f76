-- Roles that follow from what an identity provider says (docs/decisions/0074).

-- Which claim is read, what its values mean, in their order, and whether that acts; null: never set up.
alter table identity_provider add column roles jsonb;

-- The values of that claim at a sign-in; null: none were read.
alter table identity_sign_in add column role_values text[];

-- When a sign-in took the role of an administrator, who is disabled until one gives a role again; null: none did.
alter table administrator add column role_taken_at timestamptz;
