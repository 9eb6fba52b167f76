-- Texts of reminders that an organisation has written itself (docs/decisions/0083); without a row the product's text stands. What a text may
-- say is judged by the program (features/mail/template.ts).
create table reminder_text (
  tenant_id uuid not null references tenant,
  kind text not null check (kind in ('assigned', 'due_soon', 'overdue', 'expiring', 'renewed', 'session')),
  language text not null,
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null check (char_length(text) between 1 and 2000),
  line text not null check (char_length(line) between 1 and 200),
  changed_at timestamptz not null default now(),
  primary key (tenant_id, kind, language)
);
call infra.isolate('reminder_text');
