import { readFileSync } from "node:fs";
import type { Description } from "../../platform/http/openapi/openapi.ts";
import { changelog } from "./changelog.ts";

/** The version in package.json, which is that of the program and of its contract. */
export const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** The parts of the contract besides its operations. */
export function descriptionOf(base_url: string): Description {
  return {
    title: "Training Platform Integration API",
    version,
    text: text(base_url),
    base_url,
    tags: {
      Authentication: "Access tokens by OAuth 2.0 client credentials. An API key needs no call at all.",
      Client: "The client that is calling: what it may do, and how much of its limits is left.",
      "Reference lists":
        "Departments, contractor companies and the course catalogue: read them once, and again when they change.",
      Users: "People: employees and contractors. `employee_no` is the natural key; internal ids need not be stored.",
      Structure:
        "What people belong to, and which courses that brings: departments, contractor companies, groups and rules, kept by a client instead of in the panel.",
      Enrollments: "Courses assigned to people.",
      Certificates: "Evidence that a course was completed, here or elsewhere, and until when it holds.",
      Compliance: "Where each person stands in each required course.",
      Webhooks:
        "Subscriptions of the client's own HTTPS endpoint to events, and what was delivered. What a subscription is sent stands under `webhooks` of this document. Any 2xx within 5 seconds acknowledges a delivery; otherwise it is tried again after 60 s, 5 min, 30 min and 2 h. Delivery is at least once and in no particular order: deduplicate by event id, and read the current state. After 5 failures in a row a subscription is degraded, after 20 or three days of failures disabled; what happens meanwhile waits for up to 30 days. What a receiver has lost is read from the feed of events, or replayed.",
      "Webhook events":
        "Requests that this service sends to a subscription's `target_url`: one operation for each type of event.",
      SCIM: "Provisioning by an identity provider (RFC 7643, RFC 7644).",
      Sandbox:
        "Organisations for trying things out have a clock that can be moved forward, and learners whose progress can be reported. In a live organisation these addresses do not exist.",
      Service: "The service itself. No credentials needed, no quota used.",
    },
    scopes: {
      "users:read": "Read people and the reference lists of departments and contractors.",
      "users:write": "Create and change people.",
      "enrollments:write": "Assign courses, and read the catalogue and the assignments.",
      "compliance:read": "Read compliance, assignments and the catalogue.",
      "webhooks:manage": "Manage the client's own webhook subscriptions, and read the organisation's events.",
      scim: "Provision people and groups by SCIM 2.0.",
      "structure:read": "Read groups with their members, and rules.",
      "structure:write": "Keep departments, contractor companies, groups with their members, and rules.",
      "attempts:write": "Report results of courses that are held elsewhere.",
      "gate:read": "Ask at a gate whether a person may do a work today.",
      "xapi:read": "Read learning records (xAPI): statements and documents.",
      "xapi:write": "Store learning records (xAPI), and void statements.",
    },
    changelog,
  };
}

function text(base_url: string): string {
  return `Connects an HR system, an identity provider or a reporting tool with the training platform of an organisation.

**Version ${version}** is the contract of the specification's version 0.59.0 with what has been added since: a client that was written for 0.59.0 works unchanged. The changelog below lists every addition.

**Four steps of an integration:** read the reference lists; synchronise people (look up by \`employee_no\`, create, update); assign courses; read compliance.

**Every \`/api/v1\` request** names the organisation in \`X-Tenant-Code\` and carries either \`X-API-Key\` or \`Authorization: Bearer\`, not both. An authentication failure is 401 without a reason. Twenty failures a minute block the source address for ten minutes.

**Limits.** Each client has one token bucket for all its keys and tokens (20 requests a minute, bursts of 30) and 5,000 requests a UTC day, unless agreed otherwise. Every answer to an authenticated client carries \`RateLimit-Limit\`, \`-Remaining\`, \`-Reset\` and \`-Policy\`, and \`RateLimit\` with each limit by itself; a 429 also \`Retry-After\`, and it used no quota. A request body may have 1 MiB.

**Errors** are Problem Details (RFC 9457). \`code\` is machine-readable and stable; \`type\` resolves to a page with cause and remedy ([all of them](${base_url}/problems)). 400 cannot be read as JSON; 422 was read but is not acceptable, and names each field.

**Retry** 429, 502, 503, 504 and network errors with exponential backoff and jitter, honouring \`Retry-After\`; other 4xx only after changing the request. A repeated create is safe: 409 means that it exists.

**Compatibility.** Within v1 only compatible changes are made: new endpoints, optional parameters, response fields, enum values and problems. Ignore unknown fields, tolerate unknown enum values, and handle a problem whose \`code\` is unknown by its status. A deprecated operation answers with \`Deprecation\` and \`Sunset\`, at least twelve months before it may go.

Timestamps are RFC 3339 in UTC with milliseconds, dates \`YYYY-MM-DD\` in the organisation's time zone, ids UUIDs. A field without a value is \`null\`, never left out; in what is created, the null of an optional member is the absence of a value. Unknown query parameters are ignored; unknown members of a body are refused.`;
}
