import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { askSquawk, refusalsOf } from "./migration-rules.ts";

/** Statements that old code or concurrent requests would not survive, and a part of the advice. */
const refused_by_us: [string, RegExp][] = [
  ["revoke update on person from muster_app;", /Leave the right for now/],
  ["revoke execute on function infra.admit(inet, text) from public;", /Leave the right/],
  ["drop function infra.admit(inet, text);", /beside it/],
  [
    "drop function infra.admit(inet, text);\ncreate function infra.admit(p_address inet, p_key text, p_more text) returns void language sql as $$ select $$;",
    /same arguments/,
  ],
  ["drop view people;", /drop it in a migration of the next version/],
  ["drop materialized view people;", /Keep it/],
  ["drop type color;", /Keep it/],
  ["drop schema infra cascade;", /Keep it/],
  ["drop trigger follow_updated on person;", /Keep it beside the new one/],
  ["drop policy tenant on person;", /Keep it beside/],
  ["alter policy tenant on person using (false);", /Add a policy/],
  ["create policy narrow on person as restrictive for select using (true);", /Add a policy/],
  ["alter table person alter column state drop default;", /Keep the default/],
  ["alter table person drop constraint person_pkey;", /Keep it/],
  ["alter table person drop constraint person_tenant_id_employee_no_key;", /Keep it/],
  ["alter table person set unlogged;", /Make a new table/],
  ["alter table person set tablespace fast;", /Make a new table/],
  ["alter table person disable row level security;", /no force/],
  ["alter table webhook_clock force row level security;", /Let code name the organisation first/],
  ["alter function infra.admit(inet, text) rename to let_in;", /Make a new one beside it/],
  ["alter domain short add constraint shorter check (char_length(value) < 5);", /not valid/],
  ["create unique index person_badge on person (tenant_id, badge);", /Let new code keep the rule/],
  ["lock table person;", /in parts/],
  ["cluster person using person_pkey;", /concurrently/],
  ["reindex table person;", /concurrently/],
  ["vacuum full person;", /in parts/],
  ["refresh materialized view people;", /concurrently/],
  ["truncate mail;", /in parts/],
  ["update person set version = version;", /by `where`/],
  ["delete from mail;", /in parts/],
];

test("refused: what PostgreSQL does not do within a transaction, unless the migration is outside of one", () => {
  for (const sql of [
    "create index concurrently person_badge on person (tenant_id, badge);",
    "drop index concurrently person_badge;",
  ]) {
    assert.match(refusalsOf(sql)[0]!.instead, /-- outside a transaction/);
    assert.deepEqual(refusalsOf(`-- outside a transaction\n${sql}\n`), []);
  }
});

for (const [sql, instead] of refused_by_us) {
  test(`refused: ${sql.split("\n")[0]}`, () => {
    const refusals = refusalsOf(`-- A comment; with a semicolon.\n${sql}\n`);
    assert.equal(refusals.length, 1, JSON.stringify(refusals));
    assert.match(refusals[0]!.instead, instead);
    assert.ok(refusals[0]!.why.length > 10);
    assert.deepEqual(refusalsOf(`-- old code survives: nothing has used it since 0.59\n${sql}`), []);
    assert.equal(refusalsOf(`-- old code survives: yes\n${sql}`).length, 1, "a reason that is none");
  });
}

for (const [what, sql] of [
  [
    "what the same migration has made",
    "create table badge (id uuid primary key);\nrevoke delete on badge from muster_app;\ncreate unique index badge_id on badge (id);\nupdate badge set id = id;",
  ],
  [
    "a function that comes back with the same arguments and more results",
    "drop function infra.find(bytea);\ncreate function infra.find(\n  p_hash bytea,\n  out id uuid, out name text)\nlanguage sql as $$ select null::uuid, ';drop table person;' $$;",
  ],
  [
    "a function of the migration itself",
    "create procedure infra.once() language sql as $$ select 1; $$;\ncall infra.once();\ndrop procedure infra.once;",
  ],
  [
    "a wall that is opened for the owner and closed again",
    "alter table mail no force row level security;\nupdate mail set due_us = null where due_us < 0;\nalter table mail force row level security;",
  ],
  [
    "a trigger that is replaced",
    "drop trigger keep on person;\ncreate trigger keep before update on person for each row execute function infra.keep();",
  ],
  [
    "words within a text or a body",
    "insert into note values ('drop table person; truncate mail;');\ncreate or replace function infra.f() returns void language sql as $$ truncate mail; delete from mail; $$;",
  ],
] as const) {
  test(`let through: ${what}`, () => assert.deepEqual(refusalsOf(sql), []));
}

/** Findings of squawk by rule, so that a newer version cannot drop one unnoticed. */
const refused_by_squawk: [string, string][] = [
  ["alter table person drop column email;", "ban-drop-column"],
  ["drop table person;", "ban-drop-table"],
  ["alter table person rename column email to address;", "renaming-column"],
  ["alter table person rename to human;", "renaming-table"],
  ["alter table person alter column version type bigint;", "changing-column-type"],
  ["alter table person add column badge text not null;", "adding-required-field"],
  ["alter table person alter column email set not null;", "adding-not-nullable-field"],
  ["alter table person add column token uuid default gen_random_uuid();", "adding-field-with-default"],
  ["alter table person add constraint short check (char_length(email) < 99);", "constraint-missing-not-valid"],
  ["alter table person add constraint of foreign key (tenant_id) references tenant (id);", "constraint-missing-not-valid"],
  ["alter table person add constraint one unique (tenant_id, email);", "disallowed-unique-constraint"],
  ["create index person_email on person (tenant_id, email);", "require-concurrent-index-creation"],
  ["drop index person_email;", "require-concurrent-index-deletion"],
];

test("refused by squawk: what drops, renames, narrows, or writes a table anew", (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-migrations-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = refused_by_squawk.map(([sql], place) => {
    const file = path.join(folder, `${String(place).padStart(4, "0")}_vector.sql`);
    writeFileSync(file, `${sql}\n`);
    return file;
  });
  const { passed, report } = askSquawk(files);
  assert.equal(passed, false);
  const findings = report.split(/^(?=(?:warning|error)\[)/m);
  const missing = refused_by_squawk.filter(
    ([, rule], place) => !findings.some((one) => one.includes(files[place]!) && one.includes(`[${rule}]`)),
  );
  assert.deepEqual(missing, [], report);
  for (const [, rule] of refused_by_squawk) assert.match(report, new RegExp(`^${rule}\n  → \\w.{20,}`, "m"));
  const harmless = path.join(folder, "harmless.sql");
  writeFileSync(harmless, "alter table person add column badge text;\n");
  assert.equal(askSquawk([harmless]).passed, true);
});
