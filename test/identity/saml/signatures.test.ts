// What a signature proves: the published attacks on SAML's signatures (Somorovsky et al., "On Breaking SAML"; CVE-2017-11427 and
// similar ones), each with a provider that a test controls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertionXml, responseXml, signXml, type Request, type Said } from "../../harness/identity/saml-answers.ts";
import { key, other_key, signedAnswer, signedResponse, useSamlScene, visitorsOf } from "./scene.ts";

const scene = useSamlScene();
const { told, sent, mine, bring, signedIn, refused } = visitorsOf(scene);

test("an honest answer signs in, its assertion signed, or all of it, or both: all attacks below differ from it in one thing", async () => {
  for (const make of [signedAnswer, signedResponse, (said: Said) => signXml(signedAnswer(said), key, "Response")]) {
    await scene.database.superuser.query("delete from identity_assertion");
    const way = await sent();
    await signedIn({ panel: way.panel, reply: await bring(way, make(mine(way.request))) });
    assert.equal((await told())?.outcome, "OK");
    assert.equal((await way.panel.get("/session")).body.stepped_up_until, null);
  }
});

const signature_of = /<Signature [\s\S]*?<\/Signature>/;

/** The eight forms of signature wrapping: the signed element is kept somewhere, and another one stands where it is read. */
function wrapped(request: Request): Record<string, string> {
  const evil_name = {
    name_id: "subject-of-bea",
    email: scene.bea.login,
    assertion_id: "_evil-assertion",
    response_id: "_evil-response",
  };
  const said = mine(request);
  const evil = mine(request, evil_name);
  const response = signedResponse(said);
  const response_signature = signature_of.exec(response)![0];
  const bare_response = response.replace(signature_of, "");
  const evil_response = responseXml(evil, assertionXml(evil));
  const assertion = signXml(assertionXml(said), key, "Assertion");
  const assertion_signature = signature_of.exec(assertion)![0];
  const bare_assertion = assertion.replace(signature_of, "");
  const evil_assertion = assertionXml(evil);
  const behindIssuer = (xml: string, more: string) => xml.replace(/(<saml:Issuer[^>]*>[^<]*<\/saml:Issuer>)/, `$1${more}`);
  const within = (outer: string, more: string) => outer.replace(/<\/Signature>/, `${more}</Signature>`);
  return {
    "XSW1: the signed response in the signature of another response": behindIssuer(
      evil_response,
      within(response_signature, bare_response),
    ),
    "XSW2: the signed response beside its signature in another response": behindIssuer(
      evil_response,
      bare_response + response_signature,
    ),
    "XSW3: another assertion before the signed one": responseXml(said, evil_assertion + assertion),
    "XSW4: the signed assertion in another one": responseXml(
      said,
      evil_assertion.replace("</saml:Assertion>", `${assertion}</saml:Assertion>`),
    ),
    "XSW5: the signature in another assertion, the signed one at the end": responseXml(
      said,
      behindIssuer(evil_assertion, assertion_signature) + bare_assertion,
    ),
    "XSW6: the signed assertion in the signature of another one": responseXml(
      said,
      behindIssuer(evil_assertion, within(assertion_signature, bare_assertion)),
    ),
    "XSW7: another assertion in Extensions": responseXml(said, assertion).replace(
      "<samlp:Status>",
      `<samlp:Extensions>${evil_assertion}</samlp:Extensions><samlp:Status>`,
    ),
    "XSW8: the signed assertion in an Object of the signature of another one": responseXml(
      said,
      behindIssuer(evil_assertion, within(assertion_signature, `<Object>${bare_assertion}</Object>`)),
    ),
  };
}

test("signature wrapping: each of the eight forms is refused", async () => {
  const forms = Object.keys(wrapped((await sent()).request));
  assert.equal(forms.length, 8);
  for (const form of forms) {
    const way = await sent();
    await refused({ panel: way.panel, reply: await bring(way, wrapped(way.request)[form]!) }, "SIGNATURE_INVALID", form);
  }
});

