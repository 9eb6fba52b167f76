// A new user, who knows only what is printed, mailed or shown: from the first start to a compliant person. The same scenario runs
// with both ways to start the product in README: with `npm start`, and with `migrate`, `api` and `worker` on PostgreSQL.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import type { Browser, Page } from "playwright-core";
import { startSmtpServer, textOf } from "../../server/features/mail/smtp.fixture.ts";
import { freePort, launchBrowser, needsBrowser } from "../harness/panel/browser.ts";
import { needsServer } from "../harness/database.ts";
import { patience_ms } from "../harness/patience.ts";
import { runLine, startLine, stopLines } from "../harness/machine/terminal.ts";

type Started = {
  /** The link in the terminal's output. */
  link: string;
  /** The newest mail to an address; `it` is a page on which an IT administrator is signed in. */
  readMail(it: Page, address: string): Promise<string>;
  /** Removes what is left after the programs have ended. */
  clear(): Promise<void>;
};

const course = { code: "COLD-01", title: "Working in cold stores" };
const person = { employee_no: "N-1", first_name: "Nina", last_name: "Newcomer", email: "nina@people.example" };
const trainer = { name: "Tola Trainer", email: "tola@people.example" };
const password = "seven slow tin kettles";

/** `npm start`: everything in one process, and mails in the mailbox. */
async function startTrial(folder: string): Promise<Started> {
  const port = String(await freePort());
  const said = await startLine("npm start", { DATA_DIR: path.join(folder, "data"), PORT: port }, "Ctrl-C stops it");
  const mailbox = /^ {2}mails +(\S+)/m.exec(said)![1]!;
  return {
    link: /^ {2}sign in +(\S+) /m.exec(said)![1]!,
    async readMail(it, address) {
      await it.goto(mailbox);
      await it.getByRole("row").filter({ hasText: address }).first().getByRole("button").first().click();
      return (await it.getByRole("dialog").textContent())!;
    },
    clear: async () => undefined,
  };
}

/** The commands of "Run it in production", with a mail server. */
async function startForReal(folder: string): Promise<Started> {
  const smtp = await startSmtpServer();
  const database = await createDatabase();
  const port = String(await freePort());
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString("hex"),
    BASE_URL: `http://localhost:${port}`,
    HOST: "127.0.0.1",
    PORT: port,
    SMTP_URL: smtp.url,
    LOG_LEVEL: "info",
  };
  const file = path.join(folder, "organisation.yaml");
  writeFileSync(file, organisation_file);
  await runLine("npx muster migrate", settings);
  await startLine("npx muster api", settings, '"listening"');
  await startLine("npx muster worker", settings, '"working"');
  const said = await runLine(`npx muster org apply ${file}`, settings);
  return {
    link: /^ {2}sign in (\S+) /m.exec(said)![1]!,
    readMail: async (_, address) => textOf(await smtp.letterTo(address)),
    async clear() {
      await smtp.close();
      await database.drop();
    },
  };
}

const organisation_file = `organisation: {code: NORTH, name: North Cold Storage, time_zone: Europe/Warsaw}
courses:
  - code: ${course.code}
    title: ${course.title}
    validity: {value: 12, unit: month}
    content: {kind: document, text: Wear the suit. Come out every hour.}
admins:
  - {email: it@north.example, name: Ida North, role: it_admin}
`;

