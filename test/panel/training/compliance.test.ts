import { unzipSync } from "fflate";
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { foldAll } from "../../../server/features/compliance/flag/fold.job.ts";
import { refreshPeople } from "../../../server/features/compliance/flag/refresh.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { administratorOf, createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, test_password, type Panel } from "../../harness/panel/panel.ts";
import { apiOf, byKey, request, startServer, type TestServer } from "../../harness/server.ts";

const courses = ["FIRE", "FORK", "SPARE"].map((code) => ({ code, title: `Course ${code}`, default_due_days: 30 }));
const people = [
  { employee_no: "P1", first_name: '=HYPERLINK("evil")', last_name: "Adamska", department: "D0" },
  { employee_no: "P2", first_name: "Jan", last_name: "Borek <b>", department: "D0" },
  { employee_no: "P3", first_name: "Ewa", last_name: "Cichy", department: null },
].map((one) => ({ ...one, email: `${one.employee_no}@acme.example`, worker_type: "internal_payroll" as const }));

async function openMatrixed(database: TestDatabase, server: TestServer): Promise<TestOrganisation> {
  const acme = await createOrganisation(database, {
    departments: [{ name: "Logistyka Północ", code: "D0" }],
    courses,
    learning_paths: [{ code: "DRIVERS", title: "Drivers", courses: ["FORK", "SPARE"] }],
    people,
    clients: [{ name: "HR", scopes: ["enrollments:write"] }],
  });
  const { tenant_id } = acme;
  const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  for (const [employee_no, course_code] of [
    ["P1", "FIRE"],
    ["P2", "FIRE"],
    ["P2", "FORK"],
  ]) {
    const { status, text } = await api.post("/api/v1/enrollments", { employee_no, course_code });
    assert.equal(status, 201, text);
  }
  const { rows } = await database.superuser.query<{ person_id: string }>(
    `update enrollment set due_date = '2026-01-10'
    where tenant_id = $1 and person_id = (select id from person where tenant_id = $1 and employee_no = 'P1') returning person_id`,
    [tenant_id],
  );
  const pool = database.pool("muster_app", 1);
  await withTenant(pool, tenant_id, (db) => refreshPeople(db, administratorOf(acme), [rows[0]!.person_id]));
  await foldAll(database.pool("muster_worker", 1), new AbortController().signal);
  return acme;
}

describe("the matrix of the panel", () => {
  let database: TestDatabase;
  let server: TestServer;
  let panel: Panel;

  before(async () => {
    database = await openDatabase();
    server = await startServer(database);
    const { tenant_id } = await openMatrixed(database, server);
    panel = await sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "compliance_officer"));
  });
  after(async () => {
    await server.close();
    await database.close();
  });

  test("a tile that says a number opens exactly as many rows", async () => {
    const { summary, rows } = (await panel.get("/compliance/matrix")).body;
    assert.deepEqual([summary.people, summary.counts.OVERDUE, summary.counts.PENDING, summary.no_requirements], [3, 1, 1, 1]);
    assert.equal(rows.length, 3);
    for (const flag of summary.severity_order) {
      const found = (await panel.get(`/compliance/matrix?compliance_flag=${flag}`)).body;
      assert.deepEqual([found.pagination.total, found.rows.length], [summary.counts[flag], summary.counts[flag]], flag);
    }
  });

  test("it says what it can be narrowed to", async () => {
    const { courses: offered, departments, paths } = (await panel.get("/compliance/matrix/choices")).body;
    assert.deepEqual(
      offered.map(({ code }: { code: string }) => code),
      ["FIRE", "FORK"],
    );
    assert.deepEqual(
      departments.map(({ name }: { name: string }) => name),
      ["Logistyka Północ"],
    );
    assert.deepEqual(paths, [{ code: "DRIVERS", title: "Drivers", courses: ["FORK"] }], "of a path, courses that are required");
  });

  test("a search finds people by name, number or address, and counts them alone, on a past day too", async () => {
    const find = async (query: string) => {
      const { status, body, text } = await panel.get(`/compliance/matrix?${query}`);
      assert.equal(status, 200, text);
      const { pagination, summary, rows } = body;
      assert.equal(
        summary.people,
        Object.values<number>(summary.counts).reduce((all, one) => all + one, summary.no_requirements),
      );
      return [
        rows.map((row: any) => row.employee_no).join(),
        pagination.total,
        summary.people,
        Object.keys(rows[0]?.courses ?? {}).join(),
      ];
    };
    assert.deepEqual(await find("q=B%C3%B6rek"), ["P2", 1, 1, "FIRE,FORK"]);
    assert.deepEqual(await find("q=p3@acme"), ["P3", 1, 1, ""]);
    assert.deepEqual(await find("q=acme.example&limit=1&offset=2"), ["P2", 3, 3, "FIRE,FORK"]);
    assert.deepEqual(await find("q=acme.example&compliance_flag=OVERDUE"), ["P1", 1, 3, "FIRE"]);
    assert.deepEqual(await find("q=acme.example&course_code=fork"), ["P2", 1, 1, "FORK"]);
    assert.deepEqual(await find("q=acme.example&department_query=logistyka&worker_type=internal_payroll"), [
      "P1,P2",
      2,
      2,
      "FIRE",
    ]);
    assert.deepEqual(await find("q=nobody"), ["", 0, 0, ""]);
    const now = encodeURIComponent(new Date().toISOString());
    assert.deepEqual(await find(`q=borek&as_of=${now}`), ["P2", 1, 1, "FIRE,FORK"]);
    assert.deepEqual(await find("q=borek&as_of=2020-01-01"), ["", 0, 0, ""]);
    const { text } = await panel.get("/compliance/matrix/export?q=borek");
    assert.deepEqual(text.trimEnd().split("\r\n").length, 2);
  });

  test("a CSV has every row and no formula", async () => {
    const { text, headers } = await panel.get("/compliance/matrix/export?format=csv");
    assert.match(headers.get("content-disposition")!, /^attachment; filename="compliance-\d{4}-\d{2}-\d{2}\.csv"$/);
    const lines = text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    assert.equal(lines[0], '"employee_no","full_name","department_name","worker_type","status","FIRE","FORK"');
    assert.equal(lines[1], `"P1","'=HYPERLINK(""evil"") Adamska","Logistyka Północ","internal_payroll","OVERDUE","OVERDUE",""`);
    assert.equal(lines.length, 4);
    const narrowed = (await panel.get("/compliance/matrix/export?compliance_flag=OVERDUE&course_code=fire")).text;
    assert.equal(narrowed.trimEnd().split("\r\n").length, 2);
    assert.equal((await panel.get("/compliance/matrix/export?as_of=2999-01-01")).status, 422);
  });

  test("a workbook has every row, as texts", async () => {
    const cookie = [...panel.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(`${server.url}/panel/api/compliance/matrix/export?format=xlsx`, { headers: { cookie } });
    assert.match(reply.headers.get("content-type")!, /spreadsheetml/);
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    const sheet = Buffer.from(files["xl/worksheets/sheet1.xml"]!).toString();
    assert.equal(sheet.match(/<row /g)!.length, 4);
    assert.match(sheet, /Borek &lt;b&gt;/);
    assert.doesNotMatch(sheet, /<f>/);
  });

  test("it cannot be read without a session", async () => {
    assert.equal((await request(server.url, "GET", "/panel/api/compliance/matrix/export")).status, 401);
  });
});

