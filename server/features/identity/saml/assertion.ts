// Checks the content of a signed assertion: SAML 2.0 Profiles §4.1.4.3 and Core §2. A pure function of the assertion, of our
// request and of the infrastructure's clock.
import { createHash } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { Refused } from "../failures.ts";
import { skew_max_s, type Identity } from "../providers.ts";
import { day_us } from "../../../platform/instants.ts";
import { XmlFault, childrenOf, textOf } from "../../../platform/xml.ts";
import { isNamed, named, only } from "./xml.ts";

/** The values that an answer must match. */
export type Expected = {
  issuer: string;
  /** Our entity id. */
  audience: string;
  /** The URL that received it. */
  recipient: string;
  request_id: string;
  now_us: number;
};

/** The attributes with the subject and the address; null: the NameID, and the usual attribute names of addresses. */
export type Mapping = { subject_attribute: string | null; email_attribute: string | null };

/** An assertion is used once; `id_hash` is stored until the assertion would be too old anyway. */
export type Once = { id_hash: Buffer; expires_us: number };

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const entity = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";
const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const address_format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const success = "urn:oasis:names:tc:SAML:2.0:status:Success";
/** Attribute names that providers use for the address: OneLogin and Okta, Google, Entra and AD FS, LDAP. */
const address_names = [
  "email",
  "mail",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
];
const subject_max = 255;
const attributes_max = 200;
const used_us_max = day_us;
const skew_us = skew_max_s * 1_000_000;

/** Checks the response around the assertion. It may be unsigned, so its values are used only to refuse. */
export function judgeResponse(response: Element, expected: Expected): void {
  const status = only(response, "protocol", "Status");
  const code = status && only(status, "protocol", "StatusCode");
  const value = code?.getAttribute("Value") ?? "";
  if (value !== success) throw new Refused("PROVIDER_REFUSED", saidOf(status, code));
  if (response.getAttribute("Version") !== "2.0") throw new Refused("RESPONSE_INVALID", "it is not of SAML 2.0");
  const destination = response.getAttribute("Destination");
  if (destination && destination !== expected.recipient) throw new Refused("RECIPIENT_DIFFERS", `Destination: ${destination}`);
  const asked = response.getAttribute("InResponseTo");
  if (asked && asked !== expected.request_id) throw new Refused("REQUEST_DIFFERS", `InResponseTo: ${asked}`);
  const issuer = only(response, "assertion", "Issuer");
  if (issuer !== null) judgeIssuer(issuer, expected);
}

/** Core §3.2.2.2: the provider's error; the inner status code is more specific. */
function saidOf(status: Element | null, code: Element | null): string {
  const inner = code && only(code, "protocol", "StatusCode");
  const message = status && only(status, "protocol", "StatusMessage");
  const codes = [code, inner].map((one) => one?.getAttribute("Value")?.split(":").at(-1));
  return [...codes, message && textOf(message)].filter(Boolean).join(": ") || "no status";
}

/** Checks a signed assertion and returns the identity. Throws Refused or XmlFault. */
export function judgeAssertion(assertion: Element, expected: Expected, mapping: Mapping): { identity: Identity; once: Once } {
  const id = assertion.getAttribute("ID") ?? "";
  if (assertion.getAttribute("Version") !== "2.0" || id === "") throw new Refused("RESPONSE_INVALID", "it is not of SAML 2.0");
  judgeIssuer(needed(assertion, "Issuer"), expected);
  refuseFuture(assertion, "IssueInstant", expected.now_us);
  const subject = needed(assertion, "Subject");
  const until_us = judgeConfirmation(subject, expected);
  judgeConditions(needed(assertion, "Conditions"), expected);
  const authentication = judgeStatements(assertion, expected.now_us);
  const id_hash = createHash("sha256")
    .update(JSON.stringify([expected.issuer, id]))
    .digest();
  const expires_us = Math.min(until_us + skew_us, expected.now_us + used_us_max);
  const identity = identityOf(subject, attributesOf(assertion), mapping);
  // Time and method of the authentication get the claim names of OpenID Connect; an attribute with such a name cannot replace
  // them.
  const claims = { ...identity.claims, iat: secondsOf(assertion, "IssueInstant"), ...authentication };
  return { identity: { ...identity, claims, signed: claims }, once: { id_hash, expires_us } };
}

