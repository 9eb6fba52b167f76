import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { getPublicSuffix } from "tldts";

/** A network in its canonical form. Throws an Error whose message names the fault. */
export function readNetwork(text: string): string {
  const [address, bits] = parseNetwork(text);
  const v6 = address instanceof ipaddr.IPv6;
  if (v6 && holdsIpv4(address)) throw new Error("must be written as IPv4");
  const written = `${address.toString()}/${bits}`;
  const network = `${(v6 ? ipaddr.IPv6 : ipaddr.IPv4).networkAddressFromCIDR(written).toString()}/${bits}`;
  if (network === written) return network;
  throw new Error(
    `has bits beyond its mask; write ${network} for the network or ${address.toString()}/${v6 ? 128 : 32} for the address`,
  );
}

/**
 * ::ffff:192.0.2.1 and ::192.0.2.1. Callers' addresses are never stored in the first form, and the second one has several
 * spellings.
 */
function holdsIpv4(address: ipaddr.IPv6): boolean {
  return address.isIPv4MappedAddress() || (address.parts.slice(0, 6).every((part) => part === 0) && address.parts[6] !== 0);
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const full = text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`;
  const [address = ""] = full.split("/");
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !(ipaddr.IPv6.isValid(address) && !address.includes("%")))
    throw notANetwork();
  try {
    return ipaddr.parseCIDR(full);
  } catch {
    throw notANetwork();
  }
}

function notANetwork(): Error {
  return new Error("must be an address or a network in CIDR form, such as 192.0.2.0/24 or 2001:db8::/32");
}

/**
 * Whether anyone can register names directly below this one: `com`, `co.uk`, and domains of hosting services such as `github.io`.
 */
function isPublicSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name;
}

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const host_pattern = new RegExp(`^${label}(\\.${label})*$`);
const host_letters_max = 253;

/** A host name, exact or `*.example.com`, in lower-case ASCII. Throws an Error whose message names the fault. */
export function readHost(text: string): string {
  const wild = text.startsWith("*.");
  const name = domainToASCII(wild ? text.slice(2) : text).toLowerCase();
  // URL parsers read a name whose last label is a number as an IPv4 address.
  if (ipaddr.isValid(text.replace(/^\[|\]$/g, "")) || /(^|\.)(\d+|0x[0-9a-f]*)$/.test(name))
    throw new Error("must be a host name, not an address");
  if (name.length > host_letters_max || !host_pattern.test(name)) {
    throw new Error("must be a host name without scheme, port and path, such as hooks.example.com or *.example.com");
  }
  if (wild && isPublicSuffix(name)) throw new Error(`must not stand for all names below ${name}, which belong to many owners`);
  return wild ? `*.${name}` : name;
}
