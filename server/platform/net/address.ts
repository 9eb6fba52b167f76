import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";

/** A list of networks in CIDR form, ready to match. */
export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** Reads comma-separated CIDRs or single addresses. Throws an Error that names the entry it cannot read. */
export function parseNetworks(text: string): Networks {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const network = networkOf(entry);
      if (network === null) throw new Error(`"${entry}" is neither an address nor a CIDR`);
      return network;
    });
}

type Network = Networks[number];

/**
 * Parses one entry; null if it is invalid. Short and octal forms of IPv4 are refused, because parsers disagree on their meaning.
 */
function networkOf(entry: string): Network | null {
  const [text = "", bits, ...rest] = entry.split("/");
  if (!isAddress(text) || rest.length > 0 || !/^\d{1,3}$/.test(bits ?? "0")) return null;
  const address = ipaddr.process(text);
  const widest = address.kind() === "ipv4" ? 32 : 128;
  // The prefix of an IPv4-mapped IPv6 network is 96 bits longer.
  const mapped_bits = ipaddr.parse(text).kind() === address.kind() ? 0 : 96;
  const length = bits === undefined ? widest : Number(bits) - mapped_bits;
  return length >= 0 && length <= widest ? [address, length] : null;
}

/**
 * The address that a request comes from. X-Forwarded-For is read only when the peer itself is a trusted proxy; the result is its
 * right-most hop that is not trusted. A hop that is no address ends the search, and the last trusted hop counts as the source.
 */
export function clientAddress(request: IncomingMessage, trusted: Networks): string {
  let address = peerOf(request.socket);
  if (trusted.length === 0) return address;
  const header = request.headers["x-forwarded-for"];
  const hops = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",").map((hop) => hop.trim());
  while (isIn(address, trusted)) {
    const next = addressOfHop(hops.pop() ?? "");
    if (next === null) return address;
    address = next;
  }
  return address;
}

/** Addresses of connections seen before: parsing an address takes as long as matching a request to its route. */
const peers = new WeakMap<Socket, string>();

function peerOf(socket: Socket): string {
  let address = peers.get(socket);
  if (address === undefined) {
    address = normalise(socket.remoteAddress ?? "") ?? "0.0.0.0";
    peers.set(socket, address);
  }
  return address;
}

/** The address of a hop. Some proxies send it with a port: `192.0.2.1:443`, `[2001:db8::1]:443`. null: it is no address. */
function addressOfHop(hop: string): string | null {
  const [, bracketed, four_parts, port = "0"] = /^(?:\[([^[\]:]*:[^[\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(hop) ?? [];
  if (Number(port) > port_max) return null;
  return normalise(bracketed ?? four_parts ?? hop);
}

const port_max = 65_535;

/** Whether an address lies in one of the networks. */
export function isIn(address: string, networks: Networks): boolean {
  const parsed = ipaddr.process(address);
  return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}

/** An address in the form of `clientAddress`; a text that is no address is returned unchanged. */
export function plainAddress(text: string): string {
  return normalise(text) ?? text;
}

/** The normal form of an address: IPv4-mapped IPv6 becomes IPv4, zones are dropped. null: the text is not an address. */
function normalise(text: string): string | null {
  const [bare = ""] = text.split("%", 1);
  return isAddress(bare) ? ipaddr.process(bare).toString() : null;
}

function isAddress(text: string): boolean {
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}
