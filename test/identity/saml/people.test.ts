// People created at the first sign-in, from the attributes of a SAML provider.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { assertionXml, newSamlKey, readRequest, responseXml, signXml, type Said } from "../../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { openPanel, session_cookie, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../../harness/server.ts";
import { depart, placeOf } from "../arrange.ts";
import { giveSaml, honest, postBack } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
const key = newSamlKey();
const given = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname";
const surname = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname";

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, { departments: [{ name: "Logistyka Północ", code: "LOG" }] });
  await giveSaml(database, acme, [key]);
  const people = {
    on: true,
    first_name_claim: given,
    last_name_claim: surname,
    employee_no_claim: "employeeNumber",
    department_claim: "department",
    department_id: null,
    worker_type: "internal_payroll",
    contractor_id: null,
  };
  await database.superuser.query("update identity_provider set people = $1", [JSON.stringify(people)]);
});
after(async () => {
  await server.close();
  await database.close();
});

let answers = 0;

async function signInWith(more: Partial<Said>): Promise<{ panel: Panel; reply: Reply }> {
  answers += 1;
  const panel = openPanel(server);
  const request = readRequest(await depart(panel, acme.code));
  const { rows } = await database.superuser.query<{ now: string }>(
    "select infra.iso(to_timestamp(infra.now_us() / 1000000.0)) as now",
  );
  const said = honest(request, rows[0]!.now, { assertion_id: `_assertion-${answers}`, ...more });
  const xml = signXml(responseXml(said, assertionXml(said)), key, "Assertion");
  return { panel, reply: await postBack(server, panel, request.acs_url, { xml, relay_state: request.relay_state }) };
}

const attributes = { [given]: "Eva", [surname]: "Maj", employeeNumber: "77", department: "LOGISTYKA POLNOC" };

test("a person is made of attributes, by an address of a verified domain", async () => {
  const { panel, reply } = await signInWith({ email: "eva@panel.example", attributes });
  assert.equal(placeOf(reply), "/");
  const { id, name } = (await panel.get("/session")).body.account;
  assert.equal(name, "Eva Maj");
  const { rows } = await database.superuser.query(
    "select p.employee_no, p.email, d.code from person p join department d on d.id = p.department_id where p.id = $1",
    [id],
  );
  assert.deepEqual(rows, [{ employee_no: "77", email: "eva@panel.example", code: "LOG" }]);
});

test("nobody is made by an address of another domain, and of an attribute with several values, which is named", async () => {
  const refusal = async (more: Partial<Said>) => {
    const { panel, reply } = await signInWith({ name_id: "subject-2", ...more });
    assert.equal(placeOf(reply), "/sign-in?company=unknown");
    assert.equal(panel.cookies.has(session_cookie), false);
    const { rows } = await database.superuser.query("select outcome, said from identity_sign_in order by id desc limit 1");
    return [String(rows[0].outcome), String(rows[0].said)] as const;
  };
  assert.deepEqual(await refusal({ email: "jan@elsewhere.example", attributes }), ["DOMAIN_NOT_VERIFIED", "elsewhere.example"]);
  const two = { ...attributes, employeeNumber: "78", [given]: ["Jan", "Root"] };
  const [outcome, said] = await refusal({ email: "jan@panel.example", attributes: two });
  assert.equal(outcome, "PERSON_INCOMPLETE");
  assert.match(said, /^http:\/\/schemas\.xmlsoap\.org\/ws\/2005\/05\/identity\/claims\/givenname \(first_name\): /);
});
