// A person who is deactivated at the identity provider (SCIM) loses access to the panel: with real processes and several tabs,
// measured from the answer on.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { pastPooler, startProcess, type Process } from "../harness/machine/processes.ts";
import { signed, startOwnProvider, type OwnProvider } from "../harness/identity/own-provider.ts";
import { assertionXml, newSamlKey, readRequest, responseXml, signXml } from "../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { givePassword, openPanel, session_cookie, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { slowness } from "../harness/patience.ts";
import { scimOf, urns } from "../harness/scim.ts";
import { answerTo, comeBack, depart, giveProvider, honestClaims, placeOf } from "./arrange.ts";
import { giveSaml, honest, postBack } from "./saml/arrange.ts";

const lost_ms_max = 1_000 * slowness;
const start_ms_max = 30_000 * slowness;
const skip = needsServer();
const tabs_of_each = 3;

let database: TestDatabase;
let acme: TestOrganisation;
let urls: string[];
let provider: OwnProvider;
const started: Process[] = [];

before(async () => {
  if (skip) return;
  database = await openDatabase();
  provider = await startOwnProvider();
  acme = await createOrganisation(database, { clients: [{ name: "idp", scopes: ["scim"], scim_profile: "generic" }] });
  const { url } = database.connection as { url: string };
  urls = await Promise.all(
    [0, 1].map(async () => {
      const port = await findFreePort();
      const env = {
        DATABASE_URL: url,
        ...pastPooler(url),
        SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
        BASE_URL: "https://muster.example",
        HOST: "127.0.0.1",
        PORT: String(port),
        IDENTITY_PROVIDER_ORIGINS: provider.origin,
        LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
      };
      started.push(startProcess("api", env));
      return `http://127.0.0.1:${port}`;
    }),
  );
  await Promise.all(
    urls.map((one) => until(start_ms_max, async () => (await fetch(`${one}/readyz`).catch(() => null))?.ok === true)),
  );
});
after(async () => {
  await Promise.all(started.map((one) => one.end("SIGKILL")));
  await provider?.close();
  await database?.close();
});

async function until(ms_max: number, holds: () => Promise<boolean>): Promise<number> {
  for (const began_ms = performance.now(); ; await sleep(5)) {
    if (await holds()) return performance.now() - began_ms;
    assert.ok(performance.now() - began_ms < ms_max, `not within ${ms_max} ms`);
  }
}

/** Lena signs in by OpenID Connect. */
async function byOidc(url: string): Promise<Panel> {
  await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
  const panel = openPanel({ url });
  const sent_to = await depart(panel, acme.code);
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, { sub: "00u1" }));
  assert.equal(placeOf(await comeBack({ url }, panel, answerTo(sent_to, provider))), "/");
  return panel;
}

const key = newSamlKey();
let assertions = 0;

/** Lena signs in by SAML. */
async function bySaml(url: string): Promise<Panel> {
  await giveSaml(database, acme, [key], { external_id_claim: "NameID" });
  const panel = openPanel({ url });
  const request = readRequest(await depart(panel, acme.code));
  assertions += 1;
  const said = honest(request, new Date().toISOString(), { name_id: "00u1", assertion_id: `_assertion-${assertions}` });
  const form = { xml: signXml(responseXml(said, assertionXml(said)), key, "Assertion"), relay_state: request.relay_state };
  assert.equal(placeOf(await postBack({ url }, panel, request.acs_url, form)), "/");
  return panel;
}

test(
  "SCIM's deactivation at one process ends every tab at both, however it was signed in, within a second",
  { skip },
  async (t) => {
    const scim = scimOf({ url: urls[0]! }, acme.code, acme.clients["idp"]!.secret);
    const made = await scim.post("/Users", {
      schemas: [urns.user],
      userName: "lena@acme.example",
      externalId: "00u1",
      name: { givenName: "Lena", familyName: "Nowak" },
      active: true,
    });
    assert.equal(made.status, 201, made.text);
    const account = { id: made.body.id as string, kind: "person", login: "lena@acme.example" } as const;
    await givePassword(database, acme.tenant_id, account);
    const tabs: Panel[] = [];
    for (const url of urls) {
      const ways = [sessionOf({ url }, database, acme.tenant_id, account), byOidc(url)];
      const browsers = [...(await Promise.all(ways)), await bySaml(url)];
      for (const browser of browsers)
        for (let n = 0; n < tabs_of_each; n += 1) {
          const tab = openPanel({ url });
          tab.cookies.set(session_cookie, browser.cookies.get(session_cookie)!);
          tabs.push(tab);
        }
    }
    for (const tab of tabs) assert.equal((await tab.get("/my/training")).status, 200);

    const patched = await scim.patch(`/Users/${account.id}`, [{ op: "replace", path: "active", value: false }]);
    assert.equal(patched.status, 200, patched.text);
    const lost_ms = await Promise.all(
      tabs.map((tab) => until(lost_ms_max, async () => (await tab.get("/my/training")).status === 401)),
    );
    t.diagnostic(`lost in all ${tabs.length} tabs ${Math.round(Math.max(...lost_ms))} ms after the answer`);
  },
);
