import type { Change } from "../../platform/http/openapi/openapi.ts";

/** What each version of the contract has changed, newest first. CHANGELOG.md tells it in more detail. */
export const changelog: readonly Change[] = [
  {
    version: "0.60.0",
    changes: [
      "`GET /api/v1/users/{id}`; `status`, `email`, `q`, `updated_since` and `cursor` on `GET /api/v1/users`; `q`, `active` and `updated_since` on the reference lists.",
      "`GET /api/v1/enrollments`, `GET /api/v1/enrollments/{id}`, `POST /api/v1/enrollments/{id}/cancel` and `PATCH /api/v1/enrollments/{id}`.",
      "`GET /api/v1/compliance/matrix` with its summary and `as_of`; `/explain`, `/changes` and `/forecast` beside it; `GET /api/v1/certificates` and `/{id}`.",
      "`GET /api/v1/certificates/{id}/pdf`: a certificate as the panel prints it.",
      "Departments, contractor companies, groups with their members, and rules can be kept by clients: `POST` and `PATCH`, and of groups and rules `DELETE`, with the scopes `structure:read` and `structure:write`; `POST /api/v1/groups/{id}/members` moves up to 1,000 people.",
      "`POST /api/v1/attempts` and `/batch`: results of courses that are held elsewhere, each counted once by its `external_id`, with the scope `attempts:write`.",
      "`GET /api/v1/gate`: whether a person may do a work today, what is missing and until when yes holds, with the scope `gate:read`.",
      "Learning records by xAPI 1.0.3 below `/xapi/`, with the scopes `xapi:read` and `xapi:write`.",
      "`POST /api/v1/imports/users`: a file of people in one request, with a dry run.",
      "Webhooks: one subscription can be read, changed and deleted; `POST …/{id}/replay` delivers stored events again; `GET /api/v1/events` is a feed of them; this document describes each event under `webhooks`.",
      "Events of results, certificates and groups: `course.completed`, `course.failed`, `compliance.certified`, `compliance.expired`, `group.member_joined` and `group.member_left`.",
      "Events of people and of changed enrollments: `user.created`, `user.updated`, `user.deactivated`, `user.reactivated` and `enrollment.updated`, with the names of the fields that have changed.",
      "`compliance.status_changed`: each change of a person's compliance status for a course, with its reasons.",
      "Filters of a webhook subscription: `department_ids` and `course_ids`.",
      "`delivery_format` of a subscription may be `cloudevents.v1`: the same events as CloudEvents 1.0.",
      "`user.anonymized`: the data of a person were erased, and the record shows the status `anonymized`.",
      "A person's manager: `manager_id` and `manager_employee_no` of a person, and the filter `manager_id` with `include_indirect_reports` on `GET /api/v1/users`.",
      "SCIM 2.0 at `/scim/v2/{tenant_code}`.",
      "Sandbox organisations: a clock that moves, and a learner's progress (`/api/v1/sandbox/…`).",
      "`ETag` with `If-None-Match` and `If-Match`; `Idempotency-Key` on POST; `X-Request-Id` on every answer.",
      "Problem bodies carry `code` and `request_id`, 422 names every field at fault in `errors`, and each problem `type` resolves to a page with its cause and remedy.",
      "Answers to GET, and to SCIM, come compressed by Brotli or gzip where `Accept-Encoding` takes it; their `ETag` is weak.",
      "`POST /api/v1/imports/users` takes `application/octet-stream` with `format=csv` or `ndjson`, for libraries that know neither.",
      "The token endpoint takes `client_id` and `client_secret` in the form, as an alternative to HTTP Basic; `GET /.well-known/oauth-authorization-server` is the metadata of RFC 8414.",
      "A client may sign its token requests instead of sending a secret (`private_key_jwt`, RFC 7523): `client_assertion_type` and `client_assertion` in the form.",
      "Access tokens may be bound to a key of the client (DPoP, RFC 9449), and a client may be set to have no others: the header `DPoP`, `token_type` `DPoP`, `dpop_bound_access_tokens` of `GET /api/v1/client`.",
      "`RateLimit` beside the four headers of limits: what is available under each limit.",
      "`Deprecation` and `Sunset` on deprecated operations, and one mail to the IT administrators. None is deprecated yet.",
    ],
  },
  {
    version: "0.59.0",
    changes: [
      "Reference lists `GET /api/v1/departments`, `/contractors`, `/course-catalog`.",
      "`POST /api/v1/users` accepts `department_name` and `contractor_name` instead of identifiers.",
      "`POST /api/v1/enrollments` accepts `employee_no` and `course_code` instead of identifiers.",
      "Enrollments apply course licences: 422 for path-only or expired licences, 409 `SEAT_LIMIT_REACHED` for a full seat-based licence.",
    ],
  },
  {
    version: "0.58.0",
    changes: [
      "Stable API host independent of the data-centre node.",
      "Public OpenAPI document at `/openapi.json`.",
      "Webhook delivery format renamed `platform.v1` (payload and signature unchanged; previous name still accepted on create and update).",
    ],
  },
];
