// Two organisations, a server on an address that browsers can open, and registered LTI 1.3 tools: one made with the library
// ltijs, and one made by hand, which sends what no library sends.
import assert from "node:assert/strict";
import { session_cookie, createAccount, sessionOf, type Panel, type Role, type TestAccount } from "../panel/panel.ts";
import { freePort } from "../panel/browser.ts";
import { openDatabase } from "../database.ts";
import { createOrganisation } from "../organisation/organisation.ts";
import { ok, startServer, type Reply } from "../server.ts";
import { formOf } from "./browser.ts";
import { newOwnTool, type OwnTool } from "./own-tool.ts";
import { startTool } from "./tool.ts";

export type Scene = Awaited<ReturnType<typeof openScene>>;
export type Signed = Panel & { account: TestAccount; session: string };
export type Learner = Signed & { enrollment: string; item: string };
export type RegisteredTool = { id: string; tool: OwnTool };

export const own_settings = {
  login_url: "https://hand.example/login",
  launch_url: "https://hand.example/launch",
  redirect_urls: ["https://hand.example/launch", "https://hand.example/other"],
  sends_name: false,
  sends_email: false,
};

export const ags = "https://purl.imsglobal.org/spec/lti-ags/scope";
export const all_scopes = ["lineitem.readonly", "result.readonly", "score"].map((name) => `${ags}/${name}`).join(" ");

export const itemOf = (tool_id: string, rest = {}) => ({
  kind: "lti",
  title: "Drive",
  required: true,
  opens: "at_once",
  tool_id,
  ...rest,
});

export const claimsOf = (id_token: string) => JSON.parse(Buffer.from(id_token.split(".")[1]!, "base64url").toString());

export const formWith = (client_assertion: string, scope = all_scopes) => ({
  grant_type: "client_credentials",
  client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  client_assertion,
  scope,
});

let seconds = 0;
/** An instant in the past that is later than the previous one. */
export const instant = () => new Date(Date.now() - 3_600_000 + (seconds += 1) * 1_000).toISOString();

export const scoreOf = (userId: string, rest = {}) => ({
  userId,
  timestamp: instant(),
  activityProgress: "Completed",
  gradingProgress: "FullyGraded",
  scoreGiven: 9,
  scoreMaximum: 10,
  ...rest,
});

