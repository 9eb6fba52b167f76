import ipaddr from "ipaddr.js";

/** Whether a text is an address or a network in CIDR form; the server checks it more strictly. */
export function isNetwork(text: string): boolean {
  return rangeOf(text) !== null;
}

/** Whether an address lies in one of the networks. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const own = ipaddr.process(address);
  return networks.some((network) => {
    const range = rangeOf(network);
    return range !== null && range[0].kind() === own.kind() && own.match(range);
  });
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  try {
    const [address = "", bits] = text.split("/");
    if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null;
    return ipaddr.parseCIDR(bits === undefined ? `${address}/${address.includes(":") ? 128 : 32}` : text);
  } catch {
    return null;
  }
}
