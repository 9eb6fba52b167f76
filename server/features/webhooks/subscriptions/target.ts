import { isGlobalUnicast } from "../../../platform/net/global-address.ts";
import { faultOfUrl } from "../../../platform/net/public-url.ts";
import type { Resolve } from "../../../platform/net/resolve.ts";

export type Target =
  | { ok: true; url: URL }
  | { ok: false; kind: "invalid"; detail: string }
  | { ok: false; kind: "host_not_allowed"; host: string };

/**
 * Whether deliveries may be sent to a URL. Called when it is saved, and before each attempt with the allow-list of that moment.
 * The caller answers `invalid` with 422 INVALID_URL and `host_not_allowed` with 403. Trusted origins may have any scheme, port
 * and address, but must be on the client's allow-list, too.
 */
export function checkTarget(target_url: string, allowed_hosts: readonly string[], trusted_origins: ReadonlySet<string>): Target {
  const detail = faultOfUrl(target_url, trusted_origins);
  if (detail !== null) return { ok: false, kind: "invalid", detail };
  const url = new URL(target_url);
  if (!allowed_hosts.some((allowed) => isHost(url.hostname, allowed)))
    return { ok: false, kind: "host_not_allowed", host: url.hostname };
  return { ok: true, url };
}

/**
 * Whether a host is equal to the allowed one, or is a subdomain of `*.example.com`; that pattern does not include example.com
 * itself.
 */
function isHost(hostname: string, allowed: string): boolean {
  const wanted = allowed.toLowerCase();
  return wanted.startsWith("*.") ? hostname.endsWith(wanted.slice(1)) && hostname.length >= wanted.length : hostname === wanted;
}

/**
 * Whether one of the host's addresses is known to be private. Asked once, when a URL is saved, for origins that are not trusted.
 * A host that cannot be resolved now is accepted, because each attempt checks its address when it connects.
 */
export async function resolvesPrivately(url: URL, resolve: Resolve): Promise<boolean> {
  try {
    return (await resolve(url.hostname)).some((address) => !isGlobalUnicast(address));
  } catch {
    return false;
  }
}
