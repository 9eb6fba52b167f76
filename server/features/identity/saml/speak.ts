// SAML 2.0 Web Browser SSO (Profiles §4.1) by node-saml: it creates and signs the request, checks the signatures of the answer
// and decrypts it. Our own code checks what the library does not: the structure of a response before its signatures are checked
// (structure.ts), and the content of the assertion by the infrastructure's clock (assertion.ts). Only signed bytes are read.
import type { SAML } from "@node-saml/node-saml";
import { XMLSerializer } from "@xmldom/xmldom";
import { Refused } from "../failures.ts";
import type { Identity, Secrets } from "../providers.ts";
import { judgeAssertion, judgeResponse, type Expected, type Once } from "./assertion.ts";
import { pemOf } from "./metadata.ts";
import type { SamlSettings } from "./settings.ts";
import { XmlFault, readXml } from "../../../platform/xml.ts";
import { assertionOf, judgeDecrypted, shapeOf, type Shape } from "./structure.ts";
import { isNamed, only } from "./xml.ts";

export type SamlAccess = {
  /** The entity ids of the provider and of ours. */
  issuer: string;
  client_id: string;
  /** Our private key (PKCS #8, PEM). */
  key: string;
  settings: SamlSettings;
};

/** The length in base64, as the form contains it. */
export const response_chars_max = 256 * 1024;
const elements_max = 2_000;

/** Asks for a new authentication in one of these ways (AuthnContextClassRef, separated by spaces); null: in any way. */
export type Anew = { contexts: string | null };

/** The URL of the provider with our signed request (Bindings §3.4). `anew`: requires a new authentication. */
export async function samlAddressOf(access: SamlAccess, acs_url: string, secrets: Secrets, anew: Anew | null): Promise<string> {
  const service = await serviceOf(access, acs_url, secrets, { anew });
  return service.getAuthorizeUrlAsync(secrets.state, undefined, {});
}

/** Checks a response and returns the identity. Throws Refused. */
export async function samlIdentityOf(
  access: SamlAccess,
  acs_url: string,
  given: string,
  secrets: Secrets,
  now_us: number,
): Promise<{ identity: Identity; once: Once }> {
  const { issuer, client_id: audience, settings } = access;
  const expected: Expected = { issuer, audience, recipient: acs_url, request_id: requestIdOf(secrets), now_us };
  try {
    const document = readXml(bytesOf(given), { elements_max, plain: true });
    judgeFrame(document, expected);
    const shape = shapeOf(document);
    if (shape.assertion === null) judgeDecrypted(await decrypt(access, shape), shape);
    const signed = await verify(access, acs_url, given, secrets, shape.response_signed);
    return judgeAssertion(assertionOf(readXml(signed, { elements_max, plain: true })), expected, settings);
  } catch (error) {
    if (error instanceof XmlFault) throw new Refused("RESPONSE_INVALID", error.message, error);
    throw error;
  }
}

function judgeFrame(document: ReturnType<typeof readXml>, expected: Expected): void {
  const response = document.documentElement!;
  if (response.localName === "Response") judgeResponse(response, expected);
}

/** Refuses text that is not strict base64: Node ignores other characters, another reader might not. */
function bytesOf(given: string): Buffer {
  const base64 = given.replace(/[\r\n\t ]/g, "");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length === 0 || bytes.toString("base64").replace(/=+$/, "") !== base64.replace(/=+$/, ""))
    throw new XmlFault("it is not base64");
  return bytes;
}

/** Decrypts an assertion, before its signature is checked. Throws Refused or XmlFault. */
async function decrypt({ key }: SamlAccess, { response }: Shape): Promise<ReturnType<typeof readXml>> {
  const encrypted = only(response, "assertion", "EncryptedAssertion")!;
  const { decryptXml } = await import("@node-saml/node-saml/lib/xml.js");
  const xml = await decryptXml(new XMLSerializer().serializeToString(encrypted), key).catch((error: unknown) => {
    // The error of the decryption is not shown, because it would help an attacker.
    throw new Refused("CANNOT_DECRYPT", null, error);
  });
  return readXml(xml, { elements_max, plain: true });
}

