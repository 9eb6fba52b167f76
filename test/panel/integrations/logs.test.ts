// AL3: the server's log for everything that the panel, an integration client and an identity provider can do. request-log.test.ts
// and tests in server/features/scim cover the deletion after 30 days.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { openPanel, session_cookie, test_password } from "../../harness/panel/panel.ts";
import { scimOf, urns } from "../../harness/scim.ts";
import { apiOf, byKey, startServer, type TestServer } from "../../harness/server.ts";
import { call, listOperations, placeFor } from "../operations.ts";
import { sampleOf } from "../samples.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    clients: [
      { name: "HR", scopes: ["users:read", "users:write"] },
      { name: "Directory", scopes: ["scim"] },
    ],
  });
});
after(async () => {
  await server.close();
  await database.close();
});

test("AL3 no log line has a secret, a token, a password, an e-mail address or a name", async () => {
  const forbidden = new Set<string>([
    test_password,
    "lena",
    "learner@",
    "kowalska",
    "@acme.example",
    "@panel.example",
    "ada admin",
  ]);
  let operations = 0;
  for (const operation of await listOperations()) {
    const place = await placeFor({ database, server, organisation: acme }, operation);
    const reply = await call(place.panel, operation, await sampleOf(operation).make(place, `l${operation.id.toLowerCase()}`));
    // A cookie of one character is a marker and not a secret.
    for (const token of place.panel.cookies.values()) if (token.length > 1) forbidden.add(token);
    forbidden.add(place.account.login || test_password);
    for (const [secret] of reply.text.matchAll(/lms_live_\w+|whsec_[\w+/=]+/g)) forbidden.add(secret);
    operations += 1;
  }
  const { secret } = acme.clients["HR"]!;
  const api = apiOf({ url: server.url }, byKey(acme.code, secret));
  const person = { employee_no: "K1", first_name: "Anna", last_name: "Kowalska", email: "kowalska@acme.example" };
  assert.equal((await api.post("/api/v1/users", person)).status, 201);
  assert.equal((await api.post("/api/v1/users", person)).status, 409);
  assert.equal((await api.post("/api/v1/users", { ...person, email: "kowalska@" })).status, 422);
  await api.get("/api/v1/users?email=kowalska@acme.example");
  await apiOf({ url: server.url }, byKey(acme.code, `${secret.slice(0, -4)}0000`)).get("/api/v1/users?q=kowalska");
  const directory = acme.clients["Directory"]!.secret;
  const scim = scimOf(server, acme.code, directory);
  const user = { schemas: [urns.user], userName: "kowalska2@acme.example", name: { familyName: "Kowalska" }, active: true };
  assert.equal((await scim.post("/Users", user)).status, 201);
  assert.equal((await scim.post("/Users", user)).status, 409);
  await scim.get(`/Users?filter=${encodeURIComponent('userName eq "kowalska2@acme.example"')}`);
  const refused = { tenant_code: acme.code, login: "kowalska@acme.example", password: "kowalska kowalska" };
  await openPanel(server).post("/sign-in", refused);
  await openPanel(server).call("GET", "/people?q=kowalska", { headers: { cookie: `${session_cookie}=${"A".repeat(43)}` } });
  for (const one of [secret, directory]) forbidden.add(one).add(one.slice(22));

  assert.ok(operations >= 80 && server.log.length >= operations, `${operations} operations, ${server.log.length} lines`);
  const lines = server.log.map((line) => JSON.stringify(line));
  const found = [...forbidden].flatMap((text) =>
    lines.filter((line) => line.toLowerCase().includes(text.toLowerCase())).map((line) => `${text}: ${line}`),
  );
  assert.deepEqual(found.slice(0, 10), []);
});
