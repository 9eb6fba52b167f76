// Reads and checks a provider's LogoutRequest by HTTP-Redirect (SAML 2.0 Profiles §4.4, Bindings §3.4). A browser brings it, so
// only the signature over the URL counts. node-saml accepts requests without a signature and with SHA-1, so this check is our
// own. It needs no database and no clock.
import { createHash, verify, X509Certificate } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { Element } from "@xmldom/xmldom";
import { XmlFault, readXml, textOf } from "../../../platform/xml.ts";
import { LogoutFault, lifetime_max_s } from "../logout/logout-token.ts";
import { skew_max_s } from "../providers.ts";
import { isNamed, named, only } from "./xml.ts";

/** The sessions that end: those of a NameID, or of these only those that began with one of the provider's sessions. */
export type AskedLogout = {
  id: string;
  /** A request is used once; its hash is stored until the request would be too old anyway. */
  once: { jti_hash: Buffer; expires_us: number };
  name_id: string;
  indexes: string[];
  relay_state: string | null;
};

export type LogoutExpected = {
  issuer: string;
  /** The URL that received it. */
  destination: string;
  /** The provider's signing certificates, as DER in base64. */
  certificates: readonly string[];
  now_us: number;
};

/** Accepted signature algorithms: RSA and ECDSA, with SHA-256 or longer. */
const digests = new Map([
  ["http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", { digest: "sha256", type: "rsa" }],
  ["http://www.w3.org/2001/04/xmldsig-more#rsa-sha384", { digest: "sha384", type: "rsa" }],
  ["http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", { digest: "sha512", type: "rsa" }],
  ["http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", { digest: "sha256", type: "ec" }],
  ["http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", { digest: "sha384", type: "ec" }],
]);
const xml_bytes_max = 32 * 1024;
const elements_max = 100;
const indexes_max = 20;
const text_max = 255;
const relay_state_max = 80;

/** Reads the query of a URL, with `?`. Throws LogoutFault. */
export function readLogoutRequest(search: string, expected: LogoutExpected): AskedLogout {
  const given = parametersOf(search);
  const relay_state = given.get("RelayState");
  judgeSignature(given, expected.certificates);
  try {
    const root = readXml(inflated(given.get("SAMLRequest")!.plain), { elements_max, plain: true }).documentElement!;
    // Bindings §3.4.3: at most 80 bytes; a longer RelayState is not returned.
    const kept = relay_state !== undefined && relay_state.plain.length <= relay_state_max ? relay_state.plain : null;
    return { ...judgeRequest(root, expected), relay_state: kept };
  } catch (error) {
    if (error instanceof XmlFault) throw new LogoutFault(error.message);
    throw error;
  }
}

type Parameters = ReadonlyMap<string, { raw: string; plain: string }>;

/**
 * Each parameter must occur once, because two readers might use different ones. The signature covers the percent-encoded text as
 * it was received (Bindings §3.4.4.1).
 */
function parametersOf(search: string): Parameters {
  const found = new Map<string, { raw: string; plain: string }>();
  for (const pair of search.slice(1).split("&")) {
    const [name = "", raw = ""] = pair.split("=", 2);
    if (found.has(name)) throw new LogoutFault(`${name} is there more than once`);
    found.set(name, { raw, plain: plainOf(raw) });
  }
  return found;
}

function plainOf(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    throw new LogoutFault("the address is not encoded well");
  }
}

function judgeSignature(given: Parameters, certificates: readonly string[]): void {
  const [request, algorithm, signature] = ["SAMLRequest", "SigAlg", "Signature"].map((name) => given.get(name));
  if (request === undefined || algorithm === undefined || signature === undefined) throw new LogoutFault("it is not signed");
  const how = digests.get(algorithm.plain);
  if (how === undefined) throw new LogoutFault("SigAlg is not allowed");
  const relay_state = given.get("RelayState");
  const signed = [
    `SAMLRequest=${request.raw}`,
    ...(relay_state === undefined ? [] : [`RelayState=${relay_state.raw}`]),
    `SigAlg=${algorithm.raw}`,
  ].join("&");
  const bytes = Buffer.from(signature.plain, "base64");
  const holds = certificates.some((one) => {
    const key = new X509Certificate(Buffer.from(one, "base64")).publicKey;
    return (
      key.asymmetricKeyType === how.type && verify(how.digest, Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }, bytes)
    );
  });
  if (!holds) throw new LogoutFault("the signature does not hold");
}

function inflated(base64: string): Buffer {
  try {
    return inflateRawSync(Buffer.from(base64, "base64"), { maxOutputLength: xml_bytes_max });
  } catch (error) {
    throw new XmlFault("SAMLRequest cannot be read, or is too large", { cause: error });
  }
}

function judgeRequest(root: Element, { issuer, destination, now_us }: LogoutExpected): Omit<AskedLogout, "relay_state"> {
  if (!isNamed(root, "protocol", "LogoutRequest") || root.getAttribute("Version") !== "2.0")
    throw new LogoutFault("it is no LogoutRequest of SAML 2.0");
  const id = root.getAttribute("ID") ?? "";
  if (id === "" || id.length > text_max) throw new LogoutFault("ID is missing or too long");
  if (root.getAttribute("Destination") !== destination) throw new LogoutFault("Destination is another address");
  const said = only(root, "assertion", "Issuer");
  if (said === null || textOf(said) !== issuer) throw new LogoutFault("Issuer is another one");
  const issued_s = secondsOf(root, "IssueInstant");
  const now_s = now_us / 1_000_000;
  if (issued_s === null || issued_s > now_s + skew_max_s) throw new LogoutFault("IssueInstant is missing or in the future");
  if (issued_s + lifetime_max_s + skew_max_s <= now_s) throw new LogoutFault("IssueInstant is too long ago");
  const until_s = secondsOf(root, "NotOnOrAfter");
  if (until_s !== null && until_s + skew_max_s <= now_s) throw new LogoutFault("it has expired");
  const name = only(root, "assertion", "NameID");
  const name_id = name === null ? "" : textOf(name);
  if (name_id === "" || name_id.length > text_max) throw new LogoutFault("NameID is missing or too long");
  const indexes = named(root, "protocol", "SessionIndex").map(textOf).filter(Boolean);
  if (indexes.length > indexes_max) throw new LogoutFault(`it names more than ${indexes_max} sessions`);
  const jti_hash = createHash("sha256")
    .update(JSON.stringify([issuer, id]))
    .digest();
  return {
    id,
    once: { jti_hash, expires_us: Math.ceil((issued_s + lifetime_max_s + skew_max_s) * 1_000_000) },
    name_id,
    indexes,
  };
}

/** An attribute that is an instant, in seconds (Core §1.3.3); null: it is missing. */
function secondsOf(element: Element, name: string): number | null {
  const text = element.getAttribute(name);
  if (text === null || text === "") return null;
  const at_ms = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at_ms)) throw new LogoutFault(`${name} is no time`);
  return at_ms / 1_000;
}
