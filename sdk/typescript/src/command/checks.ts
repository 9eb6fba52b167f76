// `doctor` and `scim check`: a list of checks, each with its result and what to do.
import { ProblemError } from "../errors.ts";
import { version } from "../generated/operations.ts";
import type { AnswerFacts, Query } from "../transport.ts";
import { isSet, onlyArgument, readArguments, type Given, type Task } from "./arguments.ts";
import { exit_codes, usageFault, type ExitCode } from "./exit.ts";
import type { Output } from "./output.ts";

type Verdict = "ok" | "wrong" | "warning" | "unknown";
export type Check = { check: string; verdict: Verdict; found: string; remedy?: string };

const check_timeout_ms = 10_000;
const clock_tolerance_s = 60;

const doctorOptions = {} as const;

/** A cheap read for each scope. */
const probes: readonly { scope: string; path: string; query?: Query }[] = [
  { scope: "users:read", path: "/api/v1/users", query: { limit: 1 } },
  { scope: "enrollments:write", path: "/api/v1/enrollments", query: { limit: 1 } },
  { scope: "compliance:read", path: "/api/v1/compliance/matrix", query: { limit: 1 } },
  { scope: "webhooks:manage", path: "/api/v1/webhooks/subscriptions" },
];

/** Checks everything that an integration needs, from this machine and with its settings. It changes nothing. */
export async function doctor(args: readonly string[], prepare: (given: Given) => Task): Promise<ExitCode> {
  const given = readArguments(args, doctorOptions);
  const { muster, output, setting, signal } = prepare(given);
  const checks: Check[] = [
    {
      check: "Node.js",
      verdict: Number(process.versions.node.split(".")[0]) >= 20 ? "ok" : "wrong",
      found: process.version,
      remedy: "Install Node 20 or newer.",
    },
  ];
  const reached = await reach(setting.base_url, signal);
  checks.push(...reached.checks);
  if (reached.up) {
    let facts: AnswerFacts | null = null;
    let refused = false;
    for (const { scope, path, query = {} } of probes) {
      // A wrong secret is tried only once, because twenty failures block the address.
      if (refused) break;
      try {
        await muster.request(
          { method: "GET", path, query },
          { signal, deadlineMs: check_timeout_ms, onAnswer: (answer) => void (facts = answer) },
        );
        checks.push({ check: `scope ${scope}`, verdict: "ok", found: "granted" });
      } catch (error) {
        refused = error instanceof ProblemError && error.status === 401;
        checks.push(refused ? refusedCredentials(setting.tenant_code) : faultOf(`scope ${scope}`, error));
      }
    }
    if (facts !== null) checks.push(limitsOf(facts));
  }
  return report(output, checks);
}

async function reach(base_url: string, signal: AbortSignal): Promise<{ up: boolean; checks: Check[] }> {
  const name = "address";
  try {
    const asked_at = Date.now();
    const response = await fetch(`${base_url.replace(/\/+$/, "")}/openapi.json`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(check_timeout_ms)]),
      redirect: "manual",
    });
    const its = await versionOf(response);
    if (its === null) return { up: false, checks: [notMuster(base_url, response)] };
    const skew_s = (Date.parse(response.headers.get("date") ?? "") - (asked_at + Date.now()) / 2) / 1_000;
    return {
      up: true,
      checks: [
        {
          check: name,
          verdict: base_url.startsWith("https:") || /\/\/(localhost|127\.)/.test(base_url) ? "ok" : "warning",
          found: base_url,
          remedy: "Use https://, or the secret travels readably.",
        },
        {
          check: "contract",
          verdict: its === version ? "ok" : "warning",
          found: `the service says ${its}, this command was made for ${version}`,
          remedy: "Within v1 both work together; install the same version for everything new.",
        },
        clockCheck(skew_s),
      ],
    };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return {
      up: false,
      checks: [
        {
          check: name,
          verdict: "wrong",
          found: `${base_url}: ${cause?.code ?? cause?.message ?? (error as Error).message}`,
          remedy: "Look at the address, the network and, where there is one, the proxy.",
        },
      ],
    };
  }
}

/** The contract's version at that address; null: there is no contract. */
async function versionOf(response: Response): Promise<string | null> {
  // The body of a redirect or an error is no contract.
  const contract = (await response.json().catch(() => null)) as { info?: { version?: string } } | null;
  return contract?.info?.version ?? null;
}

function notMuster(base_url: string, { status, headers }: Response): Check {
  const location = headers.get("location");
  return {
    check: "address",
    verdict: "wrong",
    found:
      location === null
        ? `${base_url}: no contract of the service is there (${status})`
        : `${base_url} leads to ${location} (${status})`,
    remedy: "Set MUSTER_BASE_URL to the service's own address, as the IT administrator was shown it: https://… without /api/v1.",
  };
}

function clockCheck(skew_s: number): Check {
  if (Number.isNaN(skew_s)) return { check: "clock", verdict: "unknown", found: "the service sent no Date" };
  const verdict = Math.abs(skew_s) <= clock_tolerance_s ? "ok" : "warning";
  return {
    check: "clock",
    verdict,
    found: `${Math.round(Math.abs(skew_s))} s from the service's`,
    remedy: "Set the clock: webhooks are refused when it is five minutes off.",
  };
}

function refusedCredentials(tenant_code: string): Check {
  return {
    check: "credentials",
    verdict: "wrong",
    found: "401, of which the service never tells the reason",
    remedy: `Ask the IT administrator to look at the client's log: is "${tenant_code}" the tenant code, the secret whole and current, the client enabled, and this address on its list?`,
  };
}