test("signature wrapping that keeps the id of what was signed is refused", async () => {
  const way = await sent();
  const said = mine(way.request);
  const assertion = signXml(assertionXml(said), key, "Assertion");
  const evil = assertionXml({ ...said, email: scene.bea.login });
  await refused({ panel: way.panel, reply: await bring(way, responseXml(said, evil + assertion)) }, "SIGNATURE_INVALID");
});

test("unsigned: an answer without a signature, and one whose signature was taken away, are refused", async () => {
  const unsigned = await sent();
  const said = mine(unsigned.request);
  await refused({ panel: unsigned.panel, reply: await bring(unsigned, responseXml(said, assertionXml(said))) }, "NOT_SIGNED");
  const stripped = await sent();
  const xml = signedAnswer(mine(stripped.request)).replace(signature_of, "");
  await refused({ panel: stripped.panel, reply: await bring(stripped, xml) }, "NOT_SIGNED");
});

test("signatures: by another key, over other words, of a response that was changed though its assertion was not, with SHA-1, and an HMAC", async () => {
  const cases: [string, (said: Said) => string][] = [
    ["another key", (said) => signedAnswer(said, other_key)],
    ["another address", (said) => signedAnswer(said).replace(scene.ada.login, scene.bea.login)],
    ["a changed response", (said) => signedResponse(said).replace(scene.ada.login, scene.bea.login)],
    [
      "the response changed, the assertion whole",
      (said) =>
        signXml(signedAnswer(said), key, "Response").replace('_response-1" Version', '_response-1" Consent="urn:x" Version'),
    ],
    [
      "SHA-1",
      (said) =>
        signXml(responseXml(said, assertionXml(said)), key, "Assertion", {
          signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
          digest: "http://www.w3.org/2000/09/xmldsig#sha1",
        }),
    ],
    [
      "HMAC with the public certificate",
      (said) =>
        signedAnswer(said).replace(
          "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
          "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
        ),
    ],
    ["a second reference", (said) => signedAnswer(said).replace(/(<Reference [\s\S]*?<\/Reference>)/, "$1$1")],
    [
      "a second SignedInfo (CVE-2025-29774)",
      (said) =>
        signedAnswer(said).replace(
          /(<SignedInfo>[\s\S]*?<\/SignedInfo>)/,
          (one: string) => `${one.replace(/DigestValue>./, "DigestValue>A")}${one}`,
        ),
    ],
    ["a reference to nothing", (said) => signedAnswer(said).replace(/URI="#[^"]+"/, 'URI=""')],
    [
      "a transform that changes what is read",
      (said) =>
        signedAnswer(said).replace(
          "<Transforms>",
          '<Transforms><Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
        ),
    ],
  ];
  for (const [name, make] of cases) {
    const way = await sent();
    await refused({ panel: way.panel, reply: await bring(way, make(mine(way.request))) }, "SIGNATURE_INVALID", name);
  }
});

test("comments in DigestValue (CVE-2025-29775): a digest that holds for one reader and not for another is refused", async () => {
  const way = await sent();
  const xml = signedAnswer(mine(way.request)).replace("<DigestValue>", "<DigestValue><!--of something else-->");
  await refused({ panel: way.panel, reply: await bring(way, xml) }, "RESPONSE_INVALID");
});

test("comments in the NameID: the answer is refused, although its signature holds", async () => {
  const victim = "ada@panel.example";
  for (const name of [
    `${victim}<!---->.evil.example`,
    `${victim}<!-- x -->`,
    `${victim}<?x y?>.evil.example`,
    `<![CDATA[${victim}]]>`,
  ]) {
    const way = await sent();
    const said = mine(way.request, { name_id: victim });
    const xml = signedAnswer(said).replace(`>${victim}<`, `>${name}<`);
    await refused({ panel: way.panel, reply: await bring(way, xml) }, "RESPONSE_INVALID", name);
  }
});
