import type { Config } from "../config.ts";

/**
 * Whether this is a trial that shows what it would mail: mails are kept, the data is the embedded database's, and nobody but
 * this machine connects, neither directly nor through a proxy in front.
 */
export function isTrial(config: Pick<Config, "smtp_url" | "database_url" | "host" | "base_url" | "production">): boolean {
  const { smtp_url, database_url, host, base_url, production } = config;
  const keeps_all = smtp_url === null && database_url === null && !production;
  return keeps_all && isLoopback(host) && isLoopback(new URL(base_url).hostname);
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
