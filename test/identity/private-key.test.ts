// private_key_jwt (RFC 7523) with a certified provider: there is no shared secret.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { signInThere, startCertifiedProvider, type CertifiedProvider } from "../harness/identity/certified-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { base_url, comeBack, placeOf, verifyDomain } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let provider: CertifiedProvider;

before(async () => {
  database = await openDatabase();
  provider = await startCertifiedProvider();
  server = await startServer(database, { identity_origins: [provider.issuer] });
  acme = await createOrganisation(database, {});
});
after(async () => {
  await server.close();
  await provider.close();
  await database.close();
});

test("the key is made here, its public half shown, and the provider takes what it signs", async () => {
  await verifyDomain(database, acme.tenant_id);
  const account = await createAccount(database, acme.tenant_id, "it_admin");
  const it = await sessionOf(server, database, acme.tenant_id, account);
  const client = { client_id: "muster", redirect_uris: [`${base_url}/panel/sign-in/ACME/callback`] };
  const directory = { ada: { email: account.login, email_verified: true } };
  provider.serve(directory, { ...client, client_secret: "not used" });

  const body = { issuer: provider.issuer, client_id: "muster", authentication: "private_key_jwt", external_id_claim: null };
  const { public_jwk } = (await it.call("PUT", "/identity-provider", { body })).body.provider;
  assert.deepEqual([public_jwk.kty, public_jwk.alg, public_jwk.use, "d" in public_jwk], ["RSA", "RS256", "sig", false]);
  const again = await it.call("PUT", "/identity-provider", { body: { ...body, external_id_claim: "sub" } });
  assert.deepEqual(again.body.provider.public_jwk, public_jwk, "it stays with its provider");

  provider.serve(directory, { ...client, token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [public_jwk] } });
  const { location } = (await it.post("/identity-provider/test")).body;
  assert.equal(
    placeOf(await comeBack(server, it, await signInThere(provider.issuer, location, "ada"))),
    "/settings/sign-in?test=ok",
  );
  const { rows } = await database.superuser.query("select encode(secret, 'escape') as stored from identity_provider");
  assert.doesNotMatch(rows[0].stored, /PRIVATE KEY/, "the private key is stored in clear");
});
