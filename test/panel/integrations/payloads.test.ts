// AD3: scripts in every text field, through the integration API, SCIM and every operation of the panel; then every screen that
// shows them is opened. Here each operation of the panel gets another quarter of them, and all of them in payloads.long.ts. None
// may run, become markup, or violate the CSP.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type BrowsedPanel, browsePanel, needsBrowser } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createFullOrganisation, type FullOrganisation } from "../../harness/organisation/full-organisation.ts";
import { workOff } from "../../harness/jobs.ts";
import type { Role } from "../../harness/panel/panel.ts";
import { payloads, pointerTo, textsOf, withTexts } from "../../harness/payloads.ts";
import { contextOf, listScreens, settled, walkScreens, type Who } from "../../harness/panel/screens.ts";
import { scimOf, urns } from "../../harness/scim.ts";
import { apiOf, byKey, startServer, type Reply, type TestServer } from "../../harness/server.ts";
import { call, listOperations, placeFor, type PanelOperation } from "../operations.ts";
import { sampleOf, type PanelRequest } from "../samples.ts";

/** The number of scripts for one operation of the panel. */
const rounds_usual = process.env["WALK"] === "all" ? payloads.length : Math.ceil(payloads.length / 4);
/** Operations that fill a whole organisation each time; they have one text field, so few scripts are enough. */
const rounds_of: Readonly<Record<string, number>> = { createSandbox: 3 };

/** Screens with lists show this many rows. */
const query = "?limit=100";

