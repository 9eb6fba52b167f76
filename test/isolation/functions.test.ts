// Every function of the database that runs with more rights than its caller is listed here with its reason, and only a few roles
// may call it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";

let database: TestDatabase;

before(async () => {
  database = await openDatabase();
});
after(() => database.close());

/** Functions that run with more rights than their caller, each with the reason; all have a fixed search path. */
const definer_functions: Readonly<Record<string, string>> = {
  "infra.admit": "authentication looks a secret up before it can know the tenant; returns the tenant of a proven secret only",
  "infra.admit_assertion":
    "a client that has signed is admitted before its tenant is known; returns the tenant of a proven key only",
  "infra.admit_together": "as infra.admit, for requests that wait at the same moment; returns the tenant of a proven secret only",
  "infra.admit_proof":
    "a client that proves the key of its token is admitted before its tenant is known; returns the tenant of a proven secret only",
  "infra.find_client_key":
    "by which an assertion is verified, before its tenant is known; returns a public key, and ids that the caller named",
  "infra.certificate_by_code": "holders of a certificate's code may check it; returns the ids to look it up by",
  "infra.sandbox_of": "an organisation finds its own sandbox; returns the sandbox's id, code, name and clock only",
  "infra.organisation_of_sandbox": "a sandbox tells whose it is; returns that organisation's id, code and name only",
  "infra.close_sandbox": "ends access to the transaction's tenant, where it is the sandbox of another",
  "infra.remove_sandbox_part": "deletes rows of the transaction's tenant, where it is the sandbox of another",
  "infra.remove_sandbox": "deletes the row of the transaction's tenant, where it is the sandbox of another",
  "infra.forget_late_requests": "deletes what was logged of the transaction's tenant, where its own row is gone",
  "infra.tenant_by_code": "operators' commands name an organisation by its code; returns its id only",
  "infra.tenant_count": "whether there is any organisation yet; returns a number",
  "infra.arrange_webhook_partitions": "partitions are the owner's to make and to drop; takes nothing and returns a count",
  "infra.analyze_compliance": "statistics for the planner are the owner's to gather; returns nothing",
  "infra.analyze_people": "statistics for the planner are the owner's to gather; returns nothing",
  "infra.audit_chain_ends": "checkpoints of all organisations are written down by the worker; returns numbers and keyed hashes",
  "infra.audit_chain_ends_of": "the same of those that have grown; returns numbers and keyed hashes",
  "infra.days_done":
    "whether a midnight of the caller's own organisation is due, which is kept beside those of others; returns a day",
  "infra.departments_of_administrator":
    "who is limited to departments cannot read which; returns ids of the transaction's own organisation",
  "infra.limit_of_session": "the same before a session's tenant is known; returns departments by the proof of a session only",
  "infra.looks_of_session": "how the organisation of a session looks, by the proof of it; returns a colour and a hash",
  "infra.enter": "every transaction of an organisation asks whether that is here; returns nothing",
  "infra.enter_by_code": "the same for who knows the code only; returns nothing",
  "infra.is_elsewhere": "statements about several organisations leave out those that nobody may write; says yes or no",
  "infra.placement_of": "where an organisation of a code has moved to; returns a node's name",
  "infra.look_out": "the worker walks over all organisations for work that nobody knows to be due; returns a number",
  "infra.organisations_here": "operators' commands list the organisations of a node; for the tables' owner only",
  "infra.note_audit": "a trigger notes that an organisation has rows to be sealed; returns nothing",
  "infra.note_client": "a trigger notes that deliveries of a client go on; returns nothing",
  "infra.note_clock": "a trigger notes that an organisation's days are to be looked at; returns nothing",
  "infra.note_day": "a trigger notes an organisation's next midnight; returns nothing",
  "infra.note_deliveries": "a trigger notes when deliveries of a subscription are due; returns nothing",
  "infra.note_enrollments": "a trigger notes an organisation's next midnight; returns nothing",
  "infra.note_flags": "a trigger notes an organisation's next midnight; returns nothing",
  "infra.note_domains": "a trigger notes when an organisation's domains are to be looked at; returns nothing",
  "infra.organisation_of_domain": "the sign-in page finds the organisation of an address by its domain; returns its code",
  "infra.note_digests": "a trigger notes that an organisation's next digest is to be looked at; returns nothing",
  "infra.note_reports": "a trigger notes that an organisation's next report by mail is to be looked at; returns nothing",
  "infra.note_bookings":
    "a trigger notes that a person whose enrollment has ended is booked in a course session; returns nothing",
  "infra.note_mails": "a trigger notes that an organisation has mails to many; returns nothing",
  "infra.note_reminders": "a trigger notes that an organisation's next morning is to be looked at; returns nothing",
  "infra.note_subscription": "a trigger notes that a subscription's deliveries go on; returns nothing",
  "infra.begin_epoch": "what writes are ordered by is the owner's to set; open to no role that serves; returns a number",
  "infra.keep_epoch": "every writing connection asks whether its database is the one that wrote last; returns a number",
  "infra.forget_requests": "the previous version of the program calls it; removes nothing, returns 0",
  "infra.key_use": "what needs a version of SECRET_KEY is counted over all organisations; returns numbers",
  "infra.key_versions_in_use": "which versions of SECRET_KEY anything was made with; returns numbers",
  "infra.sealed_sample": "a start tries its key on one sealed value; returns one, which opens with the key alone",
  "infra.tenants_with_chain_end": "the operator's command must know whose audit log goes on; returns ids of tenants only",
  "infra.tenants_with_key_versions":
    "the operator's command must know where there is something to seal again; returns ids of tenants only",
  "infra.log_requests": "requests of all organisations are written in one statement; returns nothing",
  "infra.log_requests_packed": "requests of all organisations are written in one statement; returns nothing",
  "infra.find_panel_session":
    "a cookie is looked up before its tenant is known; returns whose it is only for a session that stands",
  "infra.invite_people":
    "the worker makes no links by itself; makes those of people of the transaction's own organisation who never signed in, and returns when they end",
  "infra.it_administrators_without_password":
    "operators' commands print a first link for who has no way in; returns ids and addresses",
  "infra.tenant_of_sign_in_link":
    "a one-time link is looked up before its tenant is known; returns the tenant of one that stands",
  "infra.waiting_work": "measures show how much waits in all organisations together; returns numbers",
  "infra.note_sealed": "a trigger notes up to where an organisation's audit log is sealed; returns nothing",
  "infra.settled_at": "the age of other sessions' transactions; returns one instant",
  "infra.tenants_with_a_new_day": "the worker must know whose midnight has passed; returns ids of tenants only",
  "infra.tenants_with_compliance_deltas": "the worker must know where numbers wait to be added up; returns ids of tenants only",
  "infra.tenants_with_due_mail": "the worker must know where there is something to send; returns ids of tenants only",
  "infra.tenants_with_exchanges_before": "the previous version of the program calls it; returns nothing",
  "infra.tenants_with_mails_before": "the previous version of the program calls it; returns nothing",
  "infra.tenants_with_unsealed_audit": "the worker must know where there is something to seal; returns ids of tenants only",
  "infra.tenants_with_unfinished_erasures": "the worker must know where an erasure has lost its job; returns ids of tenants only",
  "infra.tenants_with_keys_before": "the worker must know where there is something to clear up; returns ids of tenants only",
  "infra.tenants_to_clean_up": "the worker must know whose records may have become too old; returns ids of tenants only",
  "infra.tenants_with_old_imports": "the worker must know where there is something to clear up; returns ids of tenants only",
};

