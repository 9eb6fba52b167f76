// The allowed structure of a response, checked before any signature. Signature wrapping (the eight XSW forms of Somorovsky et
// al., "On Breaking SAML", 2012) moves the signed element and puts another one where it is read. So each element has exactly one
// allowed place. The document is one Response; its child is the only assertion. A signature is a child of the element that it
// signs, refers to it by id and contains no other content. No id occurs twice. Every other structure is refused, even with valid
// signatures.
import type { Document, Element } from "@xmldom/xmldom";
import { Refused } from "../failures.ts";
import { XmlFault, childrenOf, elementsOf } from "../../../platform/xml.ts";
import { isNamed, namespaces, only } from "./xml.ts";

export type Shape = {
  response: Element;
  /** null: the assertion is encrypted. */
  assertion: Element | null;
  response_signed: boolean;
};

const signature_algorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
]);
const digest_algorithms = new Set(["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"]);
const canonicalizations = new Set(["http://www.w3.org/2001/10/xml-exc-c14n#"]);
const transforms = new Set(["http://www.w3.org/2000/09/xmldsig#enveloped-signature", ...canonicalizations]);
/** RSA PKCS #1 v1.5 and 3DES are left out, because an attacker could use our answers to decrypt them. */
const encryption_algorithms = new Set([
  "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
  "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
  "http://www.w3.org/2009/xmlenc11#aes128-gcm",
  "http://www.w3.org/2009/xmlenc11#aes256-gcm",
  "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
]);
const id_names = ["ID", "Id", "id", "xml:id", "AssertionID"];

/** Checks the structure of a response. Throws Refused. */
export function shapeOf(document: Document): Shape {
  const response = document.documentElement!;
  if (!isNamed(response, "protocol", "Response"))
    throw new Refused("RESPONSE_INVALID", `it is no SAML response: ${response.nodeName}`);
  const all = elementsOf(document);
  refuseRepeatedIds(all);
  const of = (name: string) => all.filter((one) => one.localName === name);
  const assertions = [...of("Assertion"), ...of("EncryptedAssertion")];
  const [held] = assertions;
  if (of("Response").length !== 1) throw wrapped("there is more than one Response");
  if (held === undefined) throw new Refused("RESPONSE_INVALID", "there is no assertion");
  if (assertions.length > 1) throw wrapped("there is more than one assertion");
  if (held.parentNode !== response || held.namespaceURI !== namespaces.assertion)
    throw wrapped("the assertion is not where it belongs");
  const is_encrypted = held.localName === "EncryptedAssertion";
  const signatures = of("Signature");
  for (const signature of signatures) judgeSignature(signature, is_encrypted ? [response] : [response, held]);
  const signed = (element: Element) => signatures.filter((one) => one.parentNode === element).length;
  if (signed(response) > 1 || signed(held) > 1) throw wrapped("one thing is signed twice");
  if (is_encrypted) refuseEncryption(held);
  else if (signatures.length === 0) throw new Refused("NOT_SIGNED", "neither the response nor the assertion is signed");
  return { response, assertion: is_encrypted ? null : held, response_signed: signed(response) === 1 };
}

/**
 * Checks a decrypted assertion by the same rules. `response_signed`: the response around it is signed, so the assertion need not
 * be. Throws Refused.
 */
export function judgeDecrypted(document: Document, { response_signed }: Pick<Shape, "response_signed">): void {
  const assertion = assertionOf(document);
  const all = elementsOf(document);
  refuseRepeatedIds(all);
  const signatures = all.filter(({ localName }) => localName === "Signature");
  for (const signature of signatures) judgeSignature(signature, [assertion]);
  if (signatures.length > 1) throw wrapped("one thing is signed twice");
  if (signatures.length === 0 && !response_signed)
    throw new Refused("NOT_SIGNED", "neither the response nor the assertion is signed");
}

/** The assertion of a document that contains only one assertion. Throws Refused. */
export function assertionOf(document: Document): Element {
  const assertion = document.documentElement!;
  if (!isNamed(assertion, "assertion", "Assertion"))
    throw new Refused("RESPONSE_INVALID", `it is no assertion: ${assertion.nodeName}`);
  const held = elementsOf(document).filter(({ localName }) => localName === "Assertion" || localName === "EncryptedAssertion");
  if (held.length !== 1) throw wrapped("there is more than one assertion");
  return assertion;
}

function refuseRepeatedIds(all: readonly Element[]): void {
  const seen = new Set<string>();
  for (const element of all)
    for (const name of id_names) {
      const id = element.getAttribute(name);
      if (id === null || id === "") continue;
      if (seen.has(id)) throw wrapped("an id is there twice");
      seen.add(id);
    }
}

function judgeSignature(signature: Element, parents: readonly Element[]): void {
  try {
    refuseSignature(signature, parents);
  } catch (error) {
    throw error instanceof XmlFault ? wrapped(error.message) : error;
  }
}

/** The signature must have one reference, to its parent, and secure algorithms. Throws Refused. */
function refuseSignature(signature: Element, parents: readonly Element[]): void {
  const parent = signature.parentNode as Element;
  if (signature.namespaceURI !== namespaces.signature || !parents.includes(parent))
    throw wrapped("a signature is not where it belongs");
  const strange = childrenOf(signature).find(
    ({ localName }) => !["SignedInfo", "SignatureValue", "KeyInfo"].includes(localName ?? ""),
  );
  if (strange !== undefined) throw wrapped(`a signature holds ${strange.nodeName}`);
  const info = needed(signature, "SignedInfo");
  refuseAlgorithm(needed(info, "CanonicalizationMethod"), canonicalizations);
  refuseAlgorithm(needed(info, "SignatureMethod"), signature_algorithms);
  const reference = needed(info, "Reference");
  const id = parent.getAttribute("ID") ?? "";
  if (id === "" || reference.getAttribute("URI") !== `#${id}`)
    throw wrapped("a signature signs something else than what it is in");
  refuseAlgorithm(needed(reference, "DigestMethod"), digest_algorithms);
  const listed = only(reference, "signature", "Transforms");
  for (const transform of listed === null ? [] : childrenOf(listed)) refuseAlgorithm(transform, transforms);
}

function needed(parent: Element, name: string): Element {
  const found = only(parent, "signature", name);
  if (found === null) throw new XmlFault(`${name} is missing`);
  return found;
}

function refuseAlgorithm(element: Element, allowed: ReadonlySet<string>): void {
  const algorithm = element.getAttribute("Algorithm") ?? "";
  if (!allowed.has(algorithm)) throw new Refused("SIGNATURE_INVALID", `${element.localName} is ${algorithm}`);
}

function refuseEncryption(encrypted: Element): void {
  for (const element of encrypted.getElementsByTagNameNS(namespaces.encryption, "EncryptionMethod")) {
    const algorithm = element.getAttribute("Algorithm") ?? "";
    if (!encryption_algorithms.has(algorithm)) throw new Refused("CANNOT_DECRYPT", `EncryptionMethod is ${algorithm}`);
  }
}

function wrapped(said: string): Refused {
  return new Refused("SIGNATURE_INVALID", said);
}
