// Many people are invited to sign in (docs/decisions/0088): previewed, one mail each in their language whatever happens to the
// worker, read from a real SMTP server, and signed in by its link.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { workInParts } from "../../../server/features/bulk/bulk.job.ts";
import { BulkPreview } from "../../../server/features/bulk/schema.ts";
import { hashOfToken, newToken } from "../../../server/features/sign-in/links/token.ts";
import { startSmtpServer, textOf, type SmtpServer } from "../../../server/features/mail/smtp.fixture.ts";
import { newId } from "../../../server/platform/ids.ts";
import { createLimited } from "../../isolation/departments.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { sendMailsToMany } from "../../harness/mails-to-many.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { matchesSchema } from "../../harness/records.ts";
import { startServer, test_mailing, type TestServer } from "../../harness/server.ts";

const languages = { P1: "pl", P2: "uk", P3: "de", P4: null } as const;

let database: TestDatabase;
let server: TestServer;
let smtp: SmtpServer;
let acme: TestOrganisation;
let panel: Panel;
let id: Record<string, string>;

before(async () => {
  database = await openDatabase();
  // 11:00 in Warsaw.
  await database.clock.freeze("2026-03-02T10:00:00Z");
  [server, smtp] = [await startServer(database), await startSmtpServer()];
  acme = await createOrganisation(database, {
    departments: ["LOG", "HEAD"].map((code) => ({ name: code, code })),
    people: ["P1", "P2", "P3", "P4", "IN", "SET", "GONE", "NONE", "BACK", "M1", "M2", "M3", "L1", "L2"].map((employee_no) => ({
      employee_no,
      first_name: "Ewa",
      last_name: `Lis ${employee_no}`,
      email: `${employee_no.toLowerCase()}@acme.example`,
      department: employee_no.startsWith("L") ? "LOG" : "HEAD",
    })),
  });
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  const known = await rows(
    "select employee_no as code, id from person where tenant_id = $1 union all select code, id from department where tenant_id = $1",
    [acme.tenant_id],
  );
  id = Object.fromEntries(known.map((row) => [row.code, row.id]));
  for (const [person, language] of Object.entries(languages))
    await rows("update person set language = $2 where id = $1", [id[person], language]);
  await rows("update person set last_sign_in_at = now(), state = 'active' where id = $1", [id["IN"]]);
  await rows("insert into credential (tenant_id, person_id, password_hash, password_set_at) values ($1, $2, '-', now())", [
    acme.tenant_id,
    id["SET"],
  ]);
  await rows("update person set state = 'deactivated' where id = $1", [id["GONE"]]);
  await rows("update person set email = null, email_norm = null where id = $1", [id["NONE"]]);
  await rows(
    "insert into mail_bounce (tenant_id, address_norm, address, said, told_by) values ($1, 'back@acme.example', 'back@acme.example', '550', 'reply')",
    [acme.tenant_id],
  );
});
after(async () => {
  await Promise.all([server.close(), smtp.close()]);
  await database.close();
});

async function rows(text: string, values: unknown[] = []): Promise<any[]> {
  return (await database.superuser.query(text, values)).rows;
}
const people = (...codes: string[]) => ({ person_ids: codes.map((code) => id[code]!) });
const invitation = (selection: object) => ({ kind: "invite", selection });
const preview = async (selection: object, by = panel) => {
  const { status, body, text } = await by.post("/bulk-operations/preview", invitation(selection));
  assert.equal(status, 200, text);
  matchesSchema(BulkPreview, body);
  const reasons = Object.fromEntries(body.left_out.map(({ reason, count }: any) => [reason, count]));
  return { operation_id: body.operation_id as string, effects: { done: body.assigned, ...reasons } as Record<string, number> };
};
const order = (operation_id: string, selection: object, by = panel) =>
  by.call("PUT", `/bulk-operations/${operation_id}`, { body: invitation(selection) });
const countsOf = async (operation_id: string, by = panel) => (await by.get(`/bulk-operations/${operation_id}`)).body.counts;
const waiting = () =>
  rows("select recipient from mail where kind like 'account.invited%' and due_us is not null order by 1").then((all) =>
    all.map(({ recipient }) => recipient as string),
  );
const work = (operation_id: string) =>
  workInParts(
    { pool: database.pool("muster_worker", 1), ...test_mailing },
    { tenant_id: acme.tenant_id, operation_id },
    new AbortController().signal,
  );
const tokenIn = (text: string) => /\/panel\/link#([\w-]{43})/.exec(text)![1]!;
const enter = (token: string) => openPanel(server).post("/sign-in/link", { token });
/** Orders and runs an invitation of people who were not invited before. */
async function invite(...codes: string[]): Promise<void> {
  const { operation_id } = await preview(people(...codes));
  assert.equal((await order(operation_id, people(...codes))).status, 202);
  await workOff(database);
}

