import {
  exportUrlOf,
  portOf,
  wholeNumber,
  ratioOf,
  tokenOf,
  bounceAddressOf,
  baseUrlOf,
  databaseUrlOf,
  originsOf,
  originOf,
  addressOf,
  formatNameOf,
  urlOf,
} from "./platform/config-values.ts";
import { readKeyring, type Keyring } from "./platform/crypto/keyring.ts";
import { readNode, type Node } from "./platform/in-front.ts";
import { parseNetworks, type Networks } from "./platform/net/address.ts";
import { readMinimums, retention_names, type LegalMinimums } from "./platform/retention.ts";

/** All settings, read once from the environment and frozen. */
export type Config = {
  /** DATABASE_URL: a PostgreSQL connection URL; null = the embedded database in `data_dir`. */
  database_url: string | null;
  /** DATABASE_DIRECT_URL: the same database without a pooler in between; null = there is no pooler. */
  database_direct_url: string | null;
  /** DATA_DIR: the folder of the embedded database and the generated key. */
  data_dir: string;
  /** PORT and HOST to listen on. */
  port: number;
  host: string;
  /** BASE_URL: the public URL of this service; problem types and links begin with it. No trailing slash. */
  base_url: string;
  /** CONTENT_BASE_URL: the origin of content packages, on another host than BASE_URL; null = packages cannot be opened. */
  content_base_url: string | null;
  /** NODE_NAME: the short name of this installation among several; null = there is only one. */
  node: Node;
  /** SECRET_KEY: at least 32 characters, or versions as `v2:…,v1:…`; null = generated into `data_dir` (embedded only). */
  keyring: Keyring | null;
  /** SMTP_URL: null = mails are stored and shown in the development mailbox. */
  smtp_url: string | null;
  /** MAIL_FROM: the sender of mails. */
  mail_from: string;
  /** BOUNCE_ADDRESS: the address for bounce reports, to which a token for each mail is added; null = mail_from. */
  bounce_address: string | null;
  /** BOUNCE_SECRET: the secret with which the mail server forwards bounce reports; null = reports are not accepted. */
  bounce_secret: string | null;
  /** TRUST_PROXY: comma-separated CIDRs of proxies whose X-Forwarded-For is trusted. */
  trust_proxy: Networks;
  /** METRICS_PORT and METRICS_HOST: where /metrics is served, not reachable for clients; null = nowhere. */
  metrics_port: number | null;
  metrics_host: string;
  /** METRICS_TOKEN: the bearer token for /metrics; null = none is required. */
  metrics_token: string | null;
  /** STOP_DELAY_S: how long a stopping process reports not ready before it stops listening. */
  stop_delay_s: number;
  log_level: string;
  /** NODE_ENV=production: settings that are only for trials are refused. */
  production: boolean;
  /** DATABASE_POOL_SIZE: most connections of one process to PostgreSQL. */
  pool_size: number;
  /** WEBHOOK_TRUSTED_TARGETS: origins that may receive deliveries whatever their scheme, port and address; for trials only. */
  webhook_trusted_targets: ReadonlySet<string>;
  /** IDENTITY_PROVIDER_ORIGINS: identity providers that may be called whatever their port and address. */
  identity_provider_origins: ReadonlySet<string>;
  /** WEBHOOK_SOURCE_ADDRESS: the local address that deliveries leave from; null = the system chooses. */
  webhook_source_address: string | null;
  /** OTEL_EXPORTER_OTLP_ENDPOINT: true = traces are sent there. The SDK reads this and the other OTEL_ variables itself. */
  traced: boolean;
  /** OTEL_TRACES_SAMPLER_ARG: the share of traces that is kept. */
  trace_ratio: number;
  /** AUDIT_EXPORT_URL and AUDIT_EXPORT_TOKEN: the log server that receives sealed rows of the audit log; null = none. */
  audit_export: { url: URL; token: string | null } | null;
  /** RETENTION_DAYS_MIN: how many days the law requires to keep kinds of records. */
  retention_days_min: LegalMinimums;
  /**
   * NODES_FILE: the list of all installations behind one address, for `muster nodes` and `muster org move`; null = there is none.
   */
  nodes_file: string | null;
  /** WEBHOOK_FORMAT_ALIAS: the previous name of the delivery format, still accepted. */
  webhook_format_alias: string;
  /** MUSTER_BASE_URL and the other variables of `muster mcp`. */
  integration: IntegrationSetting;
};

/** The service that `muster mcp` calls as an integration client, in the terms of `muster-sync`; null = not set. */
export type IntegrationSetting = {
  base_url: string | null;
  tenant_code: string | null;
  api_key: string | null;
  client_id: string | null;
  client_secret: string | null;
};