/** Checks the signatures and returns the signed assertion. Throws Refused. */
async function verify(
  access: SamlAccess,
  acs_url: string,
  given: string,
  secrets: Secrets,
  response_signed: boolean,
): Promise<string> {
  const service = await serviceOf(access, acs_url, secrets, { response_signed });
  try {
    const { profile } = await service.validatePostResponseAsync({ SAMLResponse: given });
    const xml = profile?.getAssertionXml?.();
    if (xml === undefined) throw new Refused("RESPONSE_INVALID", "there is no assertion");
    return xml;
  } catch (error) {
    if (error instanceof Refused) throw error;
    const { message } = error as Error;
    if (/audience/i.test(message)) throw new Refused("AUDIENCE_DIFFERS", message, error);
    if (/signature/i.test(message)) throw new Refused("SIGNATURE_INVALID", message, error);
    throw new Refused("RESPONSE_INVALID", message, error);
  }
}

/** The URL with our signed answer to a LogoutRequest; null: the provider's metadata have no URL for it. */
export async function logoutAnswerOf(
  access: SamlAccess,
  { id, name_id, relay_state }: { id: string; name_id: string; relay_state: string | null },
): Promise<string | null> {
  const { client_id: issuer, settings, key: privateKey } = access;
  if (settings.slo_url === undefined) return null;
  const { SAML } = await import("@node-saml/node-saml");
  const service = new SAML({
    issuer,
    privateKey,
    callbackUrl: issuer,
    entryPoint: settings.sso_url,
    logoutUrl: settings.slo_url,
    idpCert: settings.certificates.map(pemOf),
    signatureAlgorithm: "sha256",
    digestAlgorithm: "sha256",
  });
  const asked = { ID: id, issuer, nameID: name_id, nameIDFormat: "" };
  return service.getLogoutResponseUrlAsync(asked, relay_state ?? "", {}, true);
}

/** An NCName (xs:ID) that only we can compute, together with the browser that was sent to the provider. */
function requestIdOf({ nonce }: Secrets): string {
  return `_${nonce}`;
}

type Asked = { response_signed?: boolean; anew?: Anew | null };

async function serviceOf(
  access: SamlAccess,
  acs_url: string,
  secrets: Secrets,
  { response_signed = false, anew = null }: Asked,
): Promise<SAML> {
  // Loaded at the first SAML sign-in, so that the start of the process does not wait for it.
  const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
  const { issuer, client_id, key, settings } = access;
  const contexts = (anew?.contexts ?? "").split(" ").filter(Boolean);
  return new SAML({
    entryPoint: settings.sso_url,
    callbackUrl: acs_url,
    issuer: client_id,
    audience: client_id,
    idpIssuer: issuer,
    idpCert: settings.certificates.map(pemOf),
    privateKey: key,
    decryptionPvk: key,
    signatureAlgorithm: "sha256",
    digestAlgorithm: "sha256",
    identifierFormat: null,
    forceAuthn: anew !== null,
    disableRequestedAuthnContext: contexts.length === 0,
    authnContext: contexts,
    generateUniqueId: () => requestIdOf(secrets),
    // If the response is signed, its signature must be valid, even if the assertion is signed, too. At least one of them must be
    // signed.
    wantAuthnResponseSigned: response_signed,
    wantAssertionsSigned: false,
    // assertion.ts checks times by another clock than this process's, and finds our request by its id.
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  });
}

/**
 * Whether it looks like a response without a request. A response to a request that was lost does not count, because its browser
 * would be redirected in a loop.
 */
export function isUnasked(given: string): boolean {
  try {
    const response = readXml(bytesOf(given), { elements_max, plain: true }).documentElement!;
    return isNamed(response, "protocol", "Response") && !response.getAttribute("InResponseTo");
  } catch (error) {
    if (error instanceof XmlFault) return false;
    throw error;
  }
}