/** `codes`: courses in both organisations; MARK requires 80 points. The caller closes it after the tests. */
export async function openScene(codes: readonly string[]) {
  const database = await openDatabase();
  const simulator = await startTool();
  const server = await startServer(database, { own_port: await freePort(), identity_origins: [simulator.url] });
  const courses = codes.map((code) => ({
    code,
    title: `Course ${code}`,
    validity: { value: 12, unit: "month" as const },
    attempts_allowed: 2,
    ...(code === "MARK" ? { pass_score: 80 } : {}),
  }));
  const acme = await createOrganisation(database, { courses });
  const beta = await createOrganisation(database, { courses, organisation: { code: "BETA", name: "Beta" } });
  const query = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows;

  /** A session in a browser on this server's own address. */
  async function open(role: Role, of = acme, as?: TestAccount): Promise<Signed> {
    const account = as ?? (await createAccount(database, of.tenant_id, role));
    const panel = await sessionOf(server, database, of.tenant_id, account);
    const session = `muster_session=${panel.cookies.get(session_cookie)!}`;
    panel.cookies.set("muster_session", panel.cookies.get(session_cookie)!);
    const call: Panel["call"] = (method, path, send = {}) =>
      panel.call(method, path, { ...send, headers: { origin: server.url, ...send.headers } });
    return {
      ...panel,
      call,
      get: (path) => call("GET", path),
      post: (path, body, send) => call("POST", path, { ...(body === undefined ? {} : { body }), ...send }),
      delete: (path) => call("DELETE", path),
      account,
      session,
    };
  }

  const admin = await open("it_admin");
  const trainer = await open("training_admin");
  const platform = async (of: Panel = admin) => (await ok(of.get("/lti-tools"))).platform;

  async function byHand(
    name: string,
    of: Panel = admin,
    keysOf = ({ public_key }: OwnTool) => public_key,
  ): Promise<RegisteredTool> {
    const tool = newOwnTool();
    const { id } = await ok(of.post("/lti-tools", { name, ...own_settings, public_keys: keysOf(tool) }));
    return { id, tool };
  }

  async function setItems(code: string, items: unknown[]): Promise<Reply> {
    const [{ id }] = await query("select id from course where tenant_id = $1 and code = $2", [acme.tenant_id, code]);
    return trainer.call("PUT", `/courses/${id}/items`, { body: { items } });
  }

  async function enrolled(code: string, rest: { as?: Signed } = {}): Promise<Learner> {
    const learner = rest.as ?? (await open("learner"));
    const [{ id }] = await query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), attempts_allowed from course where tenant_id = $1 and code = $3
      returning id`,
      [acme.tenant_id, learner.account.id, code],
    );
    const { items } = await ok(learner.get(`/my/courses/${id}/items`));
    return { ...learner, enrollment: id, item: items[0].id };
  }

  const launch = (learner: Learner) => learner.post(`/my/courses/${learner.enrollment}/items/${learner.item}/tool`);

  async function stateOf(learner: Learner) {
    const { status, run, items } = await ok(learner.get(`/my/courses/${learner.enrollment}/items`));
    return { status, result: run?.result ?? null, item: items[0].state, score: items[0].score };
  }

  /** The request that the tool would send to our authorization endpoint after a launch. */
  async function askedAfter(launched: string, more: Record<string, string | undefined> = {}): Promise<URL> {
    const said = new URL(launched).searchParams;
    const url = new URL((await platform()).authorization_url);
    const asked: Record<string, string | undefined> = {
      response_type: "id_token",
      response_mode: "form_post",
      scope: "openid",
      prompt: "none",
      client_id: said.get("client_id")!,
      redirect_uri: own_settings.redirect_urls[0],
      login_hint: said.get("login_hint")!,
      lti_message_hint: said.get("lti_message_hint")!,
      nonce: "n-1",
      state: "s-1",
      ...more,
    };
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  async function authorize(url: URL, { session }: { session: string }) {
    const answer = await fetch(url, { headers: { cookie: session } });
    return { status: answer.status, text: await answer.text() };
  }

  /** Launches the handmade tool; returns the id by which it knows the learner. */
  async function launchByHand(learner: Learner): Promise<string> {
    const { url } = await ok(launch(learner));
    const { text } = await authorize(await askedAfter(url), learner);
    return claimsOf(formOf(text).fields["id_token"]!).sub;
  }

  async function askToken(form: Record<string, string>, code = acme.code): Promise<Reply> {
    const answer = await fetch(`${server.url}/lti/${code}/token`, { method: "POST", body: new URLSearchParams(form) });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
  }

  async function tokenOf({ id, tool }: RegisteredTool, scope = all_scopes, code = acme.code): Promise<string> {
    const reply = await askToken(formWith(tool.assertion(id, `${server.url}/lti/${code}/token`), scope), code);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.access_token;
  }

  async function read(token: string, path: string): Promise<{ status: number; body: any }> {
    const answer = await fetch(`${server.url}/lti/${acme.code}/${path}`, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: await answer.json() };
  }

  async function send(token: string, item: string, body: unknown, code = acme.code): Promise<{ status: number; body: any }> {
    const answer = await fetch(`${server.url}/lti/${code}/line-items/${item}/scores`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/vnd.ims.lis.v1.score+json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
  }

  const simulation = await ok(
    admin.post("/lti-tools", { name: "Simulation", ...simulator.settings, sends_name: false, sends_email: false }),
  );
  await simulator.register({ ...(await platform()), client_id: simulation.id });
  const hand = await byHand("By hand");

  async function close(): Promise<void> {
    await server.close();
    await simulator.close();
    await database.close();
  }
  const registered = { simulation: simulation as { id: string }, hand, byHand, simulator };
  const learning = { setItems, enrolled, launch, launchByHand, stateOf, askedAfter, authorize };
  const grading = { askToken, tokenOf, read, send };
  return { database, server, acme, beta, admin, trainer, query, open, platform, ...registered, ...learning, ...grading, close };
}