/** One documented variable; docs/config.md is generated from this list. */
export const variables = [
  ["DATABASE_URL", "unset", "PostgreSQL 15 or newer, as a URL. Unset: the embedded database in DATA_DIR."],
  [
    "DATABASE_DIRECT_URL",
    "DATABASE_URL",
    "The same database without the pooler of DATABASE_URL: migrations, notifications between processes and commands for operators need a direct connection to PostgreSQL.",
  ],
  ["DATA_DIR", "./data", "Folder of the embedded database and of its generated key."],
  ["PORT", "3000", "Port to listen on."],
  ["HOST", "127.0.0.1 (embedded) or 0.0.0.0", "Address to listen on."],
  ["BASE_URL", "http://localhost:PORT", "Address at which clients reach this service. Problem types and links begin with it."],
  [
    "CONTENT_BASE_URL",
    "http://127.0.0.1:PORT when embedded and BASE_URL is at localhost; otherwise unset",
    "Origin where content packages (SCORM, cmi5) run, for example `https://content.training.example`: another host name than BASE_URL's. It leads to the same processes, and the header Host has this name. Unset: packages are stored, but cannot be opened.",
  ],
  [
    "NODE_NAME",
    "unset",
    "Short name of this installation among several behind one address (docs/operating/nodes.md): a lower-case letter, then at most 7 letters and digits. Set: cookies, one-time links and certificates' addresses begin with their organisation's code. Unset: there is one installation.",
  ],
  [
    "SECRET_KEY",
    "generated when embedded, required otherwise",
    "At least 32 characters, or several versions: `v2:…,v1:…`. The first one signs and encrypts, all verify and decrypt.",
  ],
  [
    "SMTP_URL",
    "unset",
    "Mail server, for example `smtps://user:password@mail.example:465`. Unset: mails are stored, not sent. All mails are deleted after 30 days, or after the time that their organisation has set.",
  ],
  ["MAIL_FROM", "muster@localhost", "Sender of mails."],
  [
    "BOUNCE_ADDRESS",
    "unset",
    "Address to which other mail servers send reports of undelivered mails, for example `bounces@mail.example`: at most 11 characters before the @, and mail to `bounces+…@mail.example` arrives as well (docs/operating/mail.md). Unset: reports go to MAIL_FROM.",
  ],
  [
    "BOUNCE_SECRET",
    "unset",
    "Secret that your mail server sends when it passes such a report on to `POST /mail/bounces`: at least 16 printable characters. Unset: no reports are accepted.",
  ],
  ["TRUST_PROXY", "unset", "Comma-separated CIDRs of reverse proxies whose X-Forwarded-For is trusted."],
  [
    "METRICS_PORT",
    "unset",
    "Port of /metrics (Prometheus text), and of a worker's /readyz. Unset: off. Never the port of the API.",
  ],
  [
    "METRICS_HOST",
    "127.0.0.1",
    "Address that METRICS_PORT listens on. Without METRICS_TOKEN, metrics are served without credentials: only your monitoring should reach this address.",
  ],
  [
    "METRICS_TOKEN",
    "unset",
    "At least 16 characters that a reader of /metrics sends as `Authorization: Bearer …`. Unset: no credentials are needed.",
  ],
  [
    "STOP_DELAY_S",
    "0 (embedded) or 5",
    "Seconds between SIGTERM and the end of listening, 0 to 300. Meanwhile /readyz answers 503. Requests are still answered and their connections closed, so that a load balancer sends the next requests to other processes. Set it longer than your load balancer needs to notice.",
  ],
  ["LOG_LEVEL", "info; warn when embedded", "trace, debug, info, warn, error, fatal or silent."],
  ["NODE_ENV", "unset", "`production` refuses settings that are only for trials."],
  ["DATABASE_POOL_SIZE", "10", "Connections of one process to PostgreSQL (the embedded database always uses 4)."],
  [
    "WEBHOOK_TRUSTED_TARGETS",
    "unset",
    "Comma-separated origins, for example `http://localhost:9999`: webhooks may be sent there whatever the scheme, port and address. For trials; refused with NODE_ENV=production.",
  ],
  [
    "IDENTITY_PROVIDER_ORIGINS",
    "unset",
    "Comma-separated origins of identity providers inside your network, for example `https://keycloak.corp.example:8443`: they may be called whatever their port and address. `http://` is for trials; refused with NODE_ENV=production.",
  ],
  ["WEBHOOK_SOURCE_ADDRESS", "unset", "Local address that webhooks are sent from, so that subscribers can allow it."],
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "unset",
    "OpenTelemetry collector, for example `http://localhost:4318`: traces and metrics are sent there as OTLP over HTTP. Unset: nothing is traced. The SDK's other variables (OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES …) apply as well.",
  ],
  ["OTEL_TRACES_SAMPLER_ARG", "1", "The share of traces that is kept, from 0 to 1."],
  [
    "AUDIT_EXPORT_URL",
    "unset",
    "Log server (SIEM) that workers send the sealed audit log of all organisations to: `https://…` for POSTs of JSON, `syslog+tls://HOST:6514` or `syslog+tcp://HOST:514` for RFC 5424. Set NODE_EXTRA_CA_CERTS if another authority than Node's own has issued its certificate.",
  ],
  ["AUDIT_EXPORT_TOKEN", "unset", "Sent to an https log server as `Authorization: Bearer …`."],
  [
    "RETENTION_DAYS_MIN",
    "unset",
    `Days for which the law requires records to be kept, for example \`request_log=90,people_who_left=3650\`: no organisation can set fewer days. Kinds: ${retention_names.join(", ")}. Set the same value for APIs and workers.`,
  ],
  [
    "NODES_FILE",
    "unset",
    'File that lists all installations behind one address, for the commands about nodes: a JSON array of `{"name", "url", "database_url"}` (docs/operating/moving.md). API and worker processes do not need it.',
  ],
  ["WEBHOOK_FORMAT_ALIAS", "lms.v1", "Previous name of the delivery format, still accepted for `platform.v1`."],
  ["MUSTER_BASE_URL", "unset", "`muster mcp` only: the address of the service that it calls (docs/guides/mcp.md)."],
  ["MUSTER_TENANT_CODE", "unset", "`muster mcp` only: the organisation's tenant code."],
  ["MUSTER_API_KEY", "unset", "`muster mcp` only: the client's secret."],
  [
    "MUSTER_CLIENT_ID, MUSTER_CLIENT_SECRET",
    "unset",
    "`muster mcp` only: OAuth 2.0 client credentials in place of MUSTER_API_KEY.",
  ],
] as const;

