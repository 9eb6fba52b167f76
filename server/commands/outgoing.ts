import type { Config } from "../config.ts";
import type { WebhookOptions } from "../features/webhooks/subscriptions/check-settings.ts";
import { createGuardedFetch, type GuardedFetch } from "../platform/net/guarded-fetch.ts";
import { createOutbound } from "../platform/net/outbound.ts";
import { createResolve } from "../platform/net/resolve.ts";
import type { Runtime } from "./runtime.ts";

/** The options for creating, testing and sending webhooks in this process. */
export function webhookOptionsOf(config: Readonly<Config>, { keyring }: Runtime): WebhookOptions {
  const { webhook_trusted_targets: trusted_origins, webhook_source_address: source_address } = config;
  const resolve = createResolve();
  const outbound = createOutbound({ trusted_origins, source_address, resolve });
  return {
    sender: { outbound, keyring, trusted_origins, base_url: config.base_url },
    resolve,
    format_alias: config.webhook_format_alias,
  };
}

/** The client for calls to identity providers. */
export function identityCallsOf(config: Readonly<Config>, { resolve }: Pick<WebhookOptions, "resolve">): GuardedFetch {
  return createGuardedFetch({ trusted_origins: config.identity_provider_origins, source_address: null, resolve });
}
