import type { Config } from "../config.ts";

/**
 * Whether this is a trial that may show its mails: mails are stored, the database is the embedded one, and only this machine
 * can connect, neither other machines directly nor through a proxy.
 */
export function isTrial(config: Pick<Config, "smtp_url" | "database_url" | "host" | "base_url" | "production">): boolean {
  const { smtp_url, database_url, host, base_url, production } = config;
  const keeps_all = smtp_url === null && database_url === null && !production;
  return keeps_all && isLoopbackHost(host) && isLoopbackHost(new URL(base_url).hostname);
}

/** Whether only this machine is meant. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
