import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";
import { operatorPoolOf, type OrganisationFileInput } from "../../../test/harness/organisation/organisation.ts";
import { needsServer } from "../../../test/harness/database.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { catchUp } from "./day-turning.ts";
import { findNextWork } from "./sql.ts";

const file: OrganisationFileInput = {
  courses: [
    { code: "FIRE-01", title: "Fire", default_due_days: 30, grace_days: 0, expiring_soon_days: 60 },
    {
      code: "FORK-01",
      title: "Forklift",
      validity: { value: 12, unit: "month" },
      renewal: { enabled: true, lead_days: 60, basis: "expiry" },
      expiring_soon_days: 60,
      default_due_days: 30,
    },
  ],
};

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function open(
  at: string,
  organisation: OrganisationFileInput["organisation"],
  more: OrganisationFileInput = {},
  count = 1,
) {
  sandbox = await openSandbox(at, { ...file, ...more, ...(organisation ? { organisation } : {}) }, count);
}

/** The instant at which a pair first got a flag, on the tenant's clock. */
async function since(status: string): Promise<string> {
  const { rows } = await sandbox.database.superuser.query(
    "select changed_at from compliance_history where status = $1 order by changed_at limit 1",
    [status],
  );
  return (rows[0]?.changed_at as Date | undefined)?.toISOString() ?? "never";
}

const turned = async () => {
  const { rows } = await sandbox.database.superuser.query("select done_through::text as day from tenant_day");
  return rows[0]?.day as string;
};

// The day after the due date begins at its beginning in the zone, also where clocks change at midnight.
const zones: [string, string, string, string][] = [
  ["Europe/Warsaw in winter", "Europe/Warsaw", "2026-02-10", "2026-02-10T23:00:00.000Z"],
  ["Europe/Warsaw, the night of the short day", "Europe/Warsaw", "2026-03-28", "2026-03-28T23:00:00.000Z"],
  ["Europe/Warsaw, the night after the short day", "Europe/Warsaw", "2026-03-29", "2026-03-29T22:00:00.000Z"],
  ["Europe/Warsaw, the night of the long day", "Europe/Warsaw", "2026-10-24", "2026-10-24T22:00:00.000Z"],
  ["Europe/Warsaw, the night after the long day", "Europe/Warsaw", "2026-10-25", "2026-10-25T23:00:00.000Z"],
  ["America/Santiago, a day that begins at 01:00", "America/Santiago", "2026-09-05", "2026-09-06T04:00:00.000Z"],
  ["Africa/Cairo, a day that begins at 01:00", "Africa/Cairo", "2026-04-23", "2026-04-23T22:00:00.000Z"],
  ["Pacific/Kiritimati, fourteen hours ahead", "Pacific/Kiritimati", "2026-07-01", "2026-07-01T10:00:00.000Z"],
  ["a leap day", "Europe/Warsaw", "2028-02-29", "2028-02-29T23:00:00.000Z"],
];

for (const [name, time_zone, due_date, midnight] of zones) {
  test(`an enrollment due on a day is overdue from the next one on: ${name}`, async () => {
    const start = Temporal.PlainDate.from(due_date).subtract({ days: 20 });
    await open(`${start.toString()}T12:00:00Z`, { time_zone });
    await sandbox.assign("P1", "FIRE-01", { due_date });
    const before = Temporal.Instant.from(midnight).subtract({ seconds: 1 }).toString();
    await sandbox.advance(before);
    assert.equal(await sandbox.flagOf("P1", "FIRE-01"), "PENDING");
    await sandbox.advance("PT1S");
    assert.equal(await sandbox.flagOf("P1", "FIRE-01"), "OVERDUE");
    assert.equal(await since("OVERDUE"), midnight);
  });
}

