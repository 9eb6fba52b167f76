// SAML answers that a test controls: any content, with any signature.
import { X509Certificate, constants, createCipheriv, generateKeyPairSync, publicEncrypt, randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { certificateOf } from "../../../server/features/identity/saml/own-certificate.ts";

export type SamlKey = { private_key: string; certificate: string };

export function newSamlKey(made_ms = Date.parse("2026-01-01T00:00:00Z")): SamlKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const private_key = privateKey.export({ format: "pem", type: "pkcs8" });
  return { private_key, certificate: certificateOf(private_key, "id.example", made_ms) };
}

export type Request = { id: string; acs_url: string; issuer: string; relay_state: string; xml: string };

/** The request that a provider reads from the address to which a browser is sent. */
export function readRequest(sent_to: URL): Request {
  const xml = inflateRawSync(Buffer.from(sent_to.searchParams.get("SAMLRequest")!, "base64")).toString("utf8");
  const of = (pattern: RegExp) => pattern.exec(xml)![1]!;
  return {
    id: of(/\bID="([^"]+)"/),
    acs_url: of(/\bAssertionConsumerServiceURL="([^"]+)"/),
    issuer: of(/Issuer[^>]*>([^<]+)</),
    relay_state: sent_to.searchParams.get("RelayState")!,
    xml,
  };
}

export type Said = {
  response_id?: string;
  assertion_id?: string;
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  in_response_to: string | null;
  /** The content of the NameID, as XML. */
  name_id: string;
  name_id_format?: string;
  email: string | null;
  attributes?: Readonly<Record<string, string | readonly string[]>>;
  now: string;
  /** In seconds relative to `now`. */
  not_before_s?: number;
  not_on_or_after_s?: number;
  issued_s?: number;
  /** When the person authenticated at the provider; left out: when the assertion was issued. */
  authenticated_s?: number;
  /** AuthnContextClassRef. */
  context?: string;
  status?: string;
};

const instant = (now: string, seconds: number) => new Date(Date.parse(now) + seconds * 1_000).toISOString();

export function assertionXml(said: Said): string {
  const { now, not_before_s = -60, not_on_or_after_s = 300, issued_s = 0, assertion_id = "_assertion-1" } = said;
  const { authenticated_s = issued_s, context = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport" } = said;
  const until = instant(now, not_on_or_after_s);
  const asked = said.in_response_to === null ? "" : ` InResponseTo="${said.in_response_to}"`;
  const attributes = { ...(said.email === null ? {} : { email: said.email }), ...said.attributes };
  const statements = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}">${[value]
        .flat()
        .map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`)
        .join("")}</saml:Attribute>`,
  );
  const format = said.name_id_format ?? "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertion_id}" Version="2.0" IssueInstant="${instant(now, issued_s)}">` +
    `<saml:Issuer>${said.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${format}">${said.name_id}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${said.recipient}"${asked}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${instant(now, not_before_s)}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${instant(now, authenticated_s)}" SessionIndex="_session-1"><saml:AuthnContext><saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (statements.length === 0 ? "" : `<saml:AttributeStatement>${statements.join("")}</saml:AttributeStatement>`) +
    `</saml:Assertion>`
  );
}

/** A response with an assertion, or without one. */
export function responseXml(said: Said, assertion: string): string {
  const { now, issued_s = 0, response_id = "_response-1", status = "urn:oasis:names:tc:SAML:2.0:status:Success" } = said;
  const asked = said.in_response_to === null ? "" : ` InResponseTo="${said.in_response_to}"`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${response_id}" Version="2.0" IssueInstant="${instant(now, issued_s)}" Destination="${said.destination}"${asked}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${assertion}</samlp:Response>`
  );
}

type How = { signature?: string; digest?: string };

/** Signs the element with this name: an enveloped signature after its Issuer. */
export function signXml(xml: string, key: SamlKey, name: "Response" | "Assertion", how: How = {}): string {
  const place = `//*[local-name(.)='${name}']`;
  const signing = new SignedXml({
    privateKey: key.private_key,
    signatureAlgorithm: how.signature ?? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signing.addReference({
    xpath: place,
    digestAlgorithm: how.digest ?? "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"],
  });
  signing.computeSignature(xml, { location: { reference: `${place}/*[local-name(.)='Issuer']`, action: "after" } });
  return signing.getSignedXml();
}

const xmlenc = "http://www.w3.org/2001/04/xmlenc#";
const algorithms = { content: "http://www.w3.org/2009/xmlenc11#aes256-gcm", key: `${xmlenc}rsa-oaep-mgf1p` };

/** Encrypts an assertion for the owner of a certificate (DER in base64); `named`: the algorithms that it claims to use. */
export function encryptXml(xml: string, certificate: string, named: Partial<typeof algorithms> = {}): string {
  const { content, key } = { ...algorithms, ...named };
  const [secret, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", secret, iv);
  const bytes = Buffer.concat([iv, cipher.update(xml, "utf8"), cipher.final(), cipher.getAuthTag()]);
  const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"));
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" }, secret);
  const value = (data: Buffer) => `<x:CipherData><x:CipherValue>${data.toString("base64")}</x:CipherValue></x:CipherData>`;
  const digest = '<DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>';
  return (
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><x:EncryptedData xmlns:x="${xmlenc}" Type="${xmlenc}Element">` +
    `<x:EncryptionMethod Algorithm="${content}"/><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><x:EncryptedKey>` +
    `<x:EncryptionMethod Algorithm="${key}">${digest}</x:EncryptionMethod>${value(wrapped)}</x:EncryptedKey></KeyInfo>${value(bytes)}` +
    `</x:EncryptedData></saml:EncryptedAssertion>`
  );
}
