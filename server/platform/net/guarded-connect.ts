import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { buildConnector } from "undici";
import { isGlobalUnicast } from "./global-address.ts";
import type { Resolve } from "./resolve.ts";

/** `code` of failures before dialling; tenants see the same code. */
type GuardCode = "ADDRESS_NOT_ALLOWED" | "DNS";

/**
 * Addresses are dialled one after the other. The number is low enough that the deadline of the exchange still covers the last
 * one.
 */
const dialled_addresses_max = 4;
const dial_attempt_timeout_ms = 1_000;
const own_addresses_age_ms = 5_000;
/**
 * More than any honest receiver sends for all exchanges of one connection in that time. Bodies have a limit of their own. This
 * limit covers bytes that the HTTP client reads but does not pass on, such as chunk extensions.
 */
const read_bytes_max = 4 * 1024 * 1024;
const read_window_ms = 5_000;

type Options = { trusted_origins: ReadonlySet<string>; source_address: string | null; resolve: Resolve; timeout_ms: number };

/**
 * Opens connections for undici. The host name is resolved here, and every one of its addresses must be global unicast. Only the
 * checked addresses are dialled, without a second DNS lookup. The TLS certificate is verified against the host name. Trusted
 * origins are resolved by the system and may have any address.
 */
export function guardedConnect({ trusted_origins, source_address, resolve, timeout_ms }: Options): buildConnector.connector {
  const family = source_address === null ? 0 : isIP(source_address);
  const common = {
    allowH2: false,
    timeout: timeout_ms,
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED could otherwise disable it.
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: dial_attempt_timeout_ms,
  };
  const guarded = buildConnector({ ...common, lookup: guardedLookup(resolve, family) });
  const trusted = buildConnector({ ...common, ...(family && { family }) });

  return (options, done) => {
    const callback: buildConnector.Callback = (...[error, socket]) => {
      if (error) return done(error, null);
      limitReading(socket);
      done(null, socket);
    };
    const { protocol, host, hostname } = options;
    const placed = { ...options, localAddress: source_address };
    if (trusted_origins.has(`${protocol}//${host}`)) return trusted(placed, callback);
    // An IP address in a URL is never resolved, so the lookup cannot check it. Subscriptions may not contain one anyway.
    if (isIP(hostname) !== 0) return process.nextTick(callback, refused("ADDRESS_NOT_ALLOWED", hostname), null);
    return guarded(placed, callback);
  };
}

function guardedLookup(resolve: Resolve, family: number): LookupFunction {
  return (hostname, { all }, callback) => {
    checkedAddresses(hostname, resolve, family).then(
      // Called outside of the promise, so that an error thrown by the callback does not reject it. With a bound source address
      // Node asks for a single address and dials no other.
      (addresses) =>
        process.nextTick(callback, null, all ? addresses : addresses[0]!.address, all ? undefined : addresses[0]!.family),
      (error: NodeJS.ErrnoException) => process.nextTick(callback, error, []),
    );
  };
}

async function checkedAddresses(hostname: string, resolve: Resolve, family: number): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname).catch((error: NodeJS.ErrnoException) => {
    throw refused("DNS", hostname, error);
  });
  if (!addresses.every(isAllowed)) throw refused("ADDRESS_NOT_ALLOWED", hostname);
  const dialled = addresses
    .map((address) => ({ address, family: isIP(address) }))
    .filter((entry) => family === 0 || entry.family === family)
    .slice(0, dialled_addresses_max);
  if (dialled.length === 0) throw refused("DNS", hostname);
  return dialled;
}

/** The machine itself may have a global address, and a service on it may trust requests from the same machine. */
function isAllowed(address: string): boolean {
  return isGlobalUnicast(address) && !ownAddresses().has(address);
}

let own = { addresses: new Set<string>(), until_ms: 0 };

function ownAddresses(): ReadonlySet<string> {
  if (performance.now() >= own.until_ms) {
    const addresses = Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address));
    own = { addresses: new Set(addresses), until_ms: performance.now() + own_addresses_age_ms };
  }
  return own.addresses;
}

function limitReading(socket: Socket): void {
  let bytes_before = socket.bytesRead;
  let since_ms = performance.now();
  socket.on("readable", () => {
    if (performance.now() - since_ms > read_window_ms) {
      bytes_before = socket.bytesRead;
      since_ms = performance.now();
    }
    if (socket.bytesRead - bytes_before > read_bytes_max) socket.destroy();
  });
}

function refused(code: GuardCode, hostname: string, cause?: NodeJS.ErrnoException): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} may not be dialled (${code})`, { cause }), { code });
}
