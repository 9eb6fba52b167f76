import type { Config } from "../config.ts";

/**
 * Whether this is a trial that may show its mails: mails are not sent, the database is the embedded one, and no other machine
 * can connect, neither directly nor through a proxy.
 */
export function isTrial(config: Pick<Config, "smtp_url" | "database_url" | "host" | "base_url" | "production">): boolean {
  const { smtp_url, database_url, host, base_url, production } = config;
  const keeps_all = smtp_url === null && database_url === null && !production;
  return keeps_all && isLoopbackHost(host) && isLoopbackHost(new URL(base_url).hostname);
}

/** Whether a host name or address means only this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
