import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readFileSync } from "node:fs";
import path from "node:path";
import { audit_operations } from "../../server/features/audit/operations.ts";
import { sealAll } from "../../server/features/audit/seal.ts";
import { revokeCertificate } from "../../server/features/certificates/revoke.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
  schemes,
} from "../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { first_instant, openTraining, type TrainingOrganisation } from "../harness/organisation/enrollments.ts";
import { learnersOf, type Learners } from "../harness/panel/learners.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, sessionOf, test_password, type Panel } from "../harness/panel/panel.ts";
import { startServer, test_keyring, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";

async function seal(database: TestDatabase): Promise<void> {
  await settled(database);
  await sealAll(database.pool("muster_worker", 1), test_keyring, new AbortController().signal);
}

describe("the audit log of the panel", () => {
  let database: TestDatabase;
  let server: TestServer;
  let panel: Panel;

  before(async () => {
    database = await openDatabase();
    server = await startServer(database);
    const { tenant_id } = await createOrganisation(database, {});
    panel = await sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "it_admin"));
    for (const name of ["=SUM(1)", "Nina New"]) {
      const body = { email: `${name.length}@acme.example`, name, role: "training_admin" };
      assert.equal((await panel.post("/administrators", body)).status, 201);
    }
    await seal(database);
  });
  after(async () => {
    await server.close();
    await database.close();
  });

  test("it is walked by cursor, the newest first, and narrowed", async () => {
    const first = (await panel.get("/audit?limit=1&operation=administrator.")).body;
    assert.equal(first.pagination.total, 2);
    assert.deepEqual(first.entries[0].personal.name, [null, "Nina New"]);
    const second = (await panel.get(`/audit?limit=1&operation=administrator.&cursor=${first.pagination.next_cursor}`)).body;
    assert.deepEqual([second.entries[0].personal.name, second.pagination.next_cursor], [[null, "=SUM(1)"], null]);
    assert.equal((await panel.get("/audit?actor_type=client")).body.pagination.total, 0);
    assert.equal((await panel.get("/audit?until=2000-01-01T00:00:00Z")).body.pagination.total, 0);
    const { target_id, seq } = first.entries[0];
    assert.ok(seq > 0);
    assert.equal((await panel.get(`/audit?target_id=${target_id}`)).body.entries.length, 1);
  });

  test("bad filters are refused and nothing breaks", async () => {
    for (const query of ["from=yesterday", "actor_id=x", "cursor=x", "operation=%00", "actor_type=unknown"])
      assert.equal((await panel.get(`/audit?${query}`)).status, 422, query);
    assert.equal((await panel.get("/audit/verification?checkpoint=1-zz")).status, 422);
  });

  test("as a file it holds every row and no formula", async () => {
    const { text } = await panel.get("/audit/export?operation=administrator.invite");
    const lines = text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    assert.equal(lines.length, 3);
    assert.match(lines[0]!, /^"seq","occurred_at"/);
  });

  test("AL2 the panel names the first row that was altered", async () => {
    assert.equal((await panel.get("/audit/verification")).body.intact, true);
    const { seq, id } = (await panel.get("/audit?limit=1&operation=administrator.")).body.entries[0];
    await database.superuser.query("update audit_log set actor_name = 'Another name' where id = $1", [id]);
    const { intact, first_fault } = (await panel.get("/audit/verification")).body;
    assert.deepEqual([intact, first_fault], [false, { kind: "ROW_DIFFERS", seq, audit_id: id }]);
  });
});

describe("the audit log says who did what to whom", () => {
  let training: TrainingOrganisation;
  let learners: Learners;
  let officer: Panel;
  const about = async (operation: string) => {
    const { status, text, body } = await officer.get(`/audit?operation=${operation}&limit=10`);
    assert.equal(status, 200, text);
    const [entry] = body.entries;
    return body.named.find(({ type, id }: any) => type === entry.target_type && id === entry.target_id);
  };

  before(async () => {
    training = await openTraining({ courses: [{ code: "YEAR", title: "Load safety", validity: { value: 12, unit: "month" } }] });
    learners = learnersOf(training, first_instant);
    const { tenant_id } = training.organisation;
    const account = await createAccount(training.database, tenant_id, "compliance_officer");
    officer = await sessionOf(training.server, training.database, tenant_id, account);
  });
  after(() => training.close());

  test("a certificate's entry names the person and the course, and keeps neither", async () => {
    const { certificate } = await learners.pass((await learners.assign("P1", "YEAR")).id, 90);
    await learners.run((db, context) => revokeCertificate(db, context, certificate.id, "By mistake"));
    const person_id = await learners.person("P1");
    const { rows } = await training.database.superuser.query("select first_name, last_name from person where id = $1", [
      person_id,
    ]);
    const full_name = `${rows[0].first_name} ${rows[0].last_name}`;
    const found = await about("certificate.revoke");
    assert.equal(found.name, certificate.number);
    assert.deepEqual(found.user, { id: person_id, name: full_name });
    assert.equal(found.course.title, "Load safety");
    const kept = await training.database.superuser.query("select changes::text || personal::text as said from audit_log");
    for (const { said } of kept.rows) assert.ok(!said.includes(full_name), said);
    const { text } = await officer.get("/audit/export?operation=certificate.revoke");
    assert.match(text, new RegExp(`"${certificate.number}","${full_name}","Load safety"`));
  });

  test("erased people and removed administrators are still told apart from what never was", async () => {
    await learners.assign("P2", "YEAR");
    const person_id = await learners.person("P2");
    await training.database.superuser.query(
      "update person set state = 'anonymized', first_name = null, last_name = null, managed_by = 'scim' where id = $1",
      [person_id],
    );
    assert.deepEqual((await about("enrollment.assign")).user, { id: person_id, name: null });
    const admin = await createAccount(training.database, training.organisation.tenant_id, "it_admin");
    await createAccount(training.database, training.organisation.tenant_id, "it_admin");
    const own = await sessionOf(training.server, training.database, training.organisation.tenant_id, admin);
    const invited = await own.post("/administrators", {
      email: "gone@acme.example",
      name: "Gustav Gone",
      role: "training_admin",
    });
    assert.equal(invited.status, 201, invited.text);
    const { rows } = await training.database.superuser.query("select id from administrator where name = 'Gustav Gone'");
    assert.equal((await own.delete(`/administrators/${rows[0].id}`)).status, 204);
    assert.equal((await about("administrator.invite")).name, "Gustav Gone");
  });
});