test("each is invited once in their language, whatever becomes of the worker; who is left out is named beforehand and afterwards", async () => {
  const everybody = people("P1", "P2", "P3", "P4", "IN", "SET", "GONE", "NONE", "BACK");
  const { operation_id, effects } = await preview(everybody);
  assert.deepEqual(effects, { done: 4, has_login: 2, person_inactive: 1, no_address: 1, bouncing: 1 });
  const stale = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createAccount(database, acme.tenant_id, "training_admin"),
    {
      stale: true,
    },
  );
  assert.equal((await order(newId(), everybody, stale)).body.code, "STEP_UP_REQUIRED");
  for (const _ of ["first", "sent again"]) assert.equal((await order(operation_id, everybody)).status, 202);

  // The worker fails after its last mail, and two others continue.
  await rows("alter table bulk_person add constraint killed check (false) not valid");
  await assert.rejects(work(operation_id));
  await rows("alter table bulk_person drop constraint killed");
  assert.deepEqual([await waiting(), await rows("select from sign_in_link")], [[], []], "a part is whole or is not");
  await Promise.all([work(operation_id), work(operation_id)]);
  await workOff(database);
  assert.deepEqual(await countsOf(operation_id), effects);

  await sendMailsToMany(database, smtp.url);
  await sendMailsToMany(database, smtp.url);
  assert.deepEqual(
    smtp.received.map(({ to }) => to[0]!).toSorted(),
    ["p1", "p2", "p3", "p4"].map((one) => `${one}@acme.example`),
  );
  for (const [person, said] of [
    ["p1", "Link działa jeden raz"],
    ["p2", "Посилання діє один раз"],
    ["p3", "Der Link funktioniert einmal"],
    ["p4", "The link works once"],
  ] as const) {
    const text = textOf(await smtp.letterTo(`${person}@acme.example`));
    assert.match(text, new RegExp(said));
    assert.match(text, /Ada Admin/);
    if (person === "p1") {
      const entered = await enter(tokenIn(text));
      assert.deepEqual([entered.status, entered.body.account?.id], [200, id["P1"]], entered.text);
      assert.equal((await enter(tokenIn(text))).status, 401, "a link signs in once");
    }
  }
  const entries = await rows("select operation, changes, batch_id from audit_log where operation like '%invite%'");
  assert.deepEqual(entries, [
    { operation: "people.invite", changes: { people: [null, 9], selected_by: [null, "people"] }, batch_id: operation_id },
  ]);
  const named = await panel.get(`/bulk-operations/${operation_id}/people?outcome=no_address`);
  assert.deepEqual(
    named.body.people.map(({ employee_no }: any) => employee_no),
    ["NONE"],
  );
  const again = await preview(everybody);
  assert.deepEqual(again.effects, { done: 0, has_login: 3, invited_lately: 3, person_inactive: 1, no_address: 1, bouncing: 1 });
  assert.equal((await panel.post(`/bulk-operations/${operation_id}/undo`)).status, 422, "a mail is not undone");
});

test("an invitation that waits goes to the address of now, and to nobody who has left or got in meanwhile", async () => {
  await database.clock.freeze("2026-03-04T19:00:00Z");
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  smtp.received.length = 0;
  await invite("P2", "P3", "P4");
  await sendMailsToMany(database, smtp.url);
  assert.deepEqual([smtp.received.length, (await waiting()).length], [0, 3], "not at night");
  await rows("update person set state = 'deactivated' where id = $1", [id["P2"]]);
  await rows("update person set email = 'new@acme.example', email_norm = 'new@acme.example' where id = $1", [id["P3"]]);
  await rows("update person set last_sign_in_at = now() where id = $1", [id["P4"]]);
  await database.clock.freeze("2026-03-05T08:00:00Z");
  await sendMailsToMany(database, smtp.url);
  assert.deepEqual(
    smtp.received.map(({ to }) => to[0]),
    ["new@acme.example"],
  );
  assert.equal((await enter(tokenIn(textOf(smtp.received[0]!)))).body.account?.id, id["P3"]);
  const ended = await rows("select recipient, ended_by from mail where failed_at is not null order by 1");
  assert.deepEqual(ended, [
    { recipient: "p2@acme.example", ended_by: "left" },
    { recipient: "p4@acme.example", ended_by: "reason_gone" },
  ]);
});

test("a link ends with the address that it was sent to; one from before an order stays until another one is used", async () => {
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  smtp.received.length = 0;
  await invite("M1", "M2");
  await sendMailsToMany(database, smtp.url);
  const [former, before] = [
    tokenIn(textOf(await smtp.letterTo("m1@acme.example"))),
    tokenIn(textOf(await smtp.letterTo("m2@acme.example"))),
  ];
  await rows("update person set email = 'right@acme.example', email_norm = 'right@acme.example' where id = $1", [id["M1"]]);
  assert.equal((await enter(former)).status, 401, "who reads the former mailbox");
  const single = await panel.post(`/people/${id["M1"]}/invitation`);
  assert.deepEqual([single.status, single.body.mailed_to], [200, "right@acme.example"], single.text);
  await rows("delete from mail where recipient = 'right@acme.example'");
  await database.clock.freeze("2026-03-06T19:00:00Z");
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  await invite("M2");
  assert.deepEqual(await waiting(), ["m2@acme.example"], "not at night");
  assert.equal((await enter(before)).status, 200);
});

