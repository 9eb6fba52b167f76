// A discovery document whose addresses lead to the internal network: it is refused and named, and nothing is fetched from there.
import assert from "node:assert/strict";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { signed, startOwnProvider, type OwnProvider } from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { answerTo, comeBack, depart, giveProvider, honestClaims, placeOf } from "./arrange.ts";

let database: TestDatabase;
let provider: OwnProvider;
let acme: TestOrganisation;
let it: Panel;
let login: string;
/** A service inside the network that answers every request. */
let inside: Server;
let origin: string;
let asked = 0;
const servers: TestServer[] = [];

before(async () => {
  database = await openDatabase();
  provider = await startOwnProvider();
  inside = createServer((_request, reply) => {
    asked += 1;
    reply.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
  acme = await createOrganisation(database, {});
  const ada = await createAccount(database, acme.tenant_id, "it_admin");
  ({ login } = ada);
  it = await sessionOf(await newServer(), database, acme.tenant_id, ada);
});
after(async () => {
  await Promise.all(servers.map((one) => one.close()));
  inside.closeAllConnections();
  inside.close();
  await provider.close();
  await database.close();
});
beforeEach(() => {
  provider.metadata = {};
  provider.instead.clear();
  asked = 0;
});

/** A server that has not read a discovery document yet. Each name resolves to an internal address. */
async function newServer(): Promise<TestServer> {
  const resolve = async (name: string) => (name === "v6.example" ? ["::1"] : ["10.0.0.5", "127.0.0.1"]);
  const server = await startServer(database, { identity_origins: [provider.origin], resolve });
  servers.push(server);
  return server;
}

const save = () =>
  it.call("PUT", "/identity-provider", {
    body: {
      issuer: provider.issuer,
      client_id: "muster",
      authentication: "client_secret_basic",
      client_secret: "x",
      external_id_claim: null,
    },
  });

test("an endpoint inside is refused at the set-up, by its name", async () => {
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"])
    for (const address of [
      `${origin}/x`,
      "http://169.254.169.254/latest/meta-data/",
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://10.0.0.5/x",
      "https://metadata.google.internal:8443/",
      "file:///etc/passwd",
      "https://user:secret@id.example/",
    ]) {
      provider.metadata = { [name]: address };
      const reply = await save();
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.refusal],
        [409, "PROVIDER_NOT_USABLE", "PROVIDER_ADDRESS_NOT_ALLOWED"],
        address,
      );
      assert.ok(reply.body.said.startsWith(name), reply.body.said);
    }
  assert.equal(asked, 0);
});

test("a document that turns inward later, names that lead inside, and redirects fetch nothing there", async () => {
  await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
  const redirect = (_request: unknown, _body: string, reply: ServerResponse) =>
    reply.writeHead(302, { location: `${origin}/x` }).end();
  const cases: [string, () => void][] = [
    ["PROVIDER_ADDRESS_NOT_ALLOWED", () => (provider.metadata = { token_endpoint: "https://inside.example/token" })],
    ["PROVIDER_ADDRESS_NOT_ALLOWED", () => (provider.metadata = { jwks_uri: "https://inside.example/keys" })],
    ["PROVIDER_ADDRESS_NOT_ALLOWED", () => (provider.metadata = { jwks_uri: "https://v6.example/keys" })],
    ["RESPONSE_INVALID", () => provider.instead.set("/token", redirect)],
    ["RESPONSE_INVALID", () => provider.instead.set("/keys", redirect)],
    ["PROVIDER_ADDRESS_NOT_ALLOWED", () => (provider.metadata = { userinfo_endpoint: `${origin}/userinfo` })],
  ];
  for (const [outcome, turn] of cases) {
    provider.metadata = {};
    provider.instead.clear();
    turn();
    const server = await newServer();
    const panel = openPanel(server);
    const sent_to = await depart(panel, acme.code);
    // Without an e-mail address in the token, userinfo is requested.
    const more = "userinfo_endpoint" in provider.metadata ? {} : { email: login, email_verified: true };
    provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, more));
    const place = placeOf(await comeBack(server, panel, answerTo(sent_to, provider)));
    assert.match(place, /^\/sign-in\?company=/);
    assert.equal(panel.cookies.has(session_cookie), false);
    const { rows } = await database.superuser.query("select outcome, said from identity_sign_in order by id desc limit 1");
    assert.equal(rows[0].outcome, outcome, `${JSON.stringify(provider.metadata)} ${JSON.stringify(rows[0])}`);
  }
  assert.equal(asked, 0);
});

test("50 MB in place of a discovery document, of keys or of tokens are left off after what any answer may have", async () => {
  await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
  for (const path of ["/.well-known/openid-configuration", "/keys", "/token"]) {
    provider.instead.clear();
    const [server, panel] = [await newServer(), openPanel({ url: servers[0]!.url })];
    let sent = 0;
    const flood = (_request: unknown, _body: string, reply: ServerResponse) => {
      const part = Buffer.alloc(64 * 1024, " ");
      reply.writeHead(200, { "content-type": "application/json" }).on("error", () => {});
      const more = () => {
        let takes_more = true;
        while (takes_more && sent < 50_000_000 && !reply.destroyed) {
          sent += part.length;
          takes_more = reply.write(part);
        }
        if (takes_more) reply.end("{}");
        else reply.once("drain", more);
      };
      more();
    };
    if (path.startsWith("/.well-known")) {
      provider.instead.set(path, flood);
      const started = await openPanel(server).post("/sign-in/company", { tenant_code: acme.code });
      assert.equal(started.body.code, "PROVIDER_NOT_USABLE", started.text);
      const reply = await save();
      assert.deepEqual([reply.status, reply.body.refusal], [409, "PROVIDER_ANSWER_TOO_LARGE"], reply.text);
    } else {
      const sent_to = await depart(panel, acme.code);
      provider.id_token = signed(
        provider.key,
        await honestClaims(database, provider, sent_to, { email: login, email_verified: true }),
      );
      provider.instead.set(path, flood);
      assert.equal(placeOf(await comeBack(server, panel, answerTo(sent_to, provider))), "/sign-in?company=unavailable", path);
    }
    const { rows } = await database.superuser.query("select outcome from identity_sign_in order by id desc limit 1");
    assert.equal(rows[0].outcome, "PROVIDER_ANSWER_TOO_LARGE", path);
    assert.ok(sent < 10_000_000, `${path}: ${sent} bytes were taken`);
  }
});