describe("the matrix in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await openMatrixed(database, panel.server);
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  test("why leads to the person and the enrollment, and to what can be done, or says why it cannot", async () => {
    const open = async (role: "training_admin" | "compliance_officer") => {
      const admin = await createAccount(database, acme.tenant_id, role);
      const page = await panel.visit();
      await signIn(page, panel, acme.code, admin.login, test_password, `${panel.url}/compliance`);
      await page.getByRole("button", { name: /Borek <b>, FORK: Pending/ }).click();
      const why = page.getByRole("dialog").first();
      await why.getByText("Not started", { exact: true }).waitFor();
      return { page, why };
    };
    const officer = await open("compliance_officer");
    for (const name of ["Change the due date", "Record a result", "Exempt", "Record evidence"])
      await officer.why.getByRole("button", { name, disabled: true, exact: true }).waitFor();
    await officer.why.getByRole("link", { name: "Jan Borek <b>" }).click();
    await officer.page.getByRole("heading", { level: 1, name: "Jan Borek <b>" }).waitFor();

    const { page, why } = await open("training_admin");
    await why.getByRole("button", { name: "Assign", disabled: true, exact: true }).waitFor();
    await why.getByRole("button", { name: "Change the due date", exact: true }).click();
    const extend = page.getByRole("dialog", { name: "Change the due date" });
    await extend.getByLabel("Due").fill("2999-12-31");
    await extend.getByRole("button", { name: "Save" }).click();
    await extend.waitFor({ state: "detached" });
    await why.getByText(/due 31 Dec 2999\./).waitFor();
    await why.getByRole("button", { name: "Exempt", exact: true }).click();
    const exempt = page.getByRole("dialog", { name: "Exempt a person from a course" });
    await exempt.getByText("Jan Borek <b> · Course FORK").waitFor();
    await page.keyboard.press("Escape");
    await exempt.waitFor({ state: "detached" });
    await expectAccessible(page, "why, with what can be done");
    await why.getByRole("link", { name: /^Enrollment \d{4}$/ }).click();
    await page.getByRole("heading", { level: 1, name: "Course FORK" }).waitFor();
  });

  for (const scheme of schemes) {
    test(`tiles open their rows, a flag says why, and files are had, ${scheme}`, async () => {
      const admin = await createAccount(database, acme.tenant_id, "training_admin");
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, admin.login, test_password, `${panel.url}/compliance`);
      await page.getByRole("heading", { level: 1, name: "Compliance matrix" }).waitFor();
      await page.getByText("1–3 of 3").waitFor();
      await expectAccessible(page, "the matrix");
      await shoot(page, `matrix-${scheme}`);
      await page.getByRole("button", { name: "1 Overdue" }).click();
      await page.getByText("1–1 of 1").waitFor();
      assert.match(page.url(), /compliance_flag=OVERDUE/);
      await page.getByRole("button", { name: /Adamska, FIRE: Overdue/ }).click();
      const why = page.getByRole("dialog");
      await why.getByText("Past the due date").waitFor();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page, "why");
      await shoot(page, `matrix-why-${scheme}`);
      await page.keyboard.press("Escape");
      await why.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "Excel (XLSX)" }).click(),
      ]);
      assert.match(download.suggestedFilename(), /^compliance-.*\.xlsx$/);
      await page.getByRole("link", { name: /Adamska/ }).press("Enter");
      await page.getByRole("heading", { level: 1, name: /Adamska/ }).waitFor();
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${panel.url}/compliance?compliance_flag=COMPLIANT`);
      await page.getByText("Nothing matches these filters.").waitFor();
      await expectReflow(page, "the matrix");
    });
  }

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
