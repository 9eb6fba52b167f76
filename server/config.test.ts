import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

test("BASE_URL may have a path, and no user, query or fragment", () => {
  assert.equal(readConfig({ BASE_URL: "https://training.example/lms/" }).base_url, "https://training.example/lms");
  for (const part of ["?a=1", "#top", "/x?a#b"]) {
    assert.throws(
      () => readConfig({ BASE_URL: `https://training.example${part}` }),
      (error) => error instanceof ConfigError && error.problems[0] === "BASE_URL must have no user, query or fragment",
    );
  }
  assert.throws(() => readConfig({ BASE_URL: "https://user:word@training.example" }), ConfigError);
});

test("content runs on another host than the panel: in a trial on the other name of this machine, else where CONTENT_BASE_URL says", () => {
  assert.equal(readConfig({}).content_base_url, "http://127.0.0.1:3000");
  assert.equal(readConfig({ BASE_URL: "https://training.example" }).content_base_url, null);
  const CONTENT_BASE_URL = "https://content.example";
  assert.equal(readConfig({ BASE_URL: "https://training.example", CONTENT_BASE_URL }).content_base_url, CONTENT_BASE_URL);
  for (const same of ["https://training.example", "https://training.example:8443", "http://training.example"])
    assert.throws(
      () => readConfig({ BASE_URL: "https://training.example", CONTENT_BASE_URL: same }),
      (error) => error instanceof ConfigError && error.problems[0]!.startsWith("CONTENT_BASE_URL must be at another host"),
    );
  assert.throws(() => readConfig({ CONTENT_BASE_URL: "https://content.example/path" }), ConfigError);
});

test("a number in the environment is decimal digits", () => {
  assert.equal(readConfig({ PORT: " 8080 " }).port, 8_080);
  for (const PORT of ["0x10", "1e3", "+80", "80.0", "Infinity", "٨٠"])
    assert.throws(() => readConfig({ PORT }), ConfigError, PORT);
});

test("every problem of the environment is named at once", () => {
  const wrong = { PORT: "abc", LOG_LEVEL: "loud", TRUST_PROXY: "10.0.0.0/40", SECRET_KEY: "short", DATABASE_POOL_SIZE: "0" };
  assert.throws(
    () => readConfig(wrong),
    (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(new Set(error.problems.map((problem) => problem.split(" ")[0])), new Set(Object.keys(wrong)));
      return true;
    },
  );
});

test("measures are shown to this machine alone unless METRICS_HOST says otherwise, and never at the port of the API", () => {
  assert.equal(readConfig({ METRICS_PORT: "9100", HOST: "0.0.0.0" }).metrics_host, "127.0.0.1");
  assert.equal(readConfig({ METRICS_PORT: "9100", METRICS_HOST: "10.0.0.5" }).metrics_host, "10.0.0.5");
  assert.throws(
    () => readConfig({ METRICS_PORT: "3000" }),
    (error) => error instanceof ConfigError && error.problems[0] === "METRICS_PORT must be another port than PORT",
  );
});

test("readers of measures and the log server are shown tokens that are long enough, and the audit log leaves encrypted in production", () => {
  const problemOf = (env: NodeJS.ProcessEnv) => {
    try {
      readConfig(env);
      return null;
    } catch (error) {
      return (error as ConfigError).problems[0];
    }
  };
  assert.match(problemOf({ METRICS_TOKEN: "short" })!, /^METRICS_TOKEN must be at least 16 printable characters/);
  const token = "a-token-of-the-log-server";
  const { audit_export } = readConfig({ AUDIT_EXPORT_URL: "https://siem.example/audit", AUDIT_EXPORT_TOKEN: token });
  assert.deepEqual([audit_export?.url.href, audit_export?.token], ["https://siem.example/audit", token]);
  assert.equal(readConfig({ AUDIT_EXPORT_URL: "syslog+tls://siem.example" }).audit_export?.url.port, "");
  assert.equal(problemOf({ AUDIT_EXPORT_TOKEN: token }), "AUDIT_EXPORT_TOKEN needs AUDIT_EXPORT_URL");
  for (const AUDIT_EXPORT_URL of [
    "ftp://siem.example",
    "syslog+tls:///",
    "syslog+tcp://siem.example/x",
    "https://a:b@siem.example",
  ])
    assert.match(problemOf({ AUDIT_EXPORT_URL })!, /^AUDIT_EXPORT_URL must/, AUDIT_EXPORT_URL);
  assert.match(
    problemOf({ AUDIT_EXPORT_URL: "syslog+tls://siem.example", AUDIT_EXPORT_TOKEN: token })!,
    /syslog has no place for it/,
  );
  assert.match(problemOf({ AUDIT_EXPORT_URL: "http://siem.example", NODE_ENV: "production" })!, /must be https/);
});