test("a certificate runs through its flags by time alone, and its end causes one event, at midnight", async () => {
  await open("2027-03-01T10:00:00Z", { time_zone: "Europe/Warsaw" });
  const { id } = await sandbox.assign("P1", "FORK-01");
  const { certificate } = await sandbox.complete(id);
  assert.equal(certificate.valid_until, "2028-02-29");
  await sandbox.advance("2027-12-30T12:00:00Z");
  assert.equal(await sandbox.flagOf("P1", "FORK-01"), "COMPLIANT");
  await sandbox.advance("P1D");
  assert.equal(await sandbox.flagOf("P1", "FORK-01"), "EXPIRING_SOON");
  assert.equal(await since("EXPIRING_SOON"), "2027-12-30T23:00:00.000Z");
  await sandbox.advance("2028-02-29T22:59:59Z");
  assert.deepEqual(await sandbox.events("compliance.expired"), []);
  await sandbox.advance("P30D");
  assert.equal(await sandbox.flagOf("P1", "FORK-01"), "OVERDUE");
  const told = await sandbox.events("compliance.expired");
  assert.equal(told.length, 1);
  assert.deepEqual(
    [told[0].created_at, told[0].data.expired_on, told[0].data.compliance_status],
    ["2028-02-29T23:00:00.000Z", "2028-03-01", "OVERDUE"],
  );
  assert.equal(await turned(), "2028-03-30");
});

test("accounts end with the employment, and with the company's contract, at the midnight after", async () => {
  await open(
    "2026-06-01T10:00:00Z",
    { time_zone: "Europe/Warsaw" },
    {
      contractors: [{ name: "Bud-Serwis", code: "BS", contract_valid_until: "2026-06-20" }],
    },
  );
  const added = await sandbox.api.post("/api/v1/users", {
    employee_no: "EXT-1",
    first_name: "Jan",
    last_name: "Nowak",
    email: "jan@bud.example",
    worker_type: "b2b_contractor",
    contractor_name: "Bud-Serwis",
  });
  assert.equal(added.status, 201, added.text);
  const { users } = (await sandbox.api.get("/api/v1/users?employee_no=P1")).body;
  await sandbox.api.patch(`/api/v1/users/${users[0].id}`, { employment_end_date: "2026-06-10" });
  await sandbox.assign("P1", "FIRE-01");
  await sandbox.assign("EXT-1", "FIRE-01");

  const person = async (id: string) => (await sandbox.api.get(`/api/v1/users/${id}`)).body;
  await sandbox.advance("2026-06-10T21:59:59Z");
  assert.equal((await person(users[0].id)).active, true);
  await sandbox.advance("P20D");
  const [own, external] = [await person(users[0].id), await person(added.body.id)];
  assert.deepEqual([own.status, own.deactivated_at], ["deactivated", "2026-06-10T22:00:00.000Z"]);
  assert.deepEqual([external.status, external.deactivated_at], ["deactivated", "2026-06-20T22:00:00.000Z"]);
  const cancelled = await sandbox.events("enrollment.cancelled");
  assert.deepEqual(
    cancelled.map(({ created_at, data }) => [created_at, data.user.employee_no, data.cancel_reason, data.cancelled_by.name]),
    [
      ["2026-06-10T22:00:00.000Z", "P1", "person_deactivated", "time"],
      ["2026-06-20T22:00:00.000Z", "EXT-1", "person_deactivated", "time"],
    ],
  );
  assert.equal(await sandbox.flagOf("P1", "FIRE-01"), null);
});

test("an exemption that lies ahead begins and ends at its midnights", async () => {
  await open("2026-06-01T10:00:00Z", { time_zone: "Europe/Warsaw" });
  await sandbox.assign("P1", "FIRE-01", { due_date: "2026-06-05" });
  await sandbox.database.superuser.query(
    `insert into exemption (tenant_id, id, person_id, course_id, from_on, until_on, reason, approved_by)
     select tenant_id, gen_random_uuid(), person_id, course_id, '2026-06-10', '2026-06-12', 'leave', '{}' from enrollment`,
  );
  const flags: (string | null)[] = [];
  for (const day of ["09", "10", "12", "13"]) {
    await sandbox.advance(`2026-06-${day}T12:00:00Z`);
    flags.push(await sandbox.flagOf("P1", "FIRE-01"));
  }
  assert.deepEqual(flags, ["OVERDUE", "COMPLIANT", "COMPLIANT", "OVERDUE"]);
});

/** Ten people whose certificates end on one day, before that day. */
async function openWithCertificates(organisation: OrganisationFileInput["organisation"]): Promise<void> {
  await open("2026-03-01T10:00:00Z", organisation, {}, 10);
  for (let number = 1; number <= 10; number += 1) {
    const { id } = await sandbox.assign(`P${number}`, "FORK-01");
    await sandbox.complete(id);
  }
}

