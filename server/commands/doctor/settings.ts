import type { Config } from "../../config.ts";
import type { Networks } from "../../platform/net/address.ts";
import { isLoopbackHost } from "../is-trial.ts";
import { ok, warning, wrong, type Finding } from "./finding.ts";

/** Shortest prefixes of trusted networks: a larger network contains addresses of strangers. */
const narrowest_bits = { ipv4: 8, ipv6: 16 } as const;

/** Checks the settings' values; malformed settings have already ended the program. */
export function checkSettings(config: Readonly<Config>): Finding[] {
  const findings = [...checkKind(config), ...checkBaseUrl(config), ...checkTrusted(config.trust_proxy), ...checkMetrics(config)];
  return findings.length > 0 ? findings : [ok("The settings agree with each other.")];
}

function checkKind({ database_url, production, webhook_trusted_targets, stop_delay_s }: Readonly<Config>): Finding[] {
  if (database_url === null) {
    const found = "DATABASE_URL is not set: the embedded database serves one process on this machine, and is for trials.";
    const change = "Set DATABASE_URL to a PostgreSQL server (docs/operating/run.md).";
    return [production ? wrong(found, change) : warning(found, change)];
  }
  const findings: Finding[] = [];
  if (!production)
    findings.push(
      warning(
        "NODE_ENV is not production: settings that are for trials are not refused.",
        "Set NODE_ENV=production for each process.",
      ),
    );
  if (webhook_trusted_targets.size > 0)
    findings.push(
      wrong(
        "WEBHOOK_TRUSTED_TARGETS lets webhooks go to addresses that are refused otherwise; it is for trials.",
        "Leave WEBHOOK_TRUSTED_TARGETS unset.",
      ),
    );
  if (stop_delay_s === 0)
    findings.push(
      warning(
        "STOP_DELAY_S is 0: a process that is stopped ends before the load balancer has noticed, and requests are lost.",
        "Set STOP_DELAY_S longer than the load balancer needs to notice that /readyz answers 503; ops/haproxy needs 5.",
      ),
    );
  return findings;
}

function checkBaseUrl({ base_url, database_url, host }: Readonly<Config>): Finding[] {
  const { protocol, hostname } = new URL(base_url);
  if (database_url === null || protocol === "https:") return [];
  if (isLoopbackHost(hostname) && !isLoopbackHost(host))
    return [
      wrong(
        `BASE_URL is ${base_url}, which leads each reader of a mail or problem to their own machine.`,
        "Set BASE_URL to the address by which clients and people reach this service.",
      ),
    ];
  if (isLoopbackHost(hostname)) return [];
  return [
    wrong(
      `BASE_URL is ${base_url}: secrets, sessions and people's data pass over the network unencrypted.`,
      "Put a proxy that speaks TLS in front (ops/haproxy), and set BASE_URL to its https:// address.",
    ),
  ];
}

function checkTrusted(networks: Networks): Finding[] {
  const wide = networks.filter(([address, bits]) => bits < narrowest_bits[address.kind()]);
  if (wide.length === 0) return [];
  const names = wide.map(([address, bits]) => `${address.toString()}/${bits}`).join(", ");
  return [
    wrong(
      `TRUST_PROXY names ${names}: anybody may say which address they come from, past allow-lists and limits.`,
      "Name only the addresses of your proxies in TRUST_PROXY.",
    ),
  ];
}

function checkMetrics({ metrics_port, metrics_host, metrics_token }: Readonly<Config>): Finding[] {
  if (metrics_port === null || metrics_token !== null || !/^(0\.0\.0\.0|::|\[::\])$/.test(metrics_host)) return [];
  return [
    warning(
      `METRICS_HOST ${metrics_host} shows measures on every address of this machine.`,
      "Set METRICS_TOKEN, or METRICS_HOST to the address that your monitoring reaches, or let a firewall see to it.",
    ),
  ];
}
