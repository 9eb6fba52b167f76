// An organisation with a SAML provider whose answers a test makes, with visitors who go there and come back.
import assert from "node:assert/strict";
import { after, before, beforeEach } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import {
  assertionXml,
  newSamlKey,
  readRequest,
  responseXml,
  signXml,
  type Request,
  type Said,
  type SamlKey,
} from "../../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, type Panel, type TestAccount } from "../../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../../harness/server.ts";
import { depart, placeOf } from "../arrange.ts";
import { giveSaml, honest, postBack, sso_url } from "./arrange.ts";

export const now = "2026-02-02T07:00:00.000Z";
/** The provider's key, and one that the organisation does not know. */
export const key = newSamlKey();
export const other_key = newSamlKey();

/** `ada` and `bea` are administrators of the organisation. */
export type Scene = { database: TestDatabase; server: TestServer; acme: TestOrganisation; ada: TestAccount; bea: TestAccount };

/**
 * Opens everything before the tests of a file, and closes it afterwards; each test begins without a sign-in. The returned object
 * is filled when the tests run.
 */
export function useSamlScene(): Scene {
  const scene = {} as Scene;
  before(async () => {
    scene.database = await openDatabase();
    scene.server = await startServer(scene.database);
    scene.acme = await createOrganisation(scene.database, {});
    scene.ada = await createAccount(scene.database, scene.acme.tenant_id, "it_admin");
    scene.bea = await createAccount(scene.database, scene.acme.tenant_id, "training_admin");
  });
  after(async () => {
    await scene.server?.close();
    await scene.database?.close();
  });
  beforeEach(async () => {
    await scene.database.clock.freeze(now);
    await giveSaml(scene.database, scene.acme, [key]);
    for (const table of ["identity_sign_in", "identity_link", "identity_assertion"])
      await scene.database.superuser.query(`delete from ${table}`);
  });
  return scene;
}

/** A browser at the provider, with its request. */
export type Way = { panel: Panel; request: Request };
/** A browser that has come back, with the answer. */
export type Came = { panel: Panel; reply: Reply };

/** An answer with a signed assertion, as most providers send it. */
export const signedAnswer = (said: Said, by: SamlKey = key) => signXml(responseXml(said, assertionXml(said)), by, "Assertion");
/** An answer that is signed as a whole. */
export const signedResponse = (said: Said) => signXml(responseXml(said, assertionXml(said)), key, "Response");

/** Actions of visitors, and the expected results. */
export function visitorsOf(scene: Scene) {
  /** What the administrators can read about the last sign-in. */
  const told = async (): Promise<{ outcome: string; said: string | null } | null> => {
    const { rows } = await scene.database.superuser.query("select outcome, said from identity_sign_in order by id desc limit 1");
    return rows[0] ?? null;
  };
  const sent = async (next?: string): Promise<Way> => {
    const panel = openPanel(scene.server);
    const sent_to = await depart(panel, scene.acme.code, next);
    assert.equal(sent_to.origin + sent_to.pathname, sso_url);
    return { panel, request: readRequest(sent_to) };
  };
  const mine = (request: Request, more: Partial<Said> = {}) => honest(request, now, { email: scene.ada.login, ...more });
  const bring = async ({ panel, request }: Way, xml: string): Promise<Reply> =>
    postBack(scene.server, panel, request.acs_url, { xml, relay_state: request.relay_state });
  /** One sign-in with an answer that differs from an honest one in `more`. */
  const signInWith = async (more: Partial<Said>): Promise<Came> => {
    const way = await sent();
    return { panel: way.panel, reply: await bring(way, signedAnswer(mine(way.request, more))) };
  };
  const signedIn = async ({ panel, reply }: Came, account = scene.ada): Promise<void> => {
    assert.equal(placeOf(reply), "/", JSON.stringify(await told()));
    const { body } = await panel.get("/session");
    assert.equal(body.account.login, account.login);
  };
  /** No session is created, the visitor sees a general message, and the administrators can read the reason. */
  const refused = async ({ panel, reply }: Came, outcome: string, name = "", shown = "refused"): Promise<void> => {
    assert.equal(placeOf(reply), `/sign-in?company=${shown}`, name);
    assert.equal(panel.cookies.has(session_cookie), false, `${name}: a session began`);
    const last = await told();
    assert.equal(last?.outcome, outcome, `${name} ${JSON.stringify(last)}`);
    assert.equal((await panel.get("/session")).status, 401);
  };
  /** No session is created, and the answer was not read. */
  const interrupted = async ({ panel, reply }: Came): Promise<void> => {
    assert.equal(placeOf(reply), "/sign-in?company=interrupted");
    assert.equal(panel.cookies.has(session_cookie), false, "a session began");
    assert.equal(await told(), null);
  };
  return { told, sent, mine, bring, signInWith, signedIn, refused, interrupted };
}
