import { X509Certificate } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import type { GuardedFetch } from "../../../platform/net/guarded-fetch.ts";
import { faultOfUrl } from "../../../platform/net/public-url.ts";
import { Refused, refusedOf } from "../failures.ts";
import { XmlFault, readXml, textOf } from "../../../platform/xml.ts";
import { isNamed, named, only } from "./xml.ts";

/** A provider's metadata (SAML 2.0 Metadata §2.4). */
export type ProviderMetadata = {
  entity_id: string;
  /** Where browsers are sent with our request, by HTTP-Redirect. */
  sso_url: string;
  /** Where browsers bring our answer to a LogoutRequest, by HTTP-Redirect; null: the metadata have no usable URL. */
  slo_url: string | null;
  /** Its signing certificates, as DER in base64; there are several during a rollover. */
  certificates: string[];
};

/** The size of pasted metadata; fetched metadata have the general limit of answers. */
export const metadata_chars_max = 256 * 1024;
const elements_max = 4_000;
const certificates_max = 10;
const entity_id_max = 500;
const address_max = 2_000;
const rsa_bits_min = 2048;
const redirect_binding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** Fetches a provider's metadata. Throws Refused. */
export async function fetchMetadata(calls: GuardedFetch, url: string): Promise<ProviderMetadata> {
  if (faultOfUrl(url, calls.trusted_origins) !== null) throw new Refused("PROVIDER_ADDRESS_NOT_ALLOWED", url);
  try {
    const headers = { accept: "application/samlmetadata+xml, application/xml, text/xml" };
    const answer = await calls.fetch(url, { method: "GET", headers });
    if (answer.status !== 200) throw new Refused("SAML_METADATA_INVALID", `HTTP ${answer.status}`);
    return readMetadata(new Uint8Array(await answer.arrayBuffer()), calls.trusted_origins);
  } catch (error) {
    throw refusedOf(error);
  }
}

/** Reads metadata without fetching anything that they refer to. Throws Refused. */
export function readMetadata(bytes: Uint8Array | string, trusted_origins: ReadonlySet<string>): ProviderMetadata {
  try {
    const root = readXml(bytes, { elements_max, plain: false }).documentElement!;
    const entity = entityOf(root);
    const entity_id = entity.getAttribute("entityID") ?? "";
    if (entity_id === "" || entity_id.length > entity_id_max) throw new XmlFault("entityID is missing or too long");
    const role = only(entity, "metadata", "IDPSSODescriptor");
    if (role === null) throw new XmlFault("it has no IDPSSODescriptor: it is not that of an identity provider");
    const slo_url = logoutAddressOf(role, trusted_origins);
    return { entity_id, sso_url: addressOf(role, trusted_origins), slo_url, certificates: certificatesOf(role) };
  } catch (error) {
    if (error instanceof XmlFault) throw new Refused("SAML_METADATA_INVALID", error.message, error);
    throw error;
  }
}

/** The element of the provider: the root, or the only entry of a list. */
function entityOf(root: Element): Element {
  if (isNamed(root, "metadata", "EntityDescriptor")) return root;
  if (!isNamed(root, "metadata", "EntitiesDescriptor")) throw new XmlFault("it is no SAML 2.0 metadata (EntityDescriptor)");
  const [entity, ...others] = named(root, "metadata", "EntityDescriptor");
  if (entity === undefined || others.length > 0) throw new XmlFault("it must be that of one identity provider");
  return entity;
}

function addressOf(role: Element, trusted_origins: ReadonlySet<string>): string {
  const service = named(role, "metadata", "SingleSignOnService").find((one) => one.getAttribute("Binding") === redirect_binding);
  const address = service?.getAttribute("Location") ?? "";
  if (address === "") throw new XmlFault("it has no SingleSignOnService with the binding HTTP-Redirect");
  if (address.length > address_max || faultOfUrl(address, trusted_origins) !== null)
    throw new Refused("PROVIDER_ADDRESS_NOT_ALLOWED", `SingleSignOnService: ${address}`);
  return address;
}

/** The URL is not needed for sign-in, so an unusable one is ignored. */
function logoutAddressOf(role: Element, trusted_origins: ReadonlySet<string>): string | null {
  const service = named(role, "metadata", "SingleLogoutService").find((one) => one.getAttribute("Binding") === redirect_binding);
  const address = service?.getAttribute("ResponseLocation") || service?.getAttribute("Location") || "";
  return address === "" || address.length > address_max || faultOfUrl(address, trusted_origins) !== null ? null : address;
}

/** Certificates for signatures; a key without `use` is for signatures and encryption. */
function certificatesOf(role: Element): string[] {
  const found = named(role, "metadata", "KeyDescriptor")
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => named(key, "signature", "KeyInfo"))
    .flatMap((info) => named(info, "signature", "X509Data"))
    .flatMap((data) => named(data, "signature", "X509Certificate"))
    .map((one) => readCertificate(textOf(one)).raw.toString("base64"));
  const certificates = [...new Set(found)];
  if (certificates.length === 0) throw new XmlFault("it has no signing certificate (X509Certificate)");
  if (certificates.length > certificates_max) throw new XmlFault(`it has more than ${certificates_max} signing certificates`);
  return certificates;
}

/** Reads a certificate in base64 or PEM. Throws XmlFault if the certificate or its key is unusable. */
export function readCertificate(text: string): X509Certificate {
  const certificate = parseCertificate(text);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type === "rsa" && (details?.modulusLength ?? 0) >= rsa_bits_min) return certificate;
  if (type === "ec") return certificate;
  throw new XmlFault(`a signing certificate has a key that is too weak or unknown (${type} ${details?.modulusLength ?? ""})`);
}

function parseCertificate(text: string): X509Certificate {
  const base64 = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, "").replace(/\s+/g, "");
  try {
    return new X509Certificate(Buffer.from(base64, "base64"));
  } catch (error) {
    throw new XmlFault("a signing certificate cannot be read", { cause: error });
  }
}

export function pemOf(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/(.{64})/g, "$1\n").trimEnd()}\n-----END CERTIFICATE-----\n`;
}
