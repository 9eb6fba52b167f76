-- Addresses that take no mail (docs/decisions/0083): as a mail server said of a letter. A row goes when the person's address is another one
-- or an administrator says that it is to be tried again; the same address is marked anew when it bounces again.
create table mail_bounce (
  tenant_id uuid not null references tenant,
  -- In its normal form, by which addresses of people are compared.
  address_norm text not null,
  address text not null,
  since timestamptz not null default now(),
  -- RFC 3463; null: the server gave none.
  status text check (char_length(status) <= 12),
  -- The server's words, in one line.
  said text not null check (char_length(said) <= 300),
  -- Answered at once, or reported later (RFC 3464).
  told_by text not null check (told_by in ('reply', 'report')),
  primary key (tenant_id, address_norm)
);
call infra.isolate('mail_bounce');

-- Why a mail ended: what has become of its receiver, beside what the server said and whether anything was left to be told. The program of
-- before knows three of them.
alter table mail drop constraint mail_ended_by_check;
alter table mail add constraint mail_ended_by_check check (
  ended_by in ('refused', 'given_up', 'reason_gone', 'left', 'suspended', 'exempt', 'refused_by_receiver', 'bouncing', 'no_address')
) not valid;