/** Thrown with all problems of the environment at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The environment has ${problems.length} problem(s):\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

const log_levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Reads the environment. Throws ConfigError with every problem. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Readonly<Config> {
  const problems: string[] = [];
  const attempt = <T>(name: string, fallback: T, read: (text: string) => T): T => {
    const text = env[name]?.trim();
    if (!text) return fallback;
    try {
      return read(text);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return fallback;
    }
  };
  const database_url = attempt<string | null>("DATABASE_URL", null, databaseUrlOf);
  const port = attempt("PORT", 3000, portOf);
  const config: Config = {
    database_url,
    database_direct_url: attempt<string | null>("DATABASE_DIRECT_URL", null, databaseUrlOf),
    data_dir: env["DATA_DIR"]?.trim() || "./data",
    port,
    host: env["HOST"]?.trim() || (database_url ? "0.0.0.0" : "127.0.0.1"),
    base_url: attempt("BASE_URL", `http://localhost:${port}`, baseUrlOf),
    content_base_url: attempt<string | null>("CONTENT_BASE_URL", contentDefault(env, database_url, port), originOf),
    node: attempt<Node>("NODE_NAME", null, readNode),
    keyring: attempt<Keyring | null>("SECRET_KEY", null, readKeyring),
    smtp_url: attempt<string | null>("SMTP_URL", null, (text) => urlOf(text, ["smtp:", "smtps:"])),
    mail_from: env["MAIL_FROM"]?.trim() || "muster@localhost",
    bounce_address: attempt<string | null>("BOUNCE_ADDRESS", null, bounceAddressOf),
    bounce_secret: attempt<string | null>("BOUNCE_SECRET", null, tokenOf),
    trust_proxy: attempt("TRUST_PROXY", parseNetworks(""), parseNetworks),
    metrics_port: attempt<number | null>("METRICS_PORT", null, portOf),
    metrics_host: env["METRICS_HOST"]?.trim() || "127.0.0.1",
    metrics_token: attempt<string | null>("METRICS_TOKEN", null, tokenOf),
    stop_delay_s: attempt("STOP_DELAY_S", database_url ? 5 : 0, (text) => wholeNumber(text, 0, 300)),
    log_level: attempt("LOG_LEVEL", database_url ? "info" : "warn", (text) => {
      if (!log_levels.includes(text)) throw new Error(`must be one of ${log_levels.join(", ")}`);
      return text;
    }),
    production: env["NODE_ENV"] === "production",
    pool_size: attempt("DATABASE_POOL_SIZE", 10, (text) => wholeNumber(text, 1, 200)),
    webhook_trusted_targets: attempt<ReadonlySet<string>>("WEBHOOK_TRUSTED_TARGETS", new Set(), originsOf),
    identity_provider_origins: attempt<ReadonlySet<string>>("IDENTITY_PROVIDER_ORIGINS", new Set(), originsOf),
    webhook_source_address: attempt<string | null>("WEBHOOK_SOURCE_ADDRESS", null, addressOf),
    traced: attempt("OTEL_EXPORTER_OTLP_ENDPOINT", false, (text) => urlOf(text, ["http:", "https:"]) !== ""),
    trace_ratio: attempt("OTEL_TRACES_SAMPLER_ARG", 1, ratioOf),
    audit_export: readExport(attempt),
    retention_days_min: attempt<LegalMinimums>("RETENTION_DAYS_MIN", {}, readMinimums),
    nodes_file: env["NODES_FILE"]?.trim() || null,
    webhook_format_alias: attempt("WEBHOOK_FORMAT_ALIAS", "lms.v1", formatNameOf),
    integration: readIntegration(env),
  };
  if (config.content_base_url !== null && isSameHost(config.content_base_url, config.base_url))
    problems.push(
      "CONTENT_BASE_URL must be at another host than BASE_URL; another port is not enough, since cookies know no ports",
    );
  if (config.production && config.webhook_trusted_targets.size > 0) {
    problems.push("WEBHOOK_TRUSTED_TARGETS is for trials and must be unset with NODE_ENV=production");
  }
  if (config.production && [...config.identity_provider_origins].some((origin) => origin.startsWith("http:")))
    problems.push("IDENTITY_PROVIDER_ORIGINS with http:// is for trials and must be https:// with NODE_ENV=production");
  if (config.metrics_port !== null && config.metrics_port !== 0 && config.metrics_port === config.port)
    problems.push("METRICS_PORT must be another port than PORT");
  if (config.metrics_port === null && env["METRICS_TOKEN"]) problems.push("METRICS_TOKEN needs METRICS_PORT");
  if (config.traced) checkTraceVariables(attempt);
  const { audit_export } = config;
  if (audit_export === null && env["AUDIT_EXPORT_TOKEN"]) problems.push("AUDIT_EXPORT_TOKEN needs AUDIT_EXPORT_URL");
  if (audit_export !== null && audit_export.token !== null && !/^https?:$/.test(audit_export.url.protocol))
    problems.push("AUDIT_EXPORT_TOKEN is for an https log server; syslog has no place for it");
  if (config.production && audit_export?.url.protocol === "http:")
    problems.push("AUDIT_EXPORT_URL with http:// is for trials and must be https:// with NODE_ENV=production");
  if (config.database_direct_url !== null && database_url === null) problems.push("DATABASE_DIRECT_URL needs DATABASE_URL");
  if (config.database_url && !config.keyring && !env["SECRET_KEY"]) {
    problems.push("SECRET_KEY is required with DATABASE_URL (at least 32 random characters)");
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/** Refuses values that OpenTelemetry's SDK would only mention in its own log, and then send nothing. */
function checkTraceVariables(attempt: Attempt): void {
  for (const signal of ["", "TRACES_", "METRICS_"]) {
    attempt(`OTEL_EXPORTER_OTLP_${signal}PROTOCOL`, "", (text) => {
      if (!text.startsWith("http/"))
        throw new Error("must be http/json or http/protobuf: a collector's port for HTTP, often 4318");
      return text;
    });
    attempt(`OTEL_EXPORTER_OTLP_${signal}HEADERS`, "", (text) => {
      if (!/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*,?$/.test(text)) throw new Error("must be name=value, with commas between several");
      return text;
    });
  }
}

