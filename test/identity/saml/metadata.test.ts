// Metadata of a provider, pasted or fetched: if it is too large, malicious, or at an internal address, it is refused with the
// reason, and nothing is fetched.
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { newSamlKey } from "../../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let it: Panel;
/** The server of the metadata, at an origin that the operator trusts. */
let outside: Server;
/** A service inside the network that answers every request. */
let inside: Server;
let answer: (request: IncomingMessage, reply: ServerResponse) => void;
let inside_asked = 0;
const key = newSamlKey();
const wants = { idp_initiated: false, subject_attribute: null, email_attribute: null, external_id_claim: null };

const originOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
const listen = (one: Server) => new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));

before(async () => {
  database = await openDatabase();
  outside = createServer((request, reply) => answer(request, reply));
  inside = createServer((_request, reply) => {
    inside_asked += 1;
    reply.end(metadataOf());
  });
  await Promise.all([listen(outside), listen(inside)]);
  const resolve = async (name: string) => (name === "v6.example" ? ["::1"] : ["10.0.0.5", "127.0.0.1"]);
  server = await startServer(database, { identity_origins: [originOf(outside)], resolve });
  acme = await createOrganisation(database, {});
  it = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
});
after(async () => {
  await server.close();
  for (const one of [outside, inside]) {
    one.closeAllConnections();
    one.close();
  }
  await database.close();
});
beforeEach(async () => {
  answer = (_request, reply) => reply.end(metadataOf());
  inside_asked = 0;
  await database.superuser.query("delete from identity_provider");
});

type Facts = { entity_id?: string; sso_url?: string; certificate?: string; keys?: string };

function metadataOf({ entity_id = "https://id.example/saml", sso_url = "https://id.example/sso", ...more }: Facts = {}): string {
  const { certificate = key.certificate } = more;
  const keys =
    more.keys ??
    `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  return `<?xml version="1.0"?><!-- by hand --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity_id}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${sso_url}"/></IDPSSODescriptor></EntityDescriptor>`;
}

const save = (body: Record<string, unknown>) => it.call("PUT", "/identity-provider/saml", { body: { ...wants, ...body } });
const fetched = () => save({ metadata_url: `${originOf(outside)}/metadata` });

async function refused(saving: ReturnType<typeof save>, refusal: string, said: RegExp, name: string): Promise<void> {
  const reply = await saving;
  assert.deepEqual(
    [reply.status, reply.body.code, reply.body.refusal],
    [409, "PROVIDER_NOT_USABLE", refusal],
    `${name}: ${reply.text}`,
  );
  assert.match(reply.body.said, said, name);
  assert.equal(inside_asked, 0, name);
  const { rows } = await database.superuser.query("select 1 from identity_provider");
  assert.equal(rows.length, 0, `${name}: it was kept`);
}

test("metadata by its address is read, and so is pasted metadata: all below differs from it in one thing", async () => {
  const by_address = await fetched();
  assert.equal(by_address.status, 200, by_address.text);
  assert.equal(by_address.body.provider.saml.metadata_url, `${originOf(outside)}/metadata`);
  assert.equal((await save({ metadata: metadataOf() })).status, 200);
});

test("50 MB: fetched, it is left off after what any answer may have; pasted, it is refused unread", async () => {
  let sent = 0;
  answer = (_request, reply) => {
    const part = Buffer.alloc(64 * 1024, " ");
    const more = () => {
      while (sent < 50_000_000) {
        sent += part.length;
        if (!reply.write(part)) break;
      }
      if (sent < 50_000_000) reply.once("drain", more);
      else reply.end(metadataOf());
    };
    reply.on("error", () => {});
    more();
  };
  await refused(fetched(), "PROVIDER_ANSWER_TOO_LARGE", /127\.0\.0\.1/, "fetched");
  assert.ok(sent < 10_000_000, `${sent} bytes were taken`);
  const pasted = await save({ metadata: " ".repeat(50_000_000) }).catch((error: unknown) => ({
    status: 413,
    text: String(error),
  }));
  assert.equal(pasted.status, 413);
  assert.equal((await save({ metadata: `${metadataOf()}${" ".repeat(262_144)}x` })).status, 422);
});