async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const given = process.env["TEST_DATABASE_URL"]!;
  const name = `muster_newcomer_${randomBytes(6).toString("hex")}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => run(`drop database ${name} with (force)`) };
}

const ways = [
  { name: "npm start", skip: needsBrowser(), start: startTrial },
  { name: "migrate, api and worker on PostgreSQL", skip: needsBrowser() || needsServer(), start: startForReal },
];

for (const { name, skip, start } of ways) {
  describe(`a newcomer, with ${name}`, { skip }, () => {
    const folder = mkdtempSync(path.join(tmpdir(), "muster-newcomer-"));
    let started: Started;
    let browser: Browser;
    let it: Page;
    let teacher: Page;
    let learner: Page;
    /** The call that the panel shows, with the client's secret. */
    let call: string;
    let invitation: string;

    before(async () => {
      started = await start(folder);
      browser = await launchBrowser();
      [it, teacher, learner] = [await visit(), await visit(), await visit()];
    });
    after(async () => {
      await browser?.close();
      await stopLines();
      await started?.clear();
      rmSync(folder, { recursive: true, force: true });
    });

    async function visit(): Promise<Page> {
      const context = await browser.newContext({ locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"] });
      context.setDefaultTimeout(patience_ms);
      return context.newPage();
    }

    const heading = (page: Page, text: string | RegExp) => page.getByRole("heading", { level: 1, name: text }).waitFor();
    const open = (page: Page, text: string) =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: text, exact: true }).click();

    async function followLink(page: Page, text: string): Promise<void> {
      await page.goto(/\bhttp\S+\/link#[\w-]+/.exec(text)![0]);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel(/^New password/).fill(password);
      await page.getByLabel(/^Repeat/).fill(password);
      await page.getByRole("button", { name: "Save and continue" }).click();
      await page.getByRole("navigation", { name: "Main" }).waitFor();
    }

    test("follows the link that is printed, chooses a password, and is in", async () => {
      await followLink(it, started.link);
      await open(it, "Clients");
      await heading(it, "Clients");
    });

    test("creates a client, and makes the call that is shown", async () => {
      await it.getByRole("link", { name: "Create a client" }).first().click();
      await it.getByRole("button", { name: /^Reporting/ }).click();
      await it.getByRole("button", { name: "Create the client" }).click();
      const dialog = it.getByRole("dialog", { name: "Secret of Reporting" });
      await dialog.getByRole("button", { name: "Copy the call" }).click();
      call = await it.evaluate<string>("navigator.clipboard.readText()");
      await dialog.getByRole("button", { name: "Done" }).click();
      const answer = JSON.parse(await runLine(call));
      assert.ok(Array.isArray(answer.departments), JSON.stringify(answer));
    });

    test("invites a training administrator, who is in by the link of the mail", async () => {
      await open(it, "Administrators");
      await it.getByRole("button", { name: "Invite", exact: true }).click();
      const dialog = it.getByRole("dialog");
      await dialog.getByLabel("Name").fill(trainer.name);
      await dialog.getByLabel("E-mail").fill(trainer.email);
      await dialog.getByRole("radio", { name: "Training administrator" }).check();
      await dialog.getByRole("button", { name: "Send the invitation" }).click();
      await it.getByRole("row", { name: new RegExp(trainer.name) }).waitFor();
      await followLink(teacher, await started.readMail(it, trainer.email));
    });

    test("adds a person, assigns a course, and invites", async () => {
      await open(teacher, "People");
      await teacher.getByRole("link", { name: "Add a person" }).first().click();
      await teacher.getByLabel("First name").fill(person.first_name);
      await teacher.getByLabel("Last name").fill(person.last_name);
      await teacher.getByLabel("Employee number").fill(person.employee_no);
      await teacher.getByLabel("E-mail address").fill(person.email);
      await teacher.getByRole("button", { name: "Add the person" }).click();
      await heading(teacher, /Nina Newcomer/);
      const page_of_person = teacher.url();
      await open(teacher, "Enrollments");
      await teacher.getByRole("button", { name: "Assign", exact: true }).first().click();
      const dialog = teacher.getByRole("dialog", { name: "Assign a course" });
      await dialog.getByRole("combobox", { name: /Person/ }).fill(person.last_name);
      await teacher.getByRole("option", { name: /Nina Newcomer/ }).click();
      await dialog.getByRole("combobox", { name: /Course/ }).fill(course.title);
      await teacher.getByRole("option", { name: new RegExp(course.code) }).click();
      await dialog.getByRole("button", { name: "Assign" }).click();
      await dialog.waitFor({ state: "detached" });
      await teacher.goto(page_of_person);
      await teacher.getByRole("button", { name: "Send invitation" }).click();
      await teacher.getByText(`The invitation went to ${person.email}`).waitFor();
      invitation = await started.readMail(it, person.email);
      assert.ok(invitation.includes(trainer.name), invitation);
    });

    test("the person signs in by the mail, does the course, and has a certificate", async () => {
      await followLink(learner, invitation);
      await learner.getByRole("link", { name: `Begin or continue ${course.title}` }).click();
      await learner.getByRole("checkbox", { name: "I have read and understood it" }).check();
      await learner.getByRole("button", { name: "Complete the course" }).click();
      await learner.getByRole("main").getByRole("link", { name: "My certificates" }).click();
      await heading(learner, "My certificates");
      const pdf = learner.getByRole("link", { name: /PDF/ }).first();
      const answer = await learner.request.get(new URL((await pdf.getAttribute("href"))!, learner.url()).toString());
      assert.equal((await answer.body()).subarray(0, 5).toString(), "%PDF-");
    });

    test("the person comes back with the tenant code and the login that the mail names", async () => {
      const [, tenant_code] = /tenant code +(\S+)/.exec(invitation)!;
      const [, login] = /login +(\S+@people\.example)/.exec(invitation)!;
      const page = await visit();
      await page.goto(/\bhttp\S+\/panel\/(?=\s)/.exec(invitation)![0]);
      await page.getByLabel("Tenant code").fill(tenant_code!);
      await page.getByLabel("E-mail or login").fill(login!);
      await page.locator("input[name=password]").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await heading(page, "My training");
    });

    test("the program reads that the person is compliant", async () => {
      const query = `compliance/explain?employee_no=${person.employee_no}&course_code=${course.code}`;
      const answer = JSON.parse(await runLine(call.replace("/departments", `/${query}`)));
      assert.deepEqual([answer.employee_no, answer.status], [person.employee_no, "COMPLIANT"], JSON.stringify(answer));
    });
  });
}