/** Not checked here: a fault concerns only the one command that uses these settings. */
function readIntegration(env: NodeJS.ProcessEnv): IntegrationSetting {
  const textOf = (name: string) => env[`MUSTER_${name}`]?.trim() || null;
  return {
    base_url: textOf("BASE_URL"),
    tenant_code: textOf("TENANT_CODE"),
    api_key: textOf("API_KEY"),
    client_id: textOf("CLIENT_ID"),
    client_secret: textOf("CLIENT_SECRET"),
  };
}

type Attempt = <T>(name: string, fallback: T, read: (text: string) => T) => T;

function readExport(attempt: Attempt): Config["audit_export"] {
  const url = attempt<URL | null>("AUDIT_EXPORT_URL", null, exportUrlOf);
  const token = attempt<string | null>("AUDIT_EXPORT_TOKEN", null, tokenOf);
  return url === null ? null : { url, token };
}

/** In a trial on this machine the panel is at localhost and content at 127.0.0.1, which are two hosts for a browser. */
function contentDefault(env: NodeJS.ProcessEnv, database_url: string | null, port: number): string | null {
  return database_url === null && !env["BASE_URL"]?.trim() ? `http://127.0.0.1:${port}` : null;
}

function isSameHost(one: string, other: string): boolean {
  return new URL(one).hostname === new URL(other).hostname;
}
