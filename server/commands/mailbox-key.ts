import type { Config } from "../config.ts";
import { newMailboxKey } from "../features/mail/mailbox.ts";

/**
 * The key of the development mailbox, new at each start; null where there is none. Only a trial has one: mails are kept, the
 * data is the embedded database's, and nobody but this machine can connect.
 */
export function mailboxKeyOf(config: Pick<Config, "smtp_url" | "database_url" | "host" | "production">): string | null {
  const { smtp_url, database_url, host, production } = config;
  const is_trial = smtp_url === null && database_url === null && !production && isLoopback(host);
  return is_trial ? newMailboxKey() : null;
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}
