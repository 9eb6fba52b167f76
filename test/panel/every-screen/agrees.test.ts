// P11: the numbers of the overview agree with each other, and with the screens to which they link.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type BrowsedPanel, browsePanel, needsBrowser } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { scimOf, urns } from "../../harness/scim.ts";
import { contextOf } from "../../harness/panel/screens.ts";
import { byKey, request, startServer, type TestServer } from "../../harness/server.ts";
import { happen, subscribe } from "../../harness/webhooks.ts";

const pending = 13;

describe("the overview", () => {
  let database: TestDatabase;
  let server: TestServer;
  let acme: TestOrganisation;
  let panel: Panel;

  before(async () => {
    database = await openDatabase();
    server = await startServer(database);
    acme = await createOrganisation(database, {
      departments: [{ name: "Operations", code: "OPS" }],
      courses: [{ code: "FORK", title: "Forklift" }],
      licenses: [{ name: "Two seats", courses: ["FORK"], seats_total: 2, seat_unit: "person" }],
      people: [1, 2].map((number) => ({
        employee_no: `P${number}`,
        first_name: "Anna",
        last_name: `Number ${number}`,
        email: `p${number}@acme.example`,
      })),
      clients: [
        { name: "HR", scopes: ["users:read", "webhooks:manage", "enrollments:write"] },
        { name: "Gone", scopes: ["webhooks:manage"] },
        { name: "Directory", scopes: ["scim"] },
      ],
    });
    panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
  });
  after(async () => {
    await server?.close();
    await database?.close();
  });

  const read = async (path: string): Promise<any> => {
    const { status, body, text } = await panel.get(path);
    assert.equal(status, 200, text);
    return body;
  };
  const sum = (list: any[], value: (one: any) => number) => list.reduce((all, one) => all + value(one), 0);

  test("P11 a webhook that is disabled with deliveries pending is in the figure, as the list of webhooks has it", async () => {
    const { id } = await subscribe(database, acme, "HR", "https://hooks.acme.example/a");
    await subscribe(database, acme, "HR", "https://hooks.acme.example/b", ["course.failed"]);
    await subscribe(database, acme, "Gone", "https://hooks.acme.example/c", ["course.failed"]);
    await happen(database, acme, pending);
    await database.superuser.query(
      `update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures', consecutive_failures = 20, failing_since = now()
       where subscription_id = $1`,
      [id],
    );
    await database.superuser.query("update client set revoked_at = now() where name = 'Gone'");
    const { webhooks } = await read("/overview/integrations");
    const { subscriptions } = await read("/webhooks/subscriptions");
    assert.deepEqual(webhooks, {
      succeeded: sum(subscriptions, ({ recent }) => recent.succeeded),
      failed: sum(subscriptions, ({ recent }) => recent.failed),
      pending: sum(subscriptions, ({ pending_deliveries }) => pending_deliveries),
      degraded: subscriptions.filter(({ state }: any) => state === "degraded").length,
      disabled: subscriptions.filter(({ state }: any) => state === "disabled").length,
    });
    assert.deepEqual([webhooks.pending, webhooks.disabled], [pending, 1]);
    const { items } = await read("/overview/attention");
    assert.equal(items.filter(({ kind }: any) => kind === "webhook_disabled").length, webhooks.disabled);
  });

  test("P11 refused SCIM authentications are in the figure, in the attention list, and on the page of SCIM, with equal counts", async () => {
    const scim = scimOf(server, acme.code, acme.clients["Directory"]!.secret);
    const refused = await scim.post("/Users", { schemas: [urns.user], userName: "" });
    assert.equal(refused.status, 400, refused.text);
    const url = `/scim/v2/${acme.code}/Users`;
    for (const token of ["nonsense", "nonsense", ""]) {
      const headers: Record<string, string> = token === "" ? {} : { authorization: `Bearer ${token}` };
      assert.equal((await request(server.url, "GET", url, { headers })).status, 401);
    }
    let figures = await read("/overview/integrations");
    // The log is written a second later.
    while (figures.scim.not_let_in < 3) figures = await read("/overview/integrations");
    const { connections, refusals } = await read("/scim/connections");
    const { items } = await read("/overview/attention");
    const told = items.filter(({ kind }: any) => kind === "scim_refused");
    assert.equal(figures.scim.not_let_in, 3);
    assert.equal(
      sum(refusals, ({ day }) => day),
      figures.scim.not_let_in,
      "the page of SCIM",
    );
    assert.equal(
      sum(told, ({ count }) => count),
      figures.scim.not_let_in,
      "what needs attention",
    );
    assert.equal(
      sum(connections, ({ day }) => day.failed),
      figures.scim.refused,
      "refused of those who were let in",
    );
    assert.equal(figures.scim.refused, 1);
    // Refusals of an earlier day are not counted.
    await database.superuser.query("update scim_refusal set refusals = refusals + 40");
    assert.equal(
      sum((await read("/scim/connections")).refusals, ({ day }) => day),
      3,
    );
  });

  test("P11 three people with one unknown department are one value, as the list of unmatched values has it", async () => {
    const scim = scimOf(server, acme.code, acme.clients["Directory"]!.secret);
    for (const number of [1, 2, 3]) {
      const created = await scim.post("/Users", {
        schemas: [urns.user, urns.enterprise],
        userName: `s${number}@acme.example`,
        name: { givenName: "Sam", familyName: `Synced ${number}` },
        emails: [{ value: `s${number}@acme.example`, type: "work", primary: true }],
        [urns.enterprise]: { employeeNumber: `S${number}`, department: "Nowhere" },
      });
      assert.equal(created.status, 201, created.text);
    }
    const { values } = await read("/scim/unmatched");
    const { items } = await read("/overview/attention");
    const told = items.find(({ kind }: any) => kind === "values_unmatched");
    assert.deepEqual([values.length, values[0].people_count, told.count], [1, 3, values.length]);
  });

  test("P11 refused requests are as many as the log shows behind the figure", async () => {
    const { secret } = acme.clients["HR"]!;
    const headers = byKey(acme.code, secret);
    await request(server.url, "GET", "/api/v1/departments", { headers });
    const last = await request(server.url, "GET", "/api/v1/nowhere", { headers });
    const id = last.headers.get("x-request-id");
    while ((await read(`/requests?request_id=${id}`)).requests.length === 0);
    const { hours } = await read("/overview/integrations");
    const errors = sum(hours, ({ refused, limited, failed }) => refused + limited + failed);
    const { requests } = await read(`/requests?status=refused&limit=500&from=${hours[0].at}`);
    assert.equal(requests.length, errors);
    assert.ok(errors >= 5);
  });

  test(
    "P11 a licence whose seats are all taken says the same in the overview and in the forecast",
    { skip: needsBrowser() },
    async () => {
      let browsed: BrowsedPanel | undefined;
      try {
        const { secret } = acme.clients["HR"]!;
        for (const employee_no of ["P1", "P2"]) {
          const body = { employee_no, course_code: "FORK" };
          const made = await request(server.url, "POST", "/api/v1/enrollments", { headers: byKey(acme.code, secret), body });
          assert.equal(made.status, 201, made.text);
        }
        browsed = await browsePanel(database);
        const account = await createAccount(database, acme.tenant_id, "training_admin");
        const context = await contextOf(browsed, await sessionOf(browsed.server, database, acme.tenant_id, account));
        const page = await context.newPage();
        await page.goto(`${browsed.url}/`);
        const entry = page.getByRole("listitem").filter({ hasText: "Licence “Two seats”: all 2 seats are taken" });
        await entry.waitFor();
        assert.equal(await entry.locator(".tabler-icon-alert-triangle").count(), 0, "no seat is needed");
        await page.goto(`${browsed.url}/forecast`);
        const row = page.getByRole("row").filter({ hasText: "Two seats" });
        await row.getByText("2 of 2").waitFor();
        await row.getByText("All taken; none needed in these weeks").waitFor();
        assert.equal(await row.getByText("Enough").count(), 0);
      } finally {
        await browsed?.close();
      }
    },
  );
});
