import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { emitAll, event_types } from "../../../server/features/events/emit.ts";
import { event_examples } from "../../../server/features/feed/event-examples.ts";
import { listPersonEvents } from "../../../server/features/webhooks/deliveries/person-events-sql.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  signIn,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type TestOrganisation,
} from "../../harness/organisation/organisation.ts";
import { createAccount, type Panel, type Role, sessionOf, test_password } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { subscribe } from "../../harness/webhooks.ts";

/** Every type that is about a person; a ping is not. */
const told = event_types.filter((type) => type !== "ping");

let database: TestDatabase;
let acme: TestOrganisation;
let other: TestOrganisation;
let anna: string;
let jan: string;
let subscription: string;

before(async () => {
  database = await openDatabase();
  const file = (code: string) => ({
    organisation: { code },
    groups: [{ code: "HALL", name: "Hall staff", kind: "manual" as const, courses: [], members: ["ANNA"] }],
    people: ["Anna", "Jan"].map((first_name) => ({
      employee_no: first_name.toUpperCase(),
      first_name,
      last_name: "Nowak",
      email: `${first_name.toLowerCase()}@${code.toLowerCase()}.example`,
    })),
    clients: [{ name: "HR sync", scopes: ["webhooks:manage" as const], webhook_hosts: ["hooks.acme.example"] }],
  });
  acme = await createOrganisation(database, file("ACME"));
  other = await createOrganisation(database, file("OTHER"));
  const { rows } = await database.superuser.query("select id from person where tenant_id = $1 order by employee_no", [
    acme.tenant_id,
  ]);
  [anna, jan] = rows.map(({ id }) => id as string) as [string, string];
  const events = ["course.completed", "enrollment.assigned"] as const;
  ({ id: subscription } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/lms", [...events]));
});
beforeEach(async () => {
  for (const table of ["webhook_delivery", "event"]) await database.superuser.query(`delete from ${table}`);
});
after(() => database.close());

/** Emits events of a person, one second apart. */
async function happen(person_id: string, types: readonly (typeof told)[number][], organisation = acme): Promise<void> {
  for (const [index, type] of types.entries()) {
    const context = {
      ...administratorOf(organisation),
      now: Temporal.Instant.from("2026-11-20T07:00:00Z").add({ seconds: index }),
    };
    const { user, ...data } = event_examples[type]["data"] as { user: object };
    const event = { type, data: { user: { ...user, id: person_id }, ...data } };
    await withTenant(operatorPoolOf(database), organisation.tenant_id, (db) => emitAll(db, context, [event]));
  }
}

/** The subject in the examples of a type, apart from the person. */
function aboutOf(type: string): string | null {
  if (type.startsWith("user.")) return null;
  return type.startsWith("group.") ? "Forklift drivers" : "Forklift operation and load safety";
}

describe("the events of a person", () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(database);
  });
  after(() => server.close());

  const panelOf = async (role: Role, { tenant_id } = acme): Promise<Panel> =>
    sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, role));

  test("are those of every type that name the person, the latest first, and no other person's", async () => {
    await happen(anna, told);
    await happen(jan, ["course.failed"]);
    for (const role of ["it_admin", "training_admin", "compliance_officer"] as const) {
      const { status, body } = await (await panelOf(role)).get(`/people/${anna}/events`);
      assert.equal(status, 200);
      assert.deepEqual(
        body.events.map(({ type }: any) => type),
        told.toReversed(),
      );
      for (const { type, about } of body.events) assert.equal(about, aboutOf(type));
    }
  });

  test("say to whom they were sent and what has become of that, also once the subscription is gone", async () => {
    const { id: gone } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/gone", ["course.failed"]);
    await happen(anna, ["enrollment.assigned", "course.failed", "course.completed"]);
    await database.superuser.query(
      "update webhook_delivery set status = 'failed', ended_on = current_date, due_us = null where event_type = 'course.completed'",
    );
    const panel = await panelOf("it_admin");
    const read = async () =>
      (await panel.get(`/people/${anna}/events`)).body.events.map(({ type, deliveries }: any) => [
        type,
        deliveries.map(({ status, subscription: { id, name } }: any) => [id, name, status]),
      ]);
    const name = "to https://hooks.acme.example/lms";
    assert.deepEqual(await read(), [
      ["course.completed", [[subscription, name, "failed"]]],
      ["course.failed", [[gone, "to https://hooks.acme.example/gone", "pending"]]],
      ["enrollment.assigned", [[subscription, name, "pending"]]],
    ]);
    assert.equal((await panel.call("DELETE", `/webhooks/subscriptions/${gone}`)).status, 204);
    const [, [, deliveries]] = await read();
    assert.deepEqual(
      deliveries.map(([id]: unknown[]) => id),
      [null],
    );
  });

  test("are looked for among the latest of the organisation, and it is said where the search ended", async () => {
    await happen(anna, ["enrollment.assigned", "course.completed"]);
    await happen(jan, ["course.failed", "course.failed", "course.failed"]);
    const search = async (searched_max: number, events_max = 50) => {
      const limits = { events_max, searched_max };
      const found = JSON.parse((await listPersonEvents(operatorPoolOf(database), acme.tenant_id, anna, limits))!);
      return [found.events.map(({ type }: any) => type), found.searched_since];
    };
    assert.deepEqual(await search(5), [["course.completed", "enrollment.assigned"], null]);
    // Events are one second apart, and those of both people start in the same second.
    assert.deepEqual(await search(3), [["course.completed"], "2026-11-20T07:00:00.000Z"]);
    assert.deepEqual(await search(1), [[], "2026-11-20T07:00:01.000Z"]);
    assert.deepEqual(await search(3, 1), [["course.completed"], null]);
  });

  test("are at most 50, and of no other organisation", async () => {
    await happen(
      anna,
      Array.from({ length: 51 }, () => "course.failed" as const),
    );
    const { body } = await (await panelOf("it_admin")).get(`/people/${anna}/events`);
    assert.equal(body.events.length, 50);
    assert.ok(body.events.at(-1).created_at > "2026-11-20T07:00:00Z", "the oldest one is left out");
    const theirs = await panelOf("it_admin", other);
    for (const id of [anna, "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f", "nonsense"])
      assert.equal((await theirs.get(`/people/${id}/events`)).status, 404, id);
  });
});

