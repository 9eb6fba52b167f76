import { isGlobalUnicast } from "../../../platform/net/global-address.ts";
import { faultOfUrl } from "../../../platform/net/public-url.ts";
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
  const detail = faultOfUrl(target_url, trusted_origins);
  if (detail !== null) return { ok: false, kind: "invalid", detail };
  const url = new URL(target_url);
  if (!allowed_hosts.some((allowed) => isHost(url.hostname, allowed)))
    return { ok: false, kind: "host_not_allowed", host: url.hostname };
  return { ok: true, url };
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
