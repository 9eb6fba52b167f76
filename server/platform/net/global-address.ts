import ipaddr from "ipaddr.js";

/** All global unicast addresses of IPv6 are in this range (RFC 4291 §2.4 and the IANA registry). */
const global_v6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Azure's platform services answer at this address inside every virtual machine, although it lies in a public range. */
const azure_platform = "168.63.129.16";

/**
 * Whether an address is one endpoint on the open network: neither private, local, shared, reserved, multicast nor a form that
 * carries another address inside (mapped, NAT64, 6to4, Teredo). A text that is not an address is not global.
 */
export function isGlobalUnicast(address: string): boolean {
  const parsed = parse(address);
  if (parsed === null || parsed.range() !== "unicast" || parsed.toString() === azure_platform) return false;
  return parsed.kind() === "ipv4" || ((parsed as ipaddr.IPv6).match(global_v6) && !isIsatap(parsed as ipaddr.IPv6));
}

/**
 * Parses IPv4 in four decimal parts, or IPv6 without a zone. Short, octal and hexadecimal forms mean different hosts to different
 * parsers.
 */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return ipaddr.IPv6.isValid(address) && !address.includes("%") ? ipaddr.IPv6.parse(address) : null;
}

/** RFC 5214 §6.1: an interface identifier of 0000:5efe or 0200:5efe is followed by an IPv4 address. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe;
}