test("TI2 the functions that look across organisations are known, and cannot be led astray by a search path", async () => {
  const { rows } = await database.superuser.query<{ name: string; config: string[] | null }>(`
    select n.nspname || '.' || p.proname as name, p.proconfig as config
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname in ('public', 'infra', 'pgboss')`);
  assert.deepEqual(
    rows.map(({ name }) => name).toSorted(),
    Object.keys(definer_functions).toSorted(),
    "give a function that is security definer a reason in this test",
  );
  for (const { name, config } of rows)
    assert.ok(
      config?.some((setting) => setting.startsWith("search_path=")),
      name,
    );
});

/** Those of them that the role of requests may call; the reasons are above. Only workers may list organisations. */
const open_to_requests = [
  "infra.admit",
  "infra.admit_assertion",
  "infra.admit_proof",
  "infra.admit_together",
  "infra.analyze_compliance",
  "infra.analyze_people",
  "infra.certificate_by_code",
  "infra.close_sandbox",
  "infra.days_done",
  "infra.departments_of_administrator",
  "infra.enter",
  "infra.enter_by_code",
  "infra.find_client_key",
  "infra.find_panel_session",
  "infra.forget_late_requests",
  "infra.is_elsewhere",
  "infra.it_administrators_without_password",
  "infra.keep_epoch",
  "infra.key_use",
  "infra.key_versions_in_use",
  "infra.limit_of_session",
  "infra.log_requests",
  "infra.log_requests_packed",
  "infra.looks_of_session",
  "infra.organisation_of_domain",
  "infra.organisation_of_sandbox",
  "infra.placement_of",
  "infra.remove_sandbox",
  "infra.remove_sandbox_part",
  "infra.sandbox_of",
  "infra.sealed_sample",
  "infra.settled_at",
  "infra.tenant_by_code",
  "infra.tenant_count",
  "infra.tenant_of_sign_in_link",
];

test("TI2 the role that serves requests may call only those of these functions that it needs", async () => {
  const { rows } = await database.superuser.query<{ name: string }>(`
    select n.nspname || '.' || p.proname as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname in ('public', 'infra', 'pgboss') and has_function_privilege('muster_app', p.oid, 'execute')`);
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), open_to_requests);
});
