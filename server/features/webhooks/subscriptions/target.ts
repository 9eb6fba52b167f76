import { isIP } from "node:net";
import { isGlobalUnicast } from "../../../platform/net/global-address.ts";
import type { Resolve } from "../../../platform/net/resolve.ts";

export type Target =
  | { ok: true; url: URL }
  | { ok: false; kind: "invalid"; detail: string }
  | { ok: false; kind: "host_not_allowed"; host: string };

/**
 * Whether deliveries may be sent to an address: on save, and again before each attempt with the list of that moment. The
 * caller answers `invalid` with 422 INVALID_URL and `host_not_allowed` with 403. Trusted origins may have any scheme, port and
 * address; the client's list holds for them too.
 */
export function checkTarget(target_url: string, allowed_hosts: readonly string[], trusted_origins: ReadonlySet<string>): Target {
  const url = URL.parse(target_url);
  const detail = url === null ? "This is not a URL." : (faultOfText(target_url, url) ?? faultOfPlace(url, trusted_origins));
  if (url === null || detail !== null) return { ok: false, kind: "invalid", detail: detail! };
  if (!allowed_hosts.some((allowed) => isHost(url.hostname, allowed)))
    return { ok: false, kind: "host_not_allowed", host: url.hostname };
  return { ok: true, url };
}

/** What a reader of URLs mends silently is refused: another reader may mend it to something else. */
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
  // The URL reader has already brought decimal, octal, hexadecimal and short forms of IPv4 to their four parts.
  if (hostname.startsWith("[") || isIP(hostname) !== 0) return "The host must be a name, not an address.";
  if (hostname.endsWith(".")) return "The host must not end with a dot.";
  if (!hostname.includes(".")) return "The host must be a full public name such as hooks.example.com.";
  return isHostname(hostname) ? null : "The host is not a valid name.";
}

/** RFC 1123 §2.1, and a top-level domain that is no number: some software reads a name that ends in a number as IPv4. */
function isHostname(hostname: string): boolean {
  const labels = hostname.split(".");
  return (
    hostname.length <= 253 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    !/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) as string)
  );
}

/** Equal, or below a host that the administrator wrote as `*.example.com`; that form does not mean example.com itself. */
function isHost(hostname: string, allowed: string): boolean {
  const wanted = allowed.toLowerCase();
  return wanted.startsWith("*.") ? hostname.endsWith(wanted.slice(1)) && hostname.length >= wanted.length : hostname === wanted;
}

/**
 * Whether one of the name's addresses is known not to be global; asked once, on save, for origins that are not trusted. A name
 * that does not resolve (yet), or not in time, is let through: every attempt checks again when it connects.
 */
export async function resolvesPrivately(url: URL, resolve: Resolve): Promise<boolean> {
  try {
    return (await resolve(url.hostname)).some((address) => !isGlobalUnicast(address));
  } catch {
    return false;
  }
}