test("an invitation that waits says how to come in now, where the rule of sign-in has changed", async () => {
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  smtp.received.length = 0;
  await invite("M3");
  const { id: administrator_id } = await createAccount(database, acme.tenant_id, "it_admin");
  await rows(
    `insert into identity_provider (tenant_id, id, issuer, client_id, authentication, secret, state, tested_at, rule, break_glass_id)
     values ($1, infra.new_id(), 'https://id.acme.example', 'muster', 'client_secret_basic', '', 'on', now(), 'required_for_all', $2)`,
    [acme.tenant_id, administrator_id],
  );
  await database.clock.freeze("2026-03-07T07:30:00Z");
  await sendMailsToMany(database, smtp.url);
  const text = textOf(await smtp.letterTo("m3@acme.example"));
  assert.match(text, /\/panel\/sign-in\?organisation=ACME/);
  assert.doesNotMatch(text, /\/panel\/link#/);
  assert.deepEqual(await rows("select from sign_in_link where account_id = $1", [id["M3"]]), []);
  await rows("delete from identity_provider where tenant_id = $1", [acme.tenant_id]);
});

test("an administrator of some departments sees and invites the own people alone, and may remind them", async () => {
  const limited = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createLimited(database, acme, "training_admin", [id["LOG"]!]),
  );
  const all = { filter: { q: "lis" } };
  const { operation_id, effects } = await preview(all, limited);
  assert.deepEqual(effects, { done: 2 });
  const foreign = await limited.post("/bulk-operations/preview", invitation(people("L1", "NONE")));
  assert.deepEqual([foreign.status, foreign.body.errors?.[0]?.code], [422, "UNKNOWN_PERSON"], foreign.text);
  assert.ok([403, 422].includes((await order(newId(), people("NONE"), limited)).status));
  const ordered = await order(operation_id, all, limited);
  assert.deepEqual([ordered.status, ordered.body.people_total], [202, 2], ordered.text);
  await workOff(database);
  assert.deepEqual(await countsOf(operation_id, limited), { done: 2 });
  assert.deepEqual(await waiting(), ["l1@acme.example", "l2@acme.example"]);
  const reminded = await limited.post("/bulk-operations/preview", { kind: "remind", selection: all });
  assert.deepEqual([reminded.status, reminded.body.people], [200, 2], reminded.text);
});

test("who signs in with the company's identity is told where, without a link", async () => {
  await sendMailsToMany(database, smtp.url);
  await database.clock.freeze("2026-03-09T08:00:00Z");
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  smtp.received.length = 0;
  const { id: administrator_id } = await createAccount(database, acme.tenant_id, "it_admin");
  await rows(
    `insert into identity_provider (tenant_id, id, issuer, client_id, authentication, secret, state, tested_at, rule, break_glass_id)
     values ($1, infra.new_id(), 'https://id.acme.example', 'muster', 'client_secret_basic', '', 'on', now(), 'required_for_all', $2)`,
    [acme.tenant_id, administrator_id],
  );
  await invite("L1");
  assert.deepEqual(
    await rows("select from sign_in_link where account_id = $1 and expires_us > infra.now_us() + 518400000000", [id["L1"]]),
    [],
  );
  await sendMailsToMany(database, smtp.url);
  const text = textOf(await smtp.letterTo("l1@acme.example"));
  assert.match(text, /\/panel\/sign-in\?organisation=ACME/);
  assert.doesNotMatch(text, /\/panel\/link#/);
  await rows("delete from identity_provider where tenant_id = $1", [acme.tenant_id]);
});

test("the worker's role makes links for people without a way in alone, and reads no link and no password", async () => {
  const client = await database.superuser.connect();
  const asWorker = async (text: string, values: unknown[] = []) => {
    await client.query(`begin; set local role muster_worker; set local app.tenant = '${acme.tenant_id}'`);
    try {
      return (await client.query(text, values)).rows;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.query("rollback");
    }
  };
  try {
    const hash = hashOfToken(newToken())!;
    const make = async (person_id: string) => {
      const links = JSON.stringify([{ id: newId(), person_id, token_hash: hash.toString("hex") }]);
      const made = await asWorker("select person_id from infra.invite_people($1::jsonb)", [links]);
      return typeof made === "string" ? made : made.length;
    };
    const administrator = await createAccount(database, acme.tenant_id, "it_admin");
    assert.deepEqual(
      [
        await make(id["NONE"]!),
        await make(id["IN"]!),
        await make(id["SET"]!),
        await make(id["GONE"]!),
        await make(administrator.id),
      ],
      [1, 0, 0, 0, 0],
    );
    for (const statement of [
      "insert into sign_in_link (tenant_id, id, person_id, token_hash, purpose, expires_us) values (current_setting('app.tenant')::uuid, infra.new_id(), infra.new_id(), '', 'first', 0)",
      "update sign_in_link set expires_us = 0",
      "select token_hash from sign_in_link",
      "select password_hash from credential",
    ])
      assert.equal(await asWorker(statement), "42501", statement);
  } finally {
    client.release();
  }
});