function judgeIssuer(issuer: Element, expected: Expected): void {
  const format = issuer.getAttribute("Format");
  const said = textOf(issuer);
  if (said !== expected.issuer || (format && format !== entity)) throw new Refused("ISSUER_DIFFERS", said);
}

/**
 * Checks the confirmation of the subject for this answer (Profiles §4.1.4.2: bearer, Recipient, NotOnOrAfter, InResponseTo);
 * returns until when it is valid.
 */
function judgeConfirmation(subject: Element, expected: Expected): number {
  const faults: Refused[] = [];
  for (const confirmation of named(subject, "assertion", "SubjectConfirmation")) {
    if (confirmation.getAttribute("Method") !== bearer) continue;
    try {
      const data = needed(confirmation, "SubjectConfirmationData");
      const recipient = data.getAttribute("Recipient") ?? "";
      if (recipient !== expected.recipient) throw new Refused("RECIPIENT_DIFFERS", `Recipient: ${recipient || "none"}`);
      const asked = data.getAttribute("InResponseTo") ?? "";
      if (asked !== expected.request_id) throw new Refused("REQUEST_DIFFERS", `InResponseTo: ${asked || "none"}`);
      const until_us = judgeTimes(data, expected.now_us);
      if (until_us === null) throw new Refused("RESPONSE_INVALID", "SubjectConfirmationData has no NotOnOrAfter");
      return until_us;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      faults.push(error);
    }
  }
  throw faults[0] ?? new Refused("RESPONSE_INVALID", "the subject is not confirmed by bearer");
}