describe("scripts in every text field", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  /** A server for calls that no browser makes; the browser's server uses the same database. */
  let server: TestServer;
  let panel: BrowsedPanel;
  let full: FullOrganisation;

  before(async () => {
    database = await openDatabase();
    server = await startServer(database);
    panel = await browsePanel(database);
    full = await createFullOrganisation(database, panel.server);
    await database.superuser.query("update tenant set webhook_subscriptions_max = 1000");
  });
  after(async () => {
    // Fails if a browser reported anything, or if a dialog was opened.
    await panel?.close();
    await server?.close();
    await database?.close();
  });

  test("AD3 the integration API takes them as texts", async () => {
    const { code, clients } = full.organisation;
    const api = apiOf(server, byKey(code, clients["HR sync"]!.secret));
    const taken = new Set<string>();
    for (const [index, text] of payloads.entries()) {
      const { status, body } = await api.post("/api/v1/users", {
        employee_no: `A${index} ${text}`.slice(0, 64),
        first_name: text,
        last_name: text,
        email: `api${index}@acme.example`,
        job_title: text,
        department_name: text,
        attributes: { cost_center: text },
      });
      taken.add(`${status} ${body?.code ?? ""}`);
      const fits = { first_name: text, last_name: text, job_title: text, email: `fits${index}@acme.example` };
      const person = await api.post("/api/v1/users", { ...fits, employee_no: `B${index}`, attributes: { cost_center: text } });
      assert.equal(person.status, 201, person.text);
      await api.post("/api/v1/enrollments", { employee_no: `B${index}`, course_code: "LINK" });
    }
    assert.ok(
      [...taken].every((answer) => /^(201|422)/.test(answer)),
      [...taken].join(),
    );
  });

  test("AD3 SCIM takes them as texts", async () => {
    const { code, clients } = full.organisation;
    const scim = scimOf(server, code, clients["Identity provider"]!.secret);
    for (const [index, text] of payloads.entries()) {
      const user = await scim.post("/Users", {
        schemas: [urns.user, urns.enterprise],
        userName: `scim${index} ${text}`,
        externalId: text,
        name: { givenName: text, familyName: text, formatted: text },
        displayName: text,
        title: text,
        active: true,
        [urns.enterprise]: { employeeNumber: `S${index}`, department: text, costCenter: text, division: text },
      });
      assert.ok(user.status < 500, user.text);
      const group = await scim.post("/Groups", { schemas: [urns.group], displayName: text, externalId: `G${index} ${text}` });
      assert.ok(group.status < 500, group.text);
    }
  });

  test("AD3 every operation of the panel takes them as texts, or refuses the field", async () => {
    const operations = (await listOperations()).filter(
      ({ method, tag }) => method !== "GET" && method !== "DELETE" && tag !== "Session",
    );
    assert.ok(operations.length > 20, `saw only ${operations.length} operations`);
    let fields = 0;
    for (const [turn, operation] of operations.entries()) fields += (await fill(operation, turn * rounds_usual)).length;
    await workOff(database);
    console.log(`${fields} text fields of ${operations.length} operations of the panel took up to ${rounds_usual} scripts each`);
    assert.ok(fields > 20, `only ${fields} fields took a text`);
  });

  /**
   * Sends payloads, from a position in their list on, in each text field of an operation's body; returns the texts that were
   * accepted.
   */
  async function fill(operation: PanelOperation, from: number) {
    const place = await placeFor({ database, server, organisation: full.organisation }, operation);
    const sample = sampleOf(operation);
    let made = 0;
    const send = async (round: number, allowed: (pointer: string) => boolean): Promise<[Reply, PanelRequest] | null> => {
      made += 1;
      const request = await sample.make(place, `p${made}${operation.id.toLowerCase()}`);
      if (typeof request.body !== "object" || request.body === null) return null;
      // Samples contain only the required members; the contract has more.
      const whole = {
        ...request.body,
        ...Object.fromEntries(operation.texts.map((name) => [name, "text"])),
        ...request.body,
      };
      const leaves = textsOf(whole).filter((leaf) => allowed(pointerTo(leaf)));
      if (leaves.length === 0) return null;
      const kept = Object.fromEntries(
        Object.entries(whole).filter(([name]) => name in (request.body as object) || allowed(`#/${name}`)),
      );
      const body = withTexts(kept, leaves, (index) => payloads[(from + round + index) % payloads.length]!);
      const reply = await call(place.panel, operation, { ...request, body });
      assert.ok(reply.status < 500, `${operation.id}: ${reply.text}`);
      return [reply, { ...request, body }];
    };
    const refused = new Set<string>();
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await send(0, (pointer) => !refused.has(pointer));
      if (answer === null) return [];
      const [{ status, body }, request] = answer;
      if (status < 400 || status === 409) {
        const taken = textsOf(request.body)
          .map(pointerTo)
          .filter((pointer) => !refused.has(pointer));
        const rounds = rounds_of[operation.id] ?? rounds_usual;
        for (let round = 1; round < rounds; round += 1) await send(round, (pointer) => taken.includes(pointer));
        return taken;
      }
      const named = (body?.errors ?? []).map(({ pointer = "" }: { pointer?: string }) => pointer) as string[];
      const leaves = textsOf(request.body).map(pointerTo);
      const faulty = leaves.filter((leaf) => named.some((pointer) => pointer === leaf || leaf.startsWith(`${pointer}/`)));
      for (const leaf of faulty.length > 0 ? faulty : leaves) refused.add(leaf);
    }
    return [];
  }

  test("AD3 every screen shows them, and none runs", async () => {
    const ids = { ...full.ids, ...(await marked()) };
    const first = await panel.visit();
    await first.goto(`${panel.url}/sign-in`);
    await first.getByRole("heading", { level: 1 }).waitFor();
    const screens = (await listScreens(first)).filter(({ roles }) => roles !== "public");
    let showing = 0;
    const contextFor = async (who: Who) => contextOf(panel, await full.panelOf(who as Role));
    await walkScreens(panel, { screens, ids, contextFor, by: "links", query }, async (page) => {
      let shows = await look(page);
      for (const tab of await page.locator("main [role=tab]").all()) {
        await tab.click();
        await settled(page, "the tab");
        shows = (await look(page)) || shows;
      }
      if (shows) showing += 1;
    });
    console.log(`${showing} of ${screens.length} screens showed scripts as texts`);
    assert.ok(showing >= 10, `only ${showing} screens showed a script`);
    assert.deepEqual(panel.complaints(), []);
  });

  /** Fails if a payload became markup or an address; returns whether one is visible. */
  async function look(page: Page): Promise<boolean> {
    const { markup, text } = await page.evaluate<{ markup: number; text: string }>(`({
      markup: document.querySelectorAll("[data-payload], [href^='javascript:'], [src^='javascript:'], iframe, object, [onerror]").length,
      text: document.querySelector("main").innerText + [...document.querySelectorAll("input, textarea")].map((field) => field.value).join(),
    })`);
    assert.equal(markup, 0, "a text was taken for markup");
    return /alert\(\d+\)/.test(text);
  }

  /** The ids of records whose names are payloads, by kind. */
  async function marked(): Promise<Record<string, string>> {
    const { rows } = await database.superuser.query<{ kind: string; id: string }>(
      `select distinct on (kind) kind, id
      from (
        select 'client' as kind, id::text, name as text, tenant_id from client
        union all select 'person', id::text, last_name, tenant_id from person
        union all select 'department', id::text, name, tenant_id from department
        union all select 'contractor', id::text, name, tenant_id from contractor
        union all select 'course', id::text, title, tenant_id from course where type = 'course'
        union all select 'path', id::text, title, tenant_id from course where type <> 'course'
        union all select 'licence', id::text, name, tenant_id from license
        union all select 'rule', id::text, name, tenant_id from rule
        union all select 'group', id::text, name, tenant_id from person_group
        union all select 'webhook', id::text, name, tenant_id from webhook_subscription
      ) found
      where text like '%alert(%' and tenant_id = $1`,
      [full.organisation.tenant_id],
    );
    return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]));
  }
});