test("XML bombs, external entities, other documents and keys of no use are refused, by their names", async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${"&a;".repeat(1_000)}"><!ENTITY c "${"&b;".repeat(1_000)}">]>`;
  const weak = key.certificate.slice(0, 200);
  const cases: [string, string, RegExp][] = [
    ["a bomb", metadataOf().replace("<EntityDescriptor", `${bomb}<EntityDescriptor`), /document type/],
    [
      "an external DTD",
      metadataOf().replace("<EntityDescriptor", `<!DOCTYPE x SYSTEM "${originOf(inside)}/x.dtd"><EntityDescriptor`),
      /document type/,
    ],
    [
      "a file",
      metadataOf().replace("<EntityDescriptor", '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><EntityDescriptor'),
      /document type/,
    ],
    ["an entity that nobody knows", metadataOf({ entity_id: "&xxe;" }), /well-formed|entity/],
    ["depth", "<a>".repeat(3_000) + "</a>".repeat(3_000), /deep/],
    ["many elements", `<a>${"<b/>".repeat(50_000)}</a>`, /elements/],
    ["no XML", "hello", /well-formed/],
    ["half of it", metadataOf().slice(0, 400), /well-formed/],
    ["HTML", "<html><body>Not found</body></html>", /EntityDescriptor/],
    ["a service's", metadataOf().replaceAll("IDPSSODescriptor", "SPSSODescriptor"), /IDPSSODescriptor/],
    ["no certificate", metadataOf({ keys: "" }), /certificate/],
    ["half a certificate", metadataOf({ certificate: weak }), /certificate/],
    ["no address", metadataOf().replace("HTTP-Redirect", "HTTP-POST"), /HTTP-Redirect/],
    ["no name", metadataOf({ entity_id: "" }), /entityID/],
  ];
  for (const [name, metadata, said] of cases) await refused(save({ metadata }), "SAML_METADATA_INVALID", said, name);
});

const inward = () => [
  `${originOf(inside)}/x`,
  "http://169.254.169.254/latest/meta-data/",
  "https://127.0.0.1/x",
  "https://[::1]/x",
  "https://10.0.0.5/x",
  "https://metadata.google.internal:8443/",
  "file:///etc/passwd",
  "https://user:secret@id.example/",
  "javascript:alert(1)",
];

test("metadata whose sign-on address leads inside, or is none, is refused", async () => {
  for (const sso_url of inward())
    await refused(save({ metadata: metadataOf({ sso_url }) }), "PROVIDER_ADDRESS_NOT_ALLOWED", /SingleSignOnService/, sso_url);
});

test("an address of metadata that leads inside, by its words, its name or a redirect, fetches nothing there", async () => {
  for (const metadata_url of [...inward(), "https://inside.example/metadata", "https://v6.example/metadata"])
    await refused(save({ metadata_url }), "PROVIDER_ADDRESS_NOT_ALLOWED", /./, metadata_url);
  answer = (_request, reply) => reply.writeHead(302, { location: `${originOf(inside)}/metadata` }).end();
  await refused(fetched(), "SAML_METADATA_INVALID", /HTTP 302/, "a redirect");
});

test("a provider that is down is told", async () => {
  const gone = createServer();
  await listen(gone);
  const url = `${originOf(gone)}/metadata`;
  await new Promise((resolve) => gone.close(resolve));
  const other = await startServer(database, { identity_origins: [new URL(url).origin] });
  try {
    const admin = await sessionOf(other, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
    const reply = await admin.call("PUT", "/identity-provider/saml", { body: { ...wants, metadata_url: url } });
    assert.deepEqual([reply.status, reply.body.refusal], [409, "PROVIDER_UNREACHABLE"], reply.text);
  } finally {
    await other.close();
  }
});