function faultOf(check: string, error: unknown): Check {
  if (!(error instanceof ProblemError)) return { check, verdict: "unknown", found: (error as Error).message };
  if (error.status === 403)
    return {
      check,
      verdict: "warning",
      found: "not granted",
      remedy: "Where the integration needs it, the IT administrator grants it.",
    };
  return { check, verdict: "unknown", found: `${error.status} ${error.code}: ${error.detail}` };
}

function limitsOf({ rateLimitPolicy, rateLimitRemaining }: AnswerFacts): Check {
  return {
    check: "limits",
    verdict: "ok",
    found: `${rateLimitPolicy ?? "not told"}; ${rateLimitRemaining ?? "?"} requests left now`,
  };
}

const scimCheckOptions = { write: { type: "boolean", default: false } } as const;

/**
 * Sends SCIM requests as an identity provider does. It only reads, unless --write allows it to create, change and delete one
 * user.
 */
export async function scimCheck(
  args: readonly string[],
  _prepare: unknown,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const given = readArguments(args, scimCheckOptions);
  const url = onlyArgument(given, "tenant URL (https://…/scim/v2/TENANT_CODE)").replace(/\/+$/, "");
  const token = process.env["MUSTER_SCIM_TOKEN"] ?? process.env["MUSTER_API_KEY"];
  if (!/\/scim\/v2\/[^/]+$/.test(url)) throw usageFault("The tenant URL ends with /scim/v2/TENANT_CODE.");
  if (!token) throw usageFault("Set MUSTER_SCIM_TOKEN to the secret of a client with the scope scim.");
  const checks: Check[] = [];
  const ask = scimCaller(url, token, signal);
  for (const [path, test] of scim_reads) {
    const answer = await ask("GET", path);
    const fault = answer.status === 200 ? test(answer.body) : `${answer.status} ${answer.detail}`;
    checks.push({
      check: `GET ${path}`,
      verdict: fault === null ? "ok" : "wrong",
      found: fault ?? "as RFC 7644 wants it",
      ...scimRemedy(answer.status),
    });
    if (answer.status === 401 || answer.status === 0) break;
  }
  if (isSet(given, "write") && checks.every(({ verdict }) => verdict === "ok")) checks.push(...(await writeChecks(ask)));
  return report(output, checks);
}

type ScimAnswer = { status: number; body: any; detail: string };
type Ask = (method: string, path: string, body?: object) => Promise<ScimAnswer>;

function scimCaller(url: string, token: string, signal: AbortSignal): Ask {
  return async (method, path, body) => {
    try {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/scim+json",
        "content-type": "application/scim+json",
      };
      const response = await fetch(url + path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.any([signal, AbortSignal.timeout(check_timeout_ms)]),
      });
      const text = await response.text();
      const parsed = text === "" ? null : JSON.parse(text);
      return { status: response.status, body: parsed, detail: (parsed?.detail as string | undefined) ?? "" };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return {
        status: 0,
        body: null,
        detail: (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message,
      };
    }
  };
}

const hasList = (body: any) => (Array.isArray(body?.Resources) ? null : "the answer holds no Resources");
const scim_reads: readonly (readonly [string, (body: any) => string | null])[] = [
  ["/ServiceProviderConfig", (body) => (body?.patch?.supported === true ? null : "PATCH is not said to be supported")],
  ["/ResourceTypes", hasList],
  ["/Schemas", hasList],
  ["/Users?count=1", hasList],
  ["/Groups?count=1", hasList],
  [
    `/Users?filter=${encodeURIComponent('userName eq "no-such-user@muster-sync.invalid"')}`,
    (body) => (body?.totalResults === 0 ? null : "a filter on a userName that does not exist found people"),
  ],
];

function scimRemedy(status: number): { remedy: string } {
  if (status === 401)
    return {
      remedy:
        "Look at the tenant code in the address and at the secret; the client needs the scope scim and must not be disabled.",
    };
  if (status === 403) return { remedy: "The client needs the scope scim." };
  return { remedy: "Look at the address; the panel shows it under SCIM." };
}

async function writeChecks(ask: Ask): Promise<Check[]> {
  const userName = `muster-sync-${Date.now()}@muster-sync.invalid`;
  const user = {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName,
    name: { givenName: "Muster", familyName: "Sync" },
    emails: [{ value: userName, primary: true }],
    active: true,
  };
  const made = await ask("POST", "/Users", user);
  const checks = [checkOf("POST /Users", made, 201)];
  if (made.status !== 201) return checks;
  const at = `/Users/${made.body.id}`;
  const operations = {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations: [{ op: "replace", path: "active", value: false }],
  };
  checks.push(checkOf("PATCH /Users/{id}, active false", await ask("PATCH", at, operations), 200));
  checks.push(checkOf("DELETE /Users/{id}", await ask("DELETE", at), 204));
  checks.push(checkOf("GET /Users/{id} of a deleted user", await ask("GET", at), 404));
  return checks;
}

function checkOf(check: string, { status, detail }: ScimAnswer, expected: number): Check {
  return {
    check,
    verdict: status === expected ? "ok" : "wrong",
    found: `${status} ${status === expected ? "" : detail}`.trim(),
    ...scimRemedy(status),
  };
}

const signs: Readonly<Record<Verdict, string>> = { ok: "✓", wrong: "✗", warning: "!", unknown: "?" };

function report(output: Output, checks: readonly Check[]): ExitCode {
  for (const one of checks) {
    const remedy = one.verdict === "ok" || one.remedy === undefined ? "" : `\n    ${one.remedy}`;
    output.result(`${signs[one.verdict]} ${one.check}: ${one.found}${remedy}`, {
      ...one,
      remedy: remedy === "" ? undefined : one.remedy,
    });
  }
  return checks.some(({ verdict }) => verdict === "wrong") ? exit_codes.failed : exit_codes.done;
}
