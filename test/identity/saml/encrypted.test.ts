// Encrypted assertions. Anyone can encrypt for us, so encryption proves nothing. The content is checked by the same rules as a
// plain assertion, before its signature is verified, and a visitor does not learn what was wrong with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertionXml,
  encryptXml,
  readRequest,
  responseXml,
  signXml,
  type Said,
  type SamlKey,
} from "../../harness/identity/saml-answers.ts";
import { openPanel, session_cookie } from "../../harness/panel/panel.ts";
import { depart, placeOf } from "../arrange.ts";
import { honest, own_key, postBack } from "./arrange.ts";
import { key, now, other_key, useSamlScene } from "./scene.ts";

const scene = useSamlScene();

/** One sign-in with the answer of `make`: where it ends, and what the administrators can read. */
async function came(make: (said: Said) => string): Promise<[place: string, outcome: string | null, session: boolean]> {
  const panel = openPanel(scene.server);
  const request = readRequest(await depart(panel, scene.acme.code));
  const xml = make(honest(request, now, { email: scene.ada.login }));
  const reply = await postBack(scene.server, panel, request.acs_url, { xml, relay_state: request.relay_state });
  const { rows } = await scene.database.superuser.query("select outcome from identity_sign_in order by id desc limit 1");
  return [placeOf(reply), rows[0]?.outcome ?? null, panel.cookies.has(session_cookie)];
}

const signed = (said: Said, by: SamlKey = key) => signXml(assertionXml(said), by, "Assertion");
const around = (said: Said, assertion: string) => responseXml(said, encryptXml(assertion, own_key.certificate));

test("what the provider has signed and encrypted for us signs in, signed inside or around: all attacks below differ from it in one thing", async () => {
  assert.deepEqual(await came((said) => around(said, signed(said))), ["/", "OK", true]);
  await scene.database.superuser.query("delete from identity_assertion");
  assert.deepEqual(await came((said) => signXml(around(said, assertionXml(said)), key, "Response")), ["/", "OK", true]);
});

test("encrypted, but signed by nobody, by another key, over other words, with SHA-1, or wrapped: refused as in the open", async () => {
  const sha1 = { signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1", digest: "http://www.w3.org/2000/09/xmldsig#sha1" };
  const evil = (said: Said) => assertionXml({ ...said, email: scene.bea.login, assertion_id: "_evil" });
  const cases: [string, string, (said: Said) => string][] = [
    ["NOT_SIGNED", "nobody", (said) => assertionXml(said)],
    ["SIGNATURE_INVALID", "another key", (said) => signed(said, other_key)],
    ["SIGNATURE_INVALID", "other words", (said) => signed(said).replace(scene.ada.login, scene.bea.login)],
    ["SIGNATURE_INVALID", "SHA-1", (said) => signXml(assertionXml(said), key, "Assertion", sha1)],
    ["SIGNATURE_INVALID", "wrapped", (said) => evil(said).replace("</saml:Assertion>", `${signed(said)}</saml:Assertion>`)],
    [
      "SIGNATURE_INVALID",
      "the signature moved to another one",
      (said) => {
        const [signature] = /<Signature [\s\S]*?<\/Signature>/.exec(signed(said))!;
        return evil(said).replace(/(<saml:Issuer>[^<]*<\/saml:Issuer>)/, `$1${signature}`);
      },
    ],
    ["RESPONSE_INVALID", "a comment in the NameID", (said) => signed(said).replace(">subject-1<", ">subject-1<!-- --><")],
    ["RESPONSE_INVALID", "a document type", (said) => `<!DOCTYPE r [<!ENTITY a "b">]>${signed(said)}`],
    [
      "RESPONSE_INVALID",
      "another thing",
      (said) => `<saml:Advice xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${signed(said)}</saml:Advice>`,
    ],
    ["RESPONSE_INVALID", "no XML", () => "hello"],
  ];
  for (const [outcome, name, make] of cases)
    assert.deepEqual(await came((said) => around(said, make(said))), ["/sign-in?company=refused", outcome, false], name);
});

test("what cannot be decrypted is refused, without saying why: for another key, changed, by algorithms that can be asked out of us", async () => {
  const cases: [string, (said: Said) => string][] = [
    ["another key", (said) => responseXml(said, encryptXml(signed(said), other_key.certificate))],
    [
      "changed",
      (said) =>
        around(said, signed(said)).replace(
          /(CipherValue>)([^<]{20})[^<]{4}(?=[^<]*<\/x:CipherValue><\/x:CipherData><\/x:EncryptedData>)/,
          "$1$2AAAA",
        ),
    ],
    ["empty", (said) => around(said, signed(said)).replace(/CipherValue>[^<]+</g, "CipherValue><")],
    [
      "RSA PKCS #1 v1.5",
      (said) =>
        responseXml(said, encryptXml(signed(said), own_key.certificate, { key: "http://www.w3.org/2001/04/xmlenc#rsa-1_5" })),
    ],
    [
      "3DES",
      (said) =>
        responseXml(
          said,
          encryptXml(signed(said), own_key.certificate, { content: "http://www.w3.org/2001/04/xmlenc#tripledes-cbc" }),
        ),
    ],
  ];
  for (const [name, make] of cases)
    assert.deepEqual(await came(make), ["/sign-in?company=refused", "CANNOT_DECRYPT", false], name);
  const { rows } = await scene.database.superuser.query(
    "select distinct said from identity_sign_in where said is not null order by 1",
  );
  assert.deepEqual(
    rows.map(({ said }) => said),
    [
      "EncryptionMethod is http://www.w3.org/2001/04/xmlenc#rsa-1_5",
      "EncryptionMethod is http://www.w3.org/2001/04/xmlenc#tripledes-cbc",
    ],
  );
});
