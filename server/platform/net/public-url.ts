import { isIP } from "node:net";

/**
 * What is wrong with a URL that a tenant wants called, or null. Trusted origins may have any scheme, port and address; every
 * other URL must be https with a public host name. The addresses of the name are checked when it is dialled (guarded-connect.ts).
 */
export function faultOfUrl(text: string, trusted_origins: ReadonlySet<string>): string | null {
  const url = URL.parse(text);
  if (url === null) return "This is not a URL.";
  return faultOfText(text, url) ?? faultOfPlace(url, trusted_origins);
}

/** Refuses texts that the URL parser corrects silently, because another parser may correct them differently. */
function faultOfText(text: string, { username, password }: URL): string | null {
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return "The URL must have no blanks, control characters or backslashes.";
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return "The URL must begin with https:// and a host.";
  if (username || password || /^[^/?#]*\/\/[^/?#]*@/.test(text)) return "The URL must have no user or password.";
  if (/^[^/?#]*\/\/[^/?#]*%/.test(text)) return "The host must have no percent-encoded characters.";
  if (text.includes("#")) return "The URL must have no fragment.";
  return null;
}

function faultOfPlace(url: URL, trusted_origins: ReadonlySet<string>): string | null {
  const { protocol, host, hostname, port } = url;
  if (trusted_origins.has(`${protocol}//${host}`)) return null;
  if (protocol !== "https:") return "The URL must begin with https://.";
  if (port !== "") return "The URL must use port 443.";
  // The URL parser has already converted decimal, octal, hexadecimal and short forms of IPv4 to four parts.
  if (hostname.startsWith("[") || isIP(hostname) !== 0) return "The host must be a name, not an address.";
  if (hostname.endsWith(".")) return "The host must not end with a dot.";
  if (!hostname.includes(".")) return "The host must be a full public name such as hooks.example.com.";
  return isHostname(hostname) ? null : "The host is not a valid name.";
}

/**
 * RFC 1123 §2.1. The top-level domain must not be a number, because some software parses a name that ends in a number as IPv4.
 */
function isHostname(hostname: string): boolean {
  const labels = hostname.split(".");
  return (
    hostname.length <= 253 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    !/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) as string)
  );
}