const known_conditions = new Set(["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]);

/** Core §2.5.1: all conditions must hold, and an unknown condition does not. Each audience restriction must name us. */
function judgeConditions(conditions: Element, { audience, now_us }: Expected): void {
  judgeTimes(conditions, now_us);
  const restrictions = named(conditions, "assertion", "AudienceRestriction");
  for (const restriction of restrictions.length === 0 ? [null] : restrictions) {
    const audiences = restriction === null ? [] : named(restriction, "assertion", "Audience").map(textOf);
    if (!audiences.includes(audience)) throw new Refused("AUDIENCE_DIFFERS", `Audience: ${audiences.join(" ") || "none"}`);
  }
  const strange = childrenOf(conditions).find(
    (one) => !isNamed(one, "assertion", one.localName!) || !known_conditions.has(one.localName!),
  );
  if (strange !== undefined) throw new Refused("RESPONSE_INVALID", `the condition ${strange.nodeName} is not known`);
}

/** `sid`: the provider's session (SessionIndex), which its logout messages name. */
type Statement = { auth_time: number; acr: string | undefined; sid: string | undefined };

/** When and how the person authenticated, from the latest statement. */
function judgeStatements(assertion: Element, now_us: number): Statement {
  const statements = named(assertion, "assertion", "AuthnStatement");
  if (statements.length === 0) throw new Refused("RESPONSE_INVALID", "there is no AuthnStatement");
  for (const statement of statements) {
    refuseFuture(statement, "AuthnInstant", now_us);
    const until_us = instantOf(statement, "SessionNotOnOrAfter");
    if (until_us !== null && now_us - skew_us >= until_us) throw tooOld(statement, "SessionNotOnOrAfter");
  }
  const [latest] = statements.toSorted((a, b) => secondsOf(b, "AuthnInstant") - secondsOf(a, "AuthnInstant"));
  const context = only(latest!, "assertion", "AuthnContext");
  const reference = context && only(context, "assertion", "AuthnContextClassRef");
  const sid = latest!.getAttribute("SessionIndex") || undefined;
  return { auth_time: secondsOf(latest!, "AuthnInstant"), acr: reference ? textOf(reference) : undefined, sid };
}

/** An attribute that is an instant, in seconds of the provider's clock; it must exist. */
function secondsOf(element: Element, name: string): number {
  return Math.floor(instantOf(element, name)! / 1_000_000);
}

/** Checks NotBefore and NotOnOrAfter; returns the latter, null: it is missing. */
function judgeTimes(element: Element, now_us: number): number | null {
  const from_us = instantOf(element, "NotBefore");
  const until_us = instantOf(element, "NotOnOrAfter");
  if (from_us !== null && now_us + skew_us < from_us)
    throw new Refused("TOKEN_OF_THE_FUTURE", `NotBefore is ${element.getAttribute("NotBefore")}`);
  if (until_us !== null && now_us - skew_us >= until_us) throw tooOld(element, "NotOnOrAfter");
  return until_us;
}

function refuseFuture(element: Element, name: string, now_us: number): void {
  const at_us = instantOf(element, name);
  if (at_us === null) throw new Refused("RESPONSE_INVALID", `${name} is missing`);
  if (at_us > now_us + skew_us) throw new Refused("TOKEN_OF_THE_FUTURE", `${name} is ${element.getAttribute(name)}`);
}

function tooOld(element: Element, name: string): Refused {
  return new Refused("TOKEN_TOO_OLD", `${name} is ${element.getAttribute(name)}`);
}

/** An attribute that is an instant, as microseconds (Core §1.3.3: UTC); null: it is missing. */
function instantOf(element: Element, name: string): number | null {
  const text = element.getAttribute(name);
  if (text === null || text === "") return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new Refused("RESPONSE_INVALID", `${name} is ${text}`);
  const at_ms = Date.parse(text);
  if (Number.isNaN(at_ms)) throw new Refused("RESPONSE_INVALID", `${name} is ${text}`);
  return at_ms * 1_000;
}

type Attributes = ReadonlyMap<string, readonly string[]>;

function attributesOf(assertion: Element): Attributes {
  const attributes = new Map<string, string[]>();
  for (const statement of named(assertion, "assertion", "AttributeStatement"))
    for (const attribute of named(statement, "assertion", "Attribute")) {
      const name = attribute.getAttribute("Name") ?? "";
      // Values that contain elements are skipped; they are no reason to refuse.
      const values = named(attribute, "assertion", "AttributeValue").filter((one) => childrenOf(one).length === 0);
      attributes.set(name, [...(attributes.get(name) ?? []), ...values.map(textOf).filter((value) => value !== "")]);
      if (attributes.size > attributes_max) throw new XmlFault(`it has more than ${attributes_max} attributes`);
    }
  return attributes;
}

function identityOf(
  subject: Element,
  attributes: Attributes,
  { subject_attribute, email_attribute }: Mapping,
): Omit<Identity, "signed"> {
  const name = only(subject, "assertion", "NameID");
  const name_id = name === null ? null : textOf(name);
  const format = name?.getAttribute("Format") ?? "";
  const of = (attribute: string) => single(attributes, attribute);
  const found = subject_attribute !== null ? of(subject_attribute) : format === transient ? null : name_id;
  if (found === null || found === "") throw new Refused("SUBJECT_MISSING", whySubjectMissing(subject_attribute, format));
  if (found.length > subject_max) throw new Refused("RESPONSE_INVALID", "the subject is too long");
  const usual = address_names.map(of).find((value) => value !== null) ?? (format === address_format ? name_id : null);
  const address = email_attribute === null ? usual : of(email_attribute);
  const claims = Object.fromEntries([...attributes].map(([key, values]) => [key, values.length === 1 ? values[0] : values]));
  // Counts as verified, because the provider is the organisation's own, and addresses count in verified domains only
  // (docs/decisions/0069).
  return {
    subject: found,
    email: address,
    has_unverified_email: false,
    claims: { ...claims, ...(name_id ? { NameID: name_id } : {}) },
  };
}

function whySubjectMissing(attribute: string | null, format: string): string {
  if (attribute !== null) return `there is no attribute ${attribute} with one value`;
  return format === transient ? "the NameID is transient" : "there is no NameID";
}

/** The value of an attribute with exactly one; else null. */
function single(attributes: Attributes, name: string): string | null {
  const values = attributes.get(name) ?? [];
  return values.length === 1 ? values[0]! : null;
}

function needed(parent: Element, name: string): Element {
  const found = only(parent, "assertion", name);
  if (found === null) throw new Refused("RESPONSE_INVALID", `${name} is missing`);
  return found;
}
