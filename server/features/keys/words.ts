import type { Kind } from "./sql.ts";

const words: Record<Kind, readonly [one: string, many: string]> = {
  api_key: ["secret of a client", "secrets of clients"],
  webhook_secret: ["webhook secret", "webhook secrets"],
  previous_webhook_secret: ["previous webhook secret", "previous webhook secrets"],
  mail: ["mail", "mails"],
  second_factor: ["second factor", "second factors"],
  identity_provider: ["secret at an identity provider", "secrets at identity providers"],
  erasure: ["erasure that has not ended", "erasures that have not ended"],
  audit_key: ["key of a retired version", "keys of retired versions"],
  audit_chain: ["audit log that ends with it", "audit logs that end with it"],
};

/** For example "3 webhook secrets". */
export function counted(kind: Kind, count: number): string {
  const [one, many] = words[kind];
  return `${count} ${count === 1 ? one : many}`;
}

/** For example "webhook secrets". */
export function nameOfKind(kind: Kind): string {
  return words[kind][1];
}