test("settings of traces and measures that would be ignored later are refused at the start", () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://localhost:4318";
  const problemsOf = (env: NodeJS.ProcessEnv) => {
    try {
      readConfig(env);
    } catch (error) {
      return (error as ConfigError).problems;
    }
    return [];
  };
  for (const good of [
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf", OTEL_EXPORTER_OTLP_HEADERS: "a=b,c=d%3D" },
    { METRICS_PORT: "9464", METRICS_TOKEN: "a-token-of-16-characters" },
    { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
  ])
    assert.deepEqual(problemsOf(good), []);
  assert.deepEqual(problemsOf({ METRICS_TOKEN: "a-token-of-16-characters" }), ["METRICS_TOKEN needs METRICS_PORT"]);
  assert.deepEqual(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "grpc" }), [
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL must be http/json or http/protobuf: a collector's port for HTTP, often 4318",
  ]);
  for (const bad of ["Bearer x", "=x", "a=b,,c", "authorization"]) {
    assert.deepEqual(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: bad }), [
      "OTEL_EXPORTER_OTLP_HEADERS must be name=value, with commas between several",
    ]);
  }
});

test("a trial stops at once, a process with a server's database says not ready for five seconds first", () => {
  const server = { DATABASE_URL: "postgres://localhost/muster", SECRET_KEY: "a-test-secret-of-at-least-32-characters" };
  assert.deepEqual([readConfig({}).stop_delay_s, readConfig(server).stop_delay_s], [0, 5]);
  assert.equal(readConfig({ ...server, STOP_DELAY_S: "30" }).stop_delay_s, 30);
  assert.throws(() => readConfig({ STOP_DELAY_S: "301" }), ConfigError);
});

test("WEBHOOK_TRUSTED_TARGETS are origins, and refused in production", () => {
  const read = (WEBHOOK_TRUSTED_TARGETS: string, more = {}) => readConfig({ WEBHOOK_TRUSTED_TARGETS, ...more });
  const { webhook_trusted_targets } = read("http://127.0.0.1:9999, HTTPS://Hooks.Example:443/");
  assert.deepEqual([...webhook_trusted_targets], ["http://127.0.0.1:9999", "https://hooks.example"]);
  assert.equal(readConfig({ NODE_ENV: "production" }).webhook_trusted_targets.size, 0);
  for (const text of [
    "*",
    "localhost:9999",
    "http://localhost/hooks",
    "http://a@localhost",
    "http://localhost?a",
    "ftp://localhost",
    "http://a,",
  ])
    assert.throws(() => read(text), ConfigError, text);
  assert.throws(
    () => read("http://localhost:9999", { NODE_ENV: "production" }),
    (error) => error instanceof ConfigError && /^WEBHOOK_TRUSTED_TARGETS .*production/.test(error.problems.join()),
  );
});

test("WEBHOOK_SOURCE_ADDRESS is an address and WEBHOOK_FORMAT_ALIAS a name", () => {
  assert.equal(readConfig({ WEBHOOK_SOURCE_ADDRESS: "192.0.2.7" }).webhook_source_address, "192.0.2.7");
  assert.equal(readConfig({}).webhook_format_alias, "lms.v1");
  assert.throws(
    () => readConfig({ WEBHOOK_SOURCE_ADDRESS: "eth0", WEBHOOK_FORMAT_ALIAS: "Previous Name" }),
    (error) => error instanceof ConfigError && error.problems.length === 2,
  );
});

test("RETENTION_DAYS_MIN names kinds of records and days that an organisation could set", () => {
  const minimums = (RETENTION_DAYS_MIN: string) => readConfig({ RETENTION_DAYS_MIN }).retention_days_min;
  assert.deepEqual(readConfig({}).retention_days_min, {});
  assert.deepEqual(minimums(" request_log=90, people_who_left = 3650 "), { request_log: 90, people_who_left: 3_650 });
  for (const text of [
    "request_log",
    "request_log=0",
    "request_log=731",
    "request_log=90d",
    "request_log=90,request_log=91",
    "audit_log=365",
    "toString=1",
    "=5",
    "request_log=90,",
  ])
    assert.throws(() => minimums(text), ConfigError, text);
});