/** Makes every statement fail that writes the `nth` event of a type, until the returned function is called. */
async function breakAt(type: string, nth: number): Promise<() => Promise<unknown>> {
  const { superuser } = sandbox.database;
  await superuser.query(`
    create function public.broken() returns trigger language plpgsql as $$
    begin
      if new.type = '${type}' and (select count(*) from event where type = '${type}') >= ${nth} then
        raise exception 'the power has gone';
      end if;
      return new;
    end $$;
    create trigger broken before insert on event for each row execute function public.broken()`);
  return () => superuser.query("drop trigger broken on event; drop function public.broken()");
}

test("an end on the last day that there is, gives no day in between something to do", async () => {
  const people = ["P1", "P2"].map((employee_no) => ({
    employee_no,
    first_name: "Anna",
    last_name: employee_no,
    email: `${employee_no}@acme.example`,
    employment_end_date: "9999-12-31",
  }));
  await open("2026-03-01T10:00:00Z", undefined, { people });
  const find = (db: Db) => findNextWork(db, sandbox.organisation.tenant_id, "2026-03-01");
  const next = () => withTenant(operatorPoolOf(sandbox.database), sandbox.organisation.tenant_id, find);
  assert.equal(await next(), null);
  await sandbox.assign("P1", "FIRE-01", { due_date: "2026-03-20" });
  assert.equal(await next(), "2026-03-21");
});

test("a crash in the middle of a midnight loses nothing and tells nothing twice", async () => {
  await openWithCertificates({ time_zone: "Europe/Warsaw" });
  for (const [type, day] of [
    ["enrollment.assigned", "2026-12-30"],
    ["compliance.expired", "2027-03-01"],
  ] as const) {
    const known = (await sandbox.events(type)).length;
    const mend = await breakAt(type, known + 4);
    const failed = await sandbox.api.post("/api/v1/sandbox/clock", { now: `${day}T12:00:00Z` });
    assert.equal(failed.status, 500, failed.text);
    await mend();
    await sandbox.advance(`${day}T13:00:00Z`);
    const told = (await sandbox.events(type)).slice(known);
    assert.equal(new Set(told.map(({ data }) => data.user.employee_no)).size, 10, type);
    assert.equal(told.length, 10, type);
  }
  await sandbox.advance("P5D");
  assert.equal((await sandbox.events("compliance.expired")).length, 10);
  assert.equal((await sandbox.events("enrollment.assigned")).length, 20);
});

test("two workers at once do each midnight once", { skip: needsServer() }, async () => {
  await openWithCertificates({ time_zone: "Europe/Warsaw" });
  const { database, organisation } = sandbox;
  await catchUp(database.pool("muster_worker"), organisation.tenant_id);
  await database.clock.freeze("2027-03-05T10:00:00Z");
  const pools = [database.pool("muster_worker"), database.pool("muster_worker"), database.pool("muster_worker")];
  await Promise.all(pools.map((pool) => catchUp(pool, organisation.tenant_id)));
  assert.equal(await turned(), "2027-03-05");
  assert.equal((await sandbox.events("compliance.expired")).length, 10);
  assert.equal((await sandbox.events("enrollment.assigned")).length, 20);
});

test("an end of employment that is moved at the last moment has no effect", { skip: needsServer() }, async () => {
  await open("2026-06-08T10:00:00Z", {}, {}, 2);
  const { superuser } = sandbox.database;
  await superuser.query("update person set employment_end_date = '2026-06-10'");
  const other = await superuser.connect();
  let advance;
  try {
    await other.query("begin; update person set employment_end_date = '2026-12-31' where employee_no = 'P1'");
    advance = sandbox.advance("2026-06-12T10:00:00Z");
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await superuser.query(waiting)).rowCount === 0) await setImmediate();
    await other.query("commit");
  } finally {
    other.release(true);
  }
  await advance;
  const { rows } = await superuser.query("select employee_no, state from person order by 1");
  assert.deepEqual(
    rows.map(({ employee_no, state }) => `${employee_no} ${state}`),
    ["P1 invited", "P2 deactivated"],
  );
});