/** The sentence of each operation, by `<target>.<verb>`. */
function sentencesOf(language: "en" | "pl"): Map<string, string> {
  const file = path.join(import.meta.dirname, "..", "..", "panel", "src", "locales", language, "audit.json");
  const { action } = JSON.parse(readFileSync(file, "utf8")) as { action: Record<string, Record<string, string>> };
  return new Map(
    Object.entries(action).flatMap(([target, verbs]) =>
      Object.entries(verbs).map(([verb, sentence]) => [`${target}.${verb}`, sentence] as const),
    ),
  );
}

test("every operation that the code can record has a sentence in every language, and no sentence is for nothing", () => {
  assert.ok(audit_operations.length > 50);
  for (const language of ["en", "pl"] as const)
    assert.deepEqual([...sentencesOf(language).keys()].toSorted(), [...audit_operations].toSorted(), language);
});

describe("the audit log in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [{ code: "FIRE-01", title: "Fire safety", validity: { value: 12, unit: "month" } }],
      people: [{ employee_no: "P1", first_name: "Anna", last_name: "Kowalska", email: "p1@acme.example" }],
    });
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  for (const scheme of schemes) {
    test(`a change is found with what it changed, and the log is verified, ${scheme}`, async () => {
      const admin = await createAccount(database, acme.tenant_id, "it_admin");
      const own = await sessionOf(panel.server, database, acme.tenant_id, admin);
      const headers = { origin: panel.server.url };
      const body = { email: `${scheme}@acme.example`, name: `Nina ${scheme}`, role: "training_admin" };
      own.cookies.set("muster_session", [...own.cookies.values()][0]!);
      assert.equal((await own.post("/administrators", body, { headers })).status, 201);
      await seal(database);
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, admin.login, test_password, `${panel.url}/audit?operation=administrator.`);
      await page
        .getByRole("button", { name: /^Invited .* as an administrator$/ })
        .first()
        .click();
      await page.getByRole("dialog").getByText(`Nina ${scheme}`).first().waitFor();
      await expectAccessible(page, "an entry");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectAccessible(page, "the log");
      await shoot(page, `audit-${scheme}`);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.getByRole("button", { name: "Verify now" }).click();
      await page.getByText("The log is as it was written").waitFor();
      await expectAccessible(page, "a verification");
      await shoot(page, `audit-verified-${scheme}`);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${panel.url}/audit`);
      await page
        .getByRole("button", { name: /^Invited .* as an administrator$/ })
        .first()
        .waitFor();
      await expectReflow(page, "the log");
    });
  }

  test("an entry says in words and by name what was changed, and links there", async () => {
    const trainer = await createAccount(database, acme.tenant_id, "training_admin");
    const own = await sessionOf(panel.server, database, acme.tenant_id, trainer);
    own.cookies.set("muster_session", [...own.cookies.values()][0]!);
    const { rows } = await database.superuser.query(
      "select p.id as person_id, c.id as course_id from person p, course c where p.tenant_id = $1 and c.tenant_id = $1",
      [acme.tenant_id],
    );
    const body = { ...rows[0], issuer: "UDT", valid_from: "2026-01-10", valid_until: null };
    const reply = await own.post("/evidence", body, { headers: { origin: panel.server.url } });
    assert.equal(reply.status, 201, reply.text);
    for (const [language, sentence] of [
      ["en", "Recorded external evidence for Anna Kowalska: Fire safety"],
      ["pl", "Zapisano zaświadczenie zewnętrzne: Anna Kowalska, Fire safety"],
    ] as const) {
      const officer = await createAccount(database, acme.tenant_id, "compliance_officer");
      const page = await panel.visit({ language });
      const session = await sessionOf(panel.server, database, acme.tenant_id, officer);
      await page
        .context()
        .addCookies([{ name: "muster_session", value: [...session.cookies.values()][0]!, url: panel.server.url }]);
      await page.goto(`${panel.url}/audit?operation=certificate.`);
      await page.getByRole("button", { name: sentence }).waitFor();
      await expectAccessible(page, `an entry in words, ${language}`);
      await page.getByRole("link", { name: "Anna Kowalska" }).click();
      await page.getByRole("heading", { level: 1, name: "Anna Kowalska" }).waitFor();
    }
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
