import type { Config } from "../config.ts";
import { newMailboxKey } from "../features/mail/mailbox.ts";

/**
 * The key of the development mailbox, new at each start; null where there is none. Only a trial has one: mails are kept, the
 * data is the embedded database's, and nobody but this machine connects, neither directly nor through a proxy in front.
 */
export function mailboxKeyOf(
  config: Pick<Config, "smtp_url" | "database_url" | "host" | "base_url" | "production">,
): string | null {
  const { smtp_url, database_url, host, base_url, production } = config;
  const is_trial = smtp_url === null && database_url === null && !production;
  return is_trial && isLoopback(host) && isLoopback(new URL(base_url).hostname) ? newMailboxKey() : null;
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