describe("the events on a person's page", { skip: needsBrowser() }, () => {
  let panel: BrowsedPanel;
  before(async () => {
    panel = await browsePanel(database);
  });
  after(() => panel?.close());

  async function open(role: Role, scheme: "light" | "dark" = "light"): Promise<Page> {
    const { login } = await createAccount(database, acme.tenant_id, role);
    const page = await panel.visit({ scheme, permissions: ["clipboard-read", "clipboard-write"] });
    await signIn(page, panel, acme.code, login, test_password, `${panel.url}/people/${anna}`);
    return page;
  }
  const section = (page: Page) => page.locator("section", { has: page.getByRole("heading", { name: "Sent by webhooks" }) });

  test("lead to the deliveries of one event, and from there to all of them", async () => {
    await happen(anna, ["enrollment.assigned", "course.completed"]);
    const page = await open("it_admin");
    const row = section(page).getByRole("row", { name: /course\.completed/ });
    await row.getByText("Forklift operation and load safety").waitFor();
    assert.match((await page.getByRole("link", { name: "Hall staff" }).getAttribute("href"))!, /\/groups\/[0-9a-f-]{36}$/);
    await expectAccessible(page, "a person with events");
    await expectReflow(page, "a person with events");
    await row.getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "hooks.acme.example" }).waitFor();
    const list = page.getByRole("region", { name: "Deliveries" });
    await list.getByRole("button", { name: "course.completed" }).waitFor();
    assert.equal(await list.getByRole("button", { name: "enrollment.assigned" }).count(), 0);
    await expectAccessible(page, "deliveries of one event");
    await list.getByRole("button", { name: "course.completed" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Copy link" }).click();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    assert.equal(copied, page.url());
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Only event/ }).click();
    await list.getByRole("button", { name: "enrollment.assigned" }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("event_id"), null);
  });

  test("are shown to those who do not look after webhooks without a way there; nothing said is said so", async () => {
    const page = await open("compliance_officer", "dark");
    await section(page).getByText("No events for webhooks in the last 30 days").waitFor();
    await happen(anna, ["course.failed", "course.completed"]);
    await page.reload();
    await section(page).getByText("No webhook had subscribed").waitFor();
    await section(page).getByText("pending", { exact: false }).waitFor();
    assert.equal(await section(page).getByRole("link").count(), 0);
    await expectAccessible(page, "a person with events, dark");
  });

  test("no page reported an error of its own", () => assert.deepEqual(panel.complaints(), []));
});
