// A course session in a browser: planned by an administrator, booked on a phone, and held by a trainer with twenty people and a
// phone.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import ICAL from "ical.js";
import type { Page } from "playwright-core";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  signIn,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, givePassword, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { apiOf, byKey } from "../../harness/server.ts";

const people_count = 23;
const phone = { viewport: { width: 360, height: 740 } };

describe("a session of a course in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [{ code: "AID", title: "First aid", validity: { value: 24, unit: "month" }, pass_score: 60 }],
      people: Array.from({ length: people_count }, (_, index) => ({
        employee_no: `P${index + 1}`,
        first_name: "Anna",
        last_name: `Number ${String(index + 1).padStart(2, "0")}`,
        email: `p${index + 1}@acme.example`,
      })),
      clients: [{ name: "HR", scopes: ["enrollments:write"] }],
    });
    const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
    for (let number = 1; number <= 22; number += 1) {
      const reply = await api.post("/api/v1/enrollments", { employee_no: `P${number}`, course_code: "AID" });
      assert.equal(reply.status, 201, reply.text);
    }
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;

  async function personal(employee_no: string): Promise<TestAccount> {
    const [{ id, login }] = await query("select id, login from person where employee_no = $1", [employee_no]);
    const account = { id, kind: "person" as const, login };
    await givePassword(database, acme.tenant_id, account);
    return account;
  }

  async function signedIn(account: TestAccount, options = {}): Promise<Page> {
    const page = await panel.visit(options);
    await signIn(page, panel, acme.code, account.login, test_password);
    return page;
  }

  test("an administrator plans it, moves it, and a learner signs up on a phone and takes it along for the calendar", async () => {
    const admin = await signedIn(await createAccount(database, acme.tenant_id, "training_admin"));
    await admin.goto(`${panel.url}/course-sessions`);
    await admin.getByRole("button", { name: "Plan a session" }).first().click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Course" }).click();
    await admin.getByRole("option", { name: /First aid/ }).click();
    await dialog.getByLabel("Place").fill("Hall B");
    await dialog.getByLabel("Begins").fill("2031-03-03T09:00");
    await dialog.getByLabel("Ends").fill("2031-03-03T12:00");
    await dialog.getByRole("button", { name: "Plan a session" }).click();
    // Five years ahead is a typing mistake.
    await dialog.getByText(/must not be more than 730 days ahead/).waitFor();
    await expectAccessible(admin, "the dialog with a fault");
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel("Begins").fill(`${day}T09:00`);
    await dialog.getByLabel("Ends").fill(`${day}T12:00`);
    await dialog.getByRole("textbox", { name: "People", exact: true }).fill("1");
    await dialog.getByRole("combobox", { name: "Trainer" }).fill("Number 23");
    await admin.getByRole("option", { name: /Number 23/ }).click();
    await dialog.getByRole("button", { name: "Plan a session" }).click();
    await admin.getByRole("heading", { level: 1, name: "First aid" }).waitFor();
    await admin.getByText("Nobody has signed up.").waitFor();

    const learner = await signedIn(await personal("P21"), phone);
    await learner.getByRole("link", { name: /First aid/ }).click();
    await learner.getByText("1 place is free").waitFor();
    await expectAccessible(learner, "a session to sign up for");
    await expectReflow(learner, "a session to sign up for");
    await learner.getByRole("button", { name: "Sign up" }).click();
    await learner.getByText("You are signed up").waitFor();
    const [download] = await Promise.all([
      learner.waitForEvent("download"),
      learner.getByRole("link", { name: "For my calendar" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const calendar = new ICAL.Component(ICAL.parse(Buffer.concat(chunks).toString()) as unknown[]);
    assert.equal(new ICAL.Event(calendar.getFirstSubcomponent("vevent")!).location, "Hall B");

    const second = await signedIn(await personal("P22"), phone);
    await second.getByRole("link", { name: /First aid/ }).click();
    await second.getByRole("button", { name: "Join the waiting list" }).click();
    await second.getByText("You wait: number 1 on the list").waitFor();
    await learner.getByRole("button", { name: "Withdraw" }).click();
    await learner.getByText("No place is free; 0 people wait").waitFor();
    await second.reload();
    await second.getByText("You are signed up").waitFor();
    assert.deepEqual(await query("select kind, recipient from mail where kind like 'course_session.%'"), [
      { kind: "course_session.moved_up", recipient: "p22@acme.example" },
    ]);

    await admin.getByRole("button", { name: "Cancel the session" }).click();
    const cancelling = admin.getByRole("dialog");
    await cancelling.getByLabel("Reason").fill("The hall is flooded.");
    await cancelling.getByRole("button", { name: "Cancel the session" }).click();
    await admin.locator("main").getByText("The hall is flooded.").waitFor();
    await expectAccessible(admin, "a cancelled session");
    for (const page of [admin, learner, second]) await page.context().close();
  });

  test("a trainer's morning: twenty people and a list, on a phone, with one absent, one failed, one walk-in and a dead spot", async () => {
    const trainer = await personal("P23");
    await query(
      `with session as (
        insert into course_session (tenant_id, id, course_id, location, starts_at, ends_at, time_zone, trainer_id, capacity, waiting_max, updated_at)
        select tenant_id, infra.new_id(), id, 'Hall B', now() - interval '1 hour', now() + interval '2 hours', 'Europe/Warsaw', $1, 20, 0, now()
        from course where code = 'AID'
        returning tenant_id, id
      )
      insert into course_booking (tenant_id, session_id, person_id, enrollment_id, state, is_walk_in, queue_no, state_since)
      select s.tenant_id, s.id, p.id, e.id, 'booked', false, row_number() over (order by p.last_name), now()
      from session s
      join person p on p.tenant_id = s.tenant_id and p.last_name between 'Number 01' and 'Number 20'
      join enrollment e on e.tenant_id = p.tenant_id and e.person_id = p.id`,
      [trainer.id],
    );
    const page = await signedIn(trainer, phone);
    await page.getByRole("link", { name: "My course sessions" }).click();
    await expectAccessible(page, "the sessions that one holds");
    // The session of the previous test was cancelled.
    await page.getByRole("link", { name: "Open the list of First aid" }).click();
    await page.getByText("Anna Number 20").waitFor();
    assert.equal(await page.getByRole("listitem").filter({ hasText: "Anna Number" }).count(), 20);
    await page.getByLabel("Somebody came without signing up").fill("p21");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const entry = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await entry("Anna Number 21").getByText("Came without signing up").waitFor();

    await page.getByRole("button", { name: "All have passed" }).click();
    const there = (name: string) => page.getByRole("checkbox", { name: `${name} was there` });
    await there("Anna Number 05").uncheck();
    await page.getByRole("combobox", { name: "Result of Anna Number 06" }).selectOption("failed");
    await page.getByRole("textbox", { name: "Score of Anna Number 06 in percent" }).fill("40");
    // Passed with a lower score than the course requires: the fault is shown at that person, and the others are saved.
    await page.getByRole("textbox", { name: "Score of Anna Number 07 in percent" }).fill("59");
    await expectAccessible(page, "a marked list");
    await expectReflow(page, "a marked list");

    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Save 21 people" }).click();
    await page.getByRole("alert").first().waitFor();
    assert.equal(await there("Anna Number 05").isChecked(), false, "what was marked stays");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Save 21 people" }).click();
    await entry("Anna Number 07")
      .getByText(/at least 60/)
      .waitFor();
    await entry("Anna Number 05").getByText("Absent").waitFor();
    await entry("Anna Number 06").getByText("Not passed").waitFor();
    await expectAccessible(page, "a list of which one was refused");
    await page.getByRole("textbox", { name: "Score of Anna Number 07 in percent" }).fill("60");
    await page.getByRole("button", { name: "Save 1 person" }).click();
    await entry("Anna Number 07").getByText("Passed", { exact: true }).waitFor();

    const states = await query(
      `select e.state, count(*)::int as people, count(t.id)::int as certificates, coalesce(sum(e.attempts_used), 0)::int as attempts
      from course_booking b
      join enrollment e on e.id = b.enrollment_id
      join course_session s on s.id = b.session_id and s.cancelled_at is null
      left join certificate t on t.enrollment_id = e.id
      group by e.state order by e.state`,
    );
    assert.deepEqual(states, [
      { state: "assigned", people: 1, certificates: 0, attempts: 0 },
      { state: "completed", people: 19, certificates: 19, attempts: 19 },
      { state: "in_progress", people: 1, certificates: 0, attempts: 1 },
    ]);
    await page.context().close();
  });

  test("no page reported an error of its own", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
