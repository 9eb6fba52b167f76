// Made by `npm run generate` from openapi.json; do not edit.

import type { Call, CallOptions, ChangeOptions, UploadBody, WriteOptions } from "../transport.ts";
import { Walk } from "../walk.ts";
import type {
  AdvanceSandboxClockRequest,
  AssignCourseRequest,
  AssignCoursesRequest,
  Attempt,
  AttemptBatchAnswer,
  AuthorizationServerMetadata,
  CancelEnrollmentRequest,
  Certificate,
  CertificateList,
  CertificateStatus,
  ChangeContractorRequest,
  ChangeDepartmentRequest,
  ChangeEnrollmentRequest,
  ChangeGroupRequest,
  ChangePreview,
  ChangeRuleRequest,
  ChangeSubscriptionRequest,
  ChangeUserRequest,
  ComplianceCertifiedEvent,
  ComplianceChanges,
  ComplianceExpiredEvent,
  ComplianceExplanation,
  ComplianceFlag,
  ComplianceForecast,
  ComplianceMatrix,
  ComplianceStatusChangedEvent,
  Contractor,
  ContractorList,
  Course,
  CourseCompletedEvent,
  CourseFailedEvent,
  CourseList,
  CreateContractorRequest,
  CreateDepartmentRequest,
  CreateGroupRequest,
  CreateRuleRequest,
  CreateSubscriptionRequest,
  CreateUserRequest,
  DeliveryStatus,
  Department,
  DepartmentList,
  EnableSubscriptionRequest,
  Enrollment,
  EnrollmentAssignedEvent,
  EnrollmentBatchAnswer,
  EnrollmentCancelledEvent,
  EnrollmentList,
  EnrollmentSource,
  EnrollmentStatus,
  EnrollmentUpdatedEvent,
  EventFeed,
  EventType,
  FeedEventType,
  GateAnswer,
  Group,
  GroupKind,
  GroupList,
  GroupMember,
  GroupMemberJoinedEvent,
  GroupMemberLeftEvent,
  GroupMemberList,
  GroupMembersMoved,
  ImportFormat,
  Language,
  Liveness,
  MatrixRow,
  MoveGroupMembersRequest,
  NewWebhookSubscription,
  OwnClient,
  PeopleImport,
  Person,
  PersonList,
  PersonStatus,
  PingSubscriptionRequest,
  PreviewRuleRequest,
  ProblemDescription,
  ProblemDescriptionList,
  ReadinessReport,
  ReplayEventsRequest,
  ReportAttemptRequest,
  ReportAttemptsRequest,
  ReportLearnerProgressRequest,
  RetryDeliveryByIdRequest,
  RetryDeliveryRequest,
  RotateSubscriptionSecretRequest,
  RotatedSecret,
  Rule,
  RuleList,
  SandboxClock,
  UserAnonymizedEvent,
  UserCreatedEvent,
  UserDeactivatedEvent,
  UserReactivatedEvent,
  UserUpdatedEvent,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookPing,
  WebhookReplay,
  WebhookSubscription,
  WebhookSubscriptionList,
  WorkerType,
} from "./types.ts";

/** The version of the contract that this was made from. */
export const version = "0.60.0";

/** What `listDepartments` can be asked. */
export type ListDepartmentsQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice. */
  updated_since?: string;
  /** Part of the name or code; case and diacritics do not count. */
  q?: string;
  /** Only departments that are, or are not, in use; without it, both. */
  active?: boolean;
};

/** What `listContractors` can be asked. */
export type ListContractorsQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice. */
  updated_since?: string;
  /** Part of the name, code or tax number; case and diacritics do not count. */
  q?: string;
  /** Only companies that are, or are not, in use; without it, both. */
  active?: boolean;
};

/** What `listGroups` can be asked. */
export type ListGroupsQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice. */
  updated_since?: string;
  /** Part of the name or code; case and diacritics do not count. */
  q?: string;
  kind?: GroupKind;
};

/** What `listGroupMembers` can be asked. */
export type ListGroupMembersQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
};

/** What `listRules` can be asked. */
export type ListRulesQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice. */
  updated_since?: string;
  /** Part of the name; case and diacritics do not count. */
  q?: string;
  /** Only rules that are, or are not, switched on; without it, both. */
  active?: boolean;
};

/** What `listUsers` can be asked. */
export type ListUsersQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice. */
  updated_since?: string;
  /** Exactly this one; letter case does not count. */
  employee_no?: string;
  department_id?: string;
  /** With `department_id`: also the people of all departments below it. */
  include_subdepartments?: boolean;
  worker_type?: WorkerType;
  contractor_id?: string;
  /** The people of this manager. */
  manager_id?: string;
  /** With `manager_id`: also the people of these people, down to the last. */
  include_indirect_reports?: boolean;
  status?: PersonStatus;
  /** Exactly this address; letter case does not count. */
  email?: string;
  /** Part of the name, employee number, login or e-mail address; case and diacritics do not count. */
  q?: string;
};

/** What `listCourses` can be asked. */
export type ListCoursesQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice. */
  updated_since?: string;
  /** Only courses that can, or cannot, be assigned today. */
  assignable?: boolean;
  /** Part of the title or code; case and diacritics do not count. */
  q?: string;
  /** Only courses that are, or are not, in use. */
  active?: boolean;
};

/** What `listEnrollments` can be asked. */
export type ListEnrollmentsQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice. */
  updated_since?: string;
  /** Only of the person with this employee number. */
  employee_no?: string;
  /** Only of this person. */
  user_id?: string;
  /** Only of the course with this code. */
  course_code?: string;
  status?: EnrollmentStatus;
  source?: EnrollmentSource;
};

/** What `listCertificates` can be asked. */
export type ListCertificatesQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice. */
  updated_since?: string;
  /** Only of the person with this employee number. */
  employee_no?: string;
  /** Only of this person. */
  user_id?: string;
  /** Only of the course with this code. */
  course_code?: string;
  /** Only those that are so today. */
  status?: CertificateStatus;
};

/** What `printCertificate` can be asked. */
export type PrintCertificateQuery = {
  /** Of the words around what the organisation writes. Default: that of Accept-Language, else en. */
  language?: Language;
};

/** What `readComplianceMatrix` can be asked. */
export type ReadComplianceMatrixQuery = {
  /** People of this department itself. */
  department_id?: string;
  /** Only this course, and only people who must be trained in it. */
  course_code?: string;
  /** Departments whose name contains this; if none does, those whose name is like it: one typo in each word is overlooked. Case, diacritics and extra spaces do not count. Beside `department_id` both must hold. */
  department_query?: string;
  /** Only people whose worst flag in scope is this one. The summary does not heed it. */
  compliance_flag?: ComplianceFlag;
  worker_type?: WorkerType;
  /** People of this company. */
  contractor_id?: string;
  /** A date or a timestamp from 1900 on, not in the future: the matrix as it stood at the end of a date in the organisation's time zone, or at an instant. Names, and the departments that `department_query` finds, are those of today. */
  as_of?: string;
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
};

/** What `explainCompliance` can be asked. */
export type ExplainComplianceQuery = {
  /** The person; or send `user_id`. */
  employee_no?: string;
  user_id?: string;
  /** The course; or send `course_id`. */
  course_code?: string;
  course_id?: string;
  /** A date, not after today: what was known at its end. Without it, or for today: what the facts say now. */
  as_of?: string;
};

/** What `listComplianceChanges` can be asked. */
export type ListComplianceChangesQuery = {
  /** Entries on one page. */
  limit?: number;
  /** A cursor as it was received: `next_cursor` or `resume_cursor` of the page before. Opaque; knows `since`. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339: only changes at or after it. Not together with `cursor`. */
  since?: string;
};

/** What `forecastCompliance` can be asked. */
export type ForecastComplianceQuery = {
  /** People of this department itself. */
  department_id?: string;
  /** Only this course, and only people who must be trained in it. */
  course_code?: string;
  /** Weeks of seven days, the first one begins today. */
  weeks?: number;
};

/** What `askGate` can be asked. */
export type AskGateQuery = {
  /** Names the person; or send user_id. */
  employee_no?: string;
  /** Names the person; or send employee_no. */
  user_id?: string;
  /** The work: a course, or a learning path, of which each mandatory course is needed. Default: what is required of the person. */
  course_code?: string;
};

/** What `listSubscriptions` can be asked. */
export type ListSubscriptionsQuery = {
  /** The calling client's own id, which changes nothing; any other one is refused. */
  client_id?: string;
};

/** What `listDeliveries` can be asked. */
export type ListDeliveriesQuery = {
  /** Entries on one page. */
  limit?: number;
  /** Entries to skip. */
  offset?: number;
  /** A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque. */
  cursor?: string;
  /** Only those in this status. */
  status?: DeliveryStatus;
  /** Only of events of this type. */
  event_type?: EventType;
  /** Only of this event. */
  event_id?: string;
  /** A timestamp from 1900 on, RFC 3339: only those created at or after it. */
  since?: string;
  /** A timestamp from 1900 on, RFC 3339: only those created before it. */
  until?: string;
};

/** What `listEvents` can be asked. */
export type ListEventsQuery = {
  /** Entries on one page. */
  limit?: number;
  /** A cursor as it was received: `next_cursor` or `resume_cursor` of the page before. Opaque; knows `since`. */
  cursor?: string;
  /** A timestamp from 1900 on, RFC 3339: only events created at or after it. Not together with `cursor`. */
  since?: string;
  /** Only events of this type; may change from page to page. */
  type?: FeedEventType;
};

/** What `importUsers` can be asked. */
export type ImportUsersQuery = {
  /** Tells what would happen, and changes nothing. */
  dry_run?: boolean;
  /** The file lists all people: active people who are not in it are deactivated, people in it who have left come back, unless their row says that the employment has ended, or their company's contract has; such a row creates no new person either. People who are managed by SCIM, or were created after the upload, stay. */
  deactivate_missing?: boolean;
  /** With `deactivate_missing`: if more of the active people would be deactivated, the whole import fails and changes nothing. */
  max_deactivate_percent?: number;
  /** With `application/octet-stream`: what the file is. Default: csv. The other media types say it themselves. */
  format?: ImportFormat;
};

export class Service {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Read where and how tokens are issued.
   *
   * OAuth 2.0 authorization server metadata (RFC 8414), for libraries that configure themselves. A token request also names the organisation in X-Tenant-Code, for which the metadata has no word.
   *
   * Problems: `VALIDATION_FAILED`.
   */
  authorizationServer(options: CallOptions = {}): Promise<AuthorizationServerMetadata> {
    return this.#call<AuthorizationServerMetadata>({ method: "GET", path: "/.well-known/oauth-authorization-server" }, options);
  }

  /**
   * Read this document.
   *
   * Problems: `VALIDATION_FAILED`.
   */
  contract(options: CallOptions = {}): Promise<{ [name: string]: unknown }> {
    return this.#call<{ [name: string]: unknown }>({ method: "GET", path: "/openapi.json" }, options);
  }

  /**
   * List the kinds of problems.
   *
   * A page for people; JSON when Accept names application/json and not text/html.
   *
   * Problems: `VALIDATION_FAILED`.
   */
  problems(options: CallOptions = {}): Promise<ProblemDescriptionList> {
    return this.#call<ProblemDescriptionList>({ method: "GET", path: "/problems" }, options);
  }

  /**
   * Read what a problem `type` means.
   *
   * A page for people; JSON when Accept names application/json and not text/html.
   *
   * Problems: `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  problem(slug: string, options: CallOptions = {}): Promise<ProblemDescription> {
    return this.#call<ProblemDescription>({ method: "GET", path: `/problems/${encodeURIComponent(slug)}` }, options);
  }

  /**
   * Read the JSON Schema of an event type.
   *
   * The same as in this document's `webhooks`, as a document of its own, for receivers that validate what they get.
   *
   * Problems: `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  eventSchema(type: string, options: CallOptions = {}): Promise<{ [name: string]: unknown }> {
    return this.#call<{ [name: string]: unknown }>({ method: "GET", path: `/schemas/events/${encodeURIComponent(type)}` }, options);
  }

  /**
   * Is the process alive?.
   *
   * Always 200 while the process can answer at all, whatever the database does.
   *
   * Problems: `VALIDATION_FAILED`.
   */
  liveness(options: CallOptions = {}): Promise<Liveness> {
    return this.#call<Liveness>({ method: "GET", path: "/healthz" }, options);
  }

  /**
   * Does the process want requests?.
   *
   * Problems: `VALIDATION_FAILED`.
   */
  readiness(options: CallOptions = {}): Promise<ReadinessReport> {
    return this.#call<ReadinessReport>({ method: "GET", path: "/readyz" }, options);
  }
}

export class Client {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Read the client that is calling.
   *
   * Name, organisation, scopes, limits and what is used of them. Needs no scope and takes no token of the rate limit, so that it answers also where that is used up; at most 60 times within a minute, else 429 with `limit_name` `own_client`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(options: CallOptions = {}): Promise<OwnClient> {
    return this.#call<OwnClient>({ method: "GET", path: "/api/v1/client" }, options);
  }
}

export class Departments {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List departments.
   *
   * All departments of the organisation, in the order of their names. Send the ETag back as If-None-Match: 304 saves the body.
   *
   * Scope: `users:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListDepartmentsQuery = {}, options: CallOptions = {}): Promise<DepartmentList> {
    return this.#call<DepartmentList>({ method: "GET", path: "/api/v1/departments", query }, options);
  }

  /**
   * List departments, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`updated_since`).
   */
  each(query: ListDepartmentsQuery = {}, options: CallOptions = {}): Walk<Department> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "departments", by: "cursor" });
  }

  /**
   * Create a department.
   *
   * Its code is unique, whatever its letter case: a create that is repeated is refused with 422 ALREADY_TAKEN.
   *
   * Scope: `structure:write`.
   *
   * Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  create(body: CreateDepartmentRequest, options: WriteOptions = {}): Promise<Department> {
    return this.#call<Department>({ method: "POST", path: "/api/v1/departments", body, takesKey: true }, options);
  }

  /**
   * Read a department.
   *
   * Scope: `users:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<Department> {
    return this.#call<Department>({ method: "GET", path: `/api/v1/departments/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a department.
   *
   * JSON Merge Patch (RFC 7396). Renamed, moved (`parent_id`, null for the top), taken out of use (`active: false`: 409 while active people or sub-departments belong to it) or brought back. After a move, rules and dynamic groups are evaluated in the background.
   *
   * Scope: `structure:write`.
   *
   * Problems: `NOT_FOUND`, `PLACE_STATE_BLOCKED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  change(id: string, body: ChangeDepartmentRequest, options: ChangeOptions = {}): Promise<Department> {
    return this.#call<Department>({ method: "PATCH", path: `/api/v1/departments/${encodeURIComponent(id)}`, body }, options);
  }
}

export class Contractors {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List contractor companies.
   *
   * All contractor companies of the organisation, in the order of their names. Send the ETag back as If-None-Match: 304 saves the body.
   *
   * Scope: `users:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListContractorsQuery = {}, options: CallOptions = {}): Promise<ContractorList> {
    return this.#call<ContractorList>({ method: "GET", path: "/api/v1/contractors", query }, options);
  }

  /**
   * List contractor companies, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`updated_since`).
   */
  each(query: ListContractorsQuery = {}, options: CallOptions = {}): Walk<Contractor> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "contractors", by: "cursor" });
  }

  /**
   * Create a contractor company.
   *
   * Its code is unique, whatever its letter case: a create that is repeated is refused with 422 ALREADY_TAKEN.
   *
   * Scope: `structure:write`.
   *
   * Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  create(body: CreateContractorRequest, options: WriteOptions = {}): Promise<Contractor> {
    return this.#call<Contractor>({ method: "POST", path: "/api/v1/contractors", body, takesKey: true }, options);
  }

  /**
   * Read a contractor company.
   *
   * Scope: `users:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<Contractor> {
    return this.#call<Contractor>({ method: "GET", path: `/api/v1/contractors/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a contractor company.
   *
   * JSON Merge Patch (RFC 7396). `active: false` takes it out of use (409 while active people belong to it), `true` brings it back. At the end of `contract_valid_until` its people are deactivated.
   *
   * Scope: `structure:write`.
   *
   * Problems: `NOT_FOUND`, `PLACE_STATE_BLOCKED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  change(id: string, body: ChangeContractorRequest, options: ChangeOptions = {}): Promise<Contractor> {
    return this.#call<Contractor>({ method: "PATCH", path: `/api/v1/contractors/${encodeURIComponent(id)}`, body }, options);
  }
}

export class Groups {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List groups.
   *
   * In the order of their names. With `updated_since` also those that have ended (`retired_at`); who joins or leaves is no change of the group, but an event.
   *
   * Scope: `structure:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListGroupsQuery = {}, options: CallOptions = {}): Promise<GroupList> {
    return this.#call<GroupList>({ method: "GET", path: "/api/v1/groups", query }, options);
  }

  /**
   * List groups, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`updated_since`).
   */
  each(query: ListGroupsQuery = {}, options: CallOptions = {}): Walk<Group> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "groups", by: "cursor" });
  }

  /**
   * Create a group.
   *
   * Its code is unique. A dynamic group has `conditions`, and its members are found in the background; a manual one has none.
   *
   * Scope: `structure:write`.
   *
   * Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  create(body: CreateGroupRequest, options: WriteOptions = {}): Promise<Group> {
    return this.#call<Group>({ method: "POST", path: "/api/v1/groups", body, takesKey: true }, options);
  }

  /**
   * Read a group.
   *
   * Scope: `structure:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<Group> {
    return this.#call<Group>({ method: "GET", path: `/api/v1/groups/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a group.
   *
   * What is left out stays; `conditions` and `course_ids` are replaced as a whole. Of a group that an identity provider keeps, only what it asks for can be changed.
   *
   * Scope: `structure:write`.
   *
   * Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  change(id: string, body: ChangeGroupRequest, options: ChangeOptions = {}): Promise<Group> {
    return this.#call<Group>({ method: "PATCH", path: `/api/v1/groups/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * End a group for good.
   *
   * All members leave it in the background, as its `on_leave` says. Its code is free again.
   *
   * Scope: `structure:write`.
   *
   * Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  retire(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.#call<void>({ method: "DELETE", path: `/api/v1/groups/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List the members of a group.
   *
   * Scope: `structure:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  members(id: string, query: ListGroupMembersQuery = {}, options: CallOptions = {}): Promise<GroupMemberList> {
    return this.#call<GroupMemberList>({ method: "GET", path: `/api/v1/groups/${encodeURIComponent(id)}/members`, query }, options);
  }

  /** List the members of a group, all pages of them: one entry after the other, each page asked for when it is needed. */
  eachMembers(id: string, query: ListGroupMembersQuery = {}, options: CallOptions = {}): Walk<GroupMember> {
    return new Walk((place) => this.members(id, { ...query, ...place }, options), { member: "members", by: "cursor" });
  }

  /**
   * Let people join or leave a manual group.
   *
   * Up to 1000 rows in one transaction, answered in their order; a refused row holds up no other. Who joins is assigned the group's courses, who leaves keeps what `on_leave` says. Takes one token of the rate limit. Moved people times courses of the group, those of its learning paths included, may be 5000 (422 TOO_LONG).
   *
   * Scope: `structure:write`.
   *
   * Problems: `NOT_FOUND`, `GROUP_MANAGED_ELSEWHERE`, `MEMBERS_BY_CONDITIONS`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  moveMembers(id: string, body: MoveGroupMembersRequest, options: WriteOptions = {}): Promise<GroupMembersMoved> {
    return this.#call<GroupMembersMoved>({ method: "POST", path: `/api/v1/groups/${encodeURIComponent(id)}/members`, body, takesKey: true }, options);
  }
}

export class Rules {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List rules.
   *
   * In the order of their names. With `updated_since` also those that have ended (`retired_at`).
   *
   * Scope: `structure:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListRulesQuery = {}, options: CallOptions = {}): Promise<RuleList> {
    return this.#call<RuleList>({ method: "GET", path: "/api/v1/rules", query }, options);
  }

  /**
   * List rules, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`updated_since`).
   */
  each(query: ListRulesQuery = {}, options: CallOptions = {}): Walk<Rule> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "rules", by: "cursor" });
  }

  /**
   * Create a rule.
   *
   * Its name is unique. All people are evaluated by it in the background; `evaluation` says how far that is.
   *
   * Scope: `structure:write`.
   *
   * Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  create(body: CreateRuleRequest, options: WriteOptions = {}): Promise<Rule> {
    return this.#call<Rule>({ method: "POST", path: "/api/v1/rules", body, takesKey: true }, options);
  }

  /**
   * Read a rule.
   *
   * Scope: `structure:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<Rule> {
    return this.#call<Rule>({ method: "GET", path: `/api/v1/rules/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a rule.
   *
   * What is left out stays; `conditions` and `course_ids` are replaced as a whole. Followed in the background.
   *
   * Scope: `structure:write`.
   *
   * Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  change(id: string, body: ChangeRuleRequest, options: ChangeOptions = {}): Promise<Rule> {
    return this.#call<Rule>({ method: "PATCH", path: `/api/v1/rules/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * End a rule for good.
   *
   * It applies to no one any more; what it asked for ends as its `on_leave` says, in the background.
   *
   * Scope: `structure:write`.
   *
   * Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  retire(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.#call<void>({ method: "DELETE", path: `/api/v1/rules/${encodeURIComponent(id)}` }, options);
  }

  /**
   * See what saving a rule would do.
   *
   * The evaluation of the change itself, without writing; with `id`, of the rule that it would replace. All people are compared; enrollments and seats are worked out for a bounded number, which the answer names.
   *
   * Scope: `structure:write`.
   *
   * Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  preview(body: PreviewRuleRequest, options: WriteOptions = {}): Promise<ChangePreview> {
    return this.#call<ChangePreview>({ method: "POST", path: "/api/v1/rules/preview", body, takesKey: true }, options);
  }
}

export class Users {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List people.
   *
   * People in the order in which they were created, those who have left included unless `status` says otherwise. A filter by an unknown id finds no one. With `updated_since`: the people who have changed, the earliest change first; that their department, company or manager is renamed is no change of them.
   *
   * Scope: `users:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListUsersQuery = {}, options: CallOptions = {}): Promise<PersonList> {
    return this.#call<PersonList>({ method: "GET", path: "/api/v1/users", query }, options);
  }

  /**
   * List people, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`updated_since`).
   */
  each(query: ListUsersQuery = {}, options: CallOptions = {}): Walk<Person> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "users", by: "cursor" });
  }

  /**
   * Create a person.
   *
   * The department and the contractor company must exist; names are matched whatever their case, diacritics and extra spaces. The account has no password until the first sign-in. A create that is repeated after a timeout is safe: 409 means that the person exists. Courses that rules and dynamic groups ask for are assigned at once. Members of the record that cannot be set are accepted and ignored, so that a record that was read can be written.
   *
   * Scope: `users:write`.
   *
   * Problems: `PERSON_ALREADY_EXISTS`, `SANDBOX_FULL`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  create(body: CreateUserRequest, options: WriteOptions = {}): Promise<Person> {
    return this.#call<Person>({ method: "POST", path: "/api/v1/users", body, takesKey: true }, options);
  }

  /**
   * Read a person.
   *
   * Send the ETag back as If-None-Match to save the body, or as If-Match of a PATCH to change only what was read.
   *
   * Scope: `users:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<Person> {
    return this.#call<Person>({ method: "GET", path: `/api/v1/users/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a person.
   *
   * A JSON Merge Patch (RFC 7396), as application/json or application/merge-patch+json: what is left out stays, null clears an optional field, `attributes` is merged key by key. `active: false` deactivates the account: enrollments that were not started are cancelled, started ones withdrawn. `active: true` brings a deactivated account back; nothing is revived, but rules run again, and an `employment_end_date` that has passed is cleared unless the request sends one. Rules and dynamic groups follow every change at once: what newly applies is assigned, what no longer does is cancelled where it was not started. A change that changes nothing leaves `updated_at` and ETag as they are.
   *
   * Scope: `users:write`.
   *
   * Problems: `NOT_FOUND`, `MANAGED_ELSEWHERE`, `PERSON_ALREADY_EXISTS`, `PERSON_SUSPENDED`, `PERSON_ANONYMIZED`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  change(id: string, body: ChangeUserRequest, options: ChangeOptions = {}): Promise<Person> {
    return this.#call<Person>({ method: "PATCH", path: `/api/v1/users/${encodeURIComponent(id)}`, body }, options);
  }
}

export class Imports {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * See how an import stands.
   *
   * Ask again every few seconds while `status` is queued or running.
   *
   * Scope: `users:write`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<PeopleImport> {
    return this.#call<PeopleImport>({ method: "GET", path: `/api/v1/imports/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Read the report of an import.
   *
   * Every row that is not unchanged, with its changes, effects and errors; complete once the import is finished. A cell that a spreadsheet would take for a formula begins with an apostrophe.
   *
   * Scope: `users:write`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  report(id: string, options: CallOptions = {}): Promise<string> {
    return this.#call<string>({ method: "GET", path: `/api/v1/imports/${encodeURIComponent(id)}/report.csv`, asText: true }, options);
  }

  /**
   * Synchronise people from a file.
   *
   * One request for a whole company: people are looked up by `employee_no`, and created, changed or left as they are. The answer comes when the file has arrived, for which there are 30 seconds; the work goes on in the background. Compress nothing, and split what a slow line cannot carry.
   *
   * **CSV** as in RFC 4180: UTF-8, commas (or semicolons or tabs, where the header has them), a header row with the names of the fields of a person, custom attributes as `attributes.<key>`, lists in one cell separated by `|`. An apostrophe before what a spreadsheet would take for a formula (`'=`, `'+`, `'-`, `'@`), as exports have it, is left out. A column that is not there says nothing; an empty cell clears an optional field, and says nothing for `worker_type` and `active`. **NDJSON**: each line the body of a create or of a PATCH.
   *
   * A file that cannot be read to its end, names an unknown column or has more than 1,000,000 rows fails as a whole, with the line. A row that cannot be taken is reported and holds up no other one; an address that passes from one person to another does so within 250 rows or with the next import. `active` deactivates people and brings them back.
   *
   * Files of an organisation are carried out one after the other, in the order in which they began to arrive; a dry run waits for none. A file may have 64 MiB. An import that is repeated brings about the same state; Idempotency-Key is refused here.
   *
   * Scope: `users:write`.
   *
   * Problems: `TOO_MANY_IMPORTS`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  create(body: UploadBody, query: ImportUsersQuery = {}, options: WriteOptions = {}): Promise<PeopleImport> {
    return this.#call<PeopleImport>({ method: "POST", path: "/api/v1/imports/users", query, upload: body, mediaType: "application/octet-stream" }, options);
  }
}

export class Courses {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List courses and learning paths.
   *
   * The organisation's catalogue, in the order of the codes. `assignable` and `unassignable_reason` hold for the organisation's today: the first of inactive, license_expired and path_only that applies. A licence whose seats are all taken does not make a course unassignable; `license.seats_free` is 0 then. Send the ETag back as If-None-Match: 304 saves the body.
   *
   * Scope: `enrollments:write` or `compliance:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListCoursesQuery = {}, options: CallOptions = {}): Promise<CourseList> {
    return this.#call<CourseList>({ method: "GET", path: "/api/v1/course-catalog", query }, options);
  }

  /**
   * List courses and learning paths, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`updated_since`).
   */
  each(query: ListCoursesQuery = {}, options: CallOptions = {}): Walk<Course> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "courses", by: "cursor" });
  }
}

export class Enrollments {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List enrollments.
   *
   * In the order of their creation; with `updated_since` in the order of their changes. A filter by what does not exist finds nothing. What moves its flag, or the status of its certificate, from elsewhere, such as time, an exemption or a revocation, is no change of the enrollment: `GET /api/v1/compliance/changes` and the list of certificates tell of it.
   *
   * Scope: `enrollments:write` or `compliance:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListEnrollmentsQuery = {}, options: CallOptions = {}): Promise<EnrollmentList> {
    return this.#call<EnrollmentList>({ method: "GET", path: "/api/v1/enrollments", query }, options);
  }

  /**
   * List enrollments, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`updated_since`).
   */
  each(query: ListEnrollmentsQuery = {}, options: CallOptions = {}): Walk<Enrollment> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "enrollments", by: "cursor" });
  }

  /**
   * Assign a course or learning path to a person.
   *
   * Names the person by employee_no or user_id and the course by course_code or course_id. A learning path also assigns those of its courses in use that the person does not have in this cycle; they carry its id as parent_enrollment_id. Where all of them are completed already, so is the path at once. Checks, in this order: the request's shape, unknown person or course, existing enrollment (409), account, dates and cycle, assignability, seats (409). So a repeated request is answered with 409 ENROLLMENT_ALREADY_EXISTS whatever has happened since the first one; only a repetition across the turn of the cycle needs an explicit cycle_year or an Idempotency-Key. Emits enrollment.assigned for each enrollment.
   *
   * Scope: `enrollments:write`.
   *
   * Problems: `ENROLLMENT_ALREADY_EXISTS`, `SEAT_LIMIT_REACHED`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `COURSE_NOT_ASSIGNABLE`, `IDEMPOTENCY_KEY_REUSED`.
   */
  assign(body: AssignCourseRequest, options: WriteOptions = {}): Promise<Enrollment> {
    return this.#call<Enrollment>({ method: "POST", path: "/api/v1/enrollments", body, takesKey: true }, options);
  }

  /**
   * Read an enrollment.
   *
   * Scope: `enrollments:write` or `compliance:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<Enrollment> {
    return this.#call<Enrollment>({ method: "GET", path: `/api/v1/enrollments/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change the due date of an enrollment.
   *
   * JSON Merge Patch (RFC 7396): due_date is the only member that can change, null clears it; the record's other members are accepted and ignored. The open courses of a learning path that share its due date move with it.
   *
   * Scope: `enrollments:write`.
   *
   * Problems: `NOT_FOUND`, `ENROLLMENT_NOT_CHANGEABLE`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  change(id: string, body: ChangeEnrollmentRequest, options: ChangeOptions = {}): Promise<Enrollment> {
    return this.#call<Enrollment>({ method: "PATCH", path: `/api/v1/enrollments/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Cancel an enrollment that was not started.
   *
   * Frees its seat as the licence allows, and emits enrollment.cancelled. A learning path's courses that were not started are cancelled with it, but those that a rule or a group asks for besides. An enrollment that is cancelled already is answered with 200 and stays as it is, so that the request is safe to repeat.
   *
   * Scope: `enrollments:write`.
   *
   * Problems: `NOT_FOUND`, `ENROLLMENT_NOT_CANCELLABLE`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  cancel(id: string, body: CancelEnrollmentRequest = {}, options: WriteOptions = {}): Promise<Enrollment> {
    return this.#call<Enrollment>({ method: "POST", path: `/api/v1/enrollments/${encodeURIComponent(id)}/cancel`, body, takesKey: true }, options);
  }

  /**
   * Assign courses to many people.
   *
   * Up to 1000 rows, each with the members of `POST /api/v1/enrollments` and answered as there, in the order of the request; seats go to the first rows. A refused row holds up no other. One transaction: after a 5xx, repeat it. Takes one token of the rate limit. With the courses of learning paths, at most 5000 enrollments (422 TOO_LONG).
   *
   * Scope: `enrollments:write`.
   *
   * Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  assignBatch(body: AssignCoursesRequest, options: WriteOptions = {}): Promise<EnrollmentBatchAnswer> {
    return this.#call<EnrollmentBatchAnswer>({ method: "POST", path: "/api/v1/enrollments/batch", body, takesKey: true }, options);
  }
}

export class Attempts {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Report the result of an attempt at a course that is held elsewhere.
   *
   * For systems that hold courses themselves. The attempt counts to the person's oldest open enrollment in the course, or to that of `cycle_year`, by the same rules as every attempt: attempts allowed, pass score, certificate, events and compliance follow, dated by `completed_at`. `external_id` is the sender's own id: reported again with the same content, an attempt counts once and is `replayed`; with other content it is refused (EXTERNAL_ID_REUSED). Emits course.completed or course.failed, and compliance.certified where a certificate is issued.
   *
   * Scope: `attempts:write`.
   *
   * Problems: `COURSE_HELD_HERE`, `NO_OPEN_ENROLLMENT`, `NO_ATTEMPTS_LEFT`, `LEARNING_PATH_FOLLOWS_COURSES`, `PERSON_NOT_ACTIVE`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `EXTERNAL_ID_REUSED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  report(body: ReportAttemptRequest, options: WriteOptions = {}): Promise<Attempt> {
    return this.#call<Attempt>({ method: "POST", path: "/api/v1/attempts", body, takesKey: true }, options);
  }

  /**
   * Report the results of many attempts.
   *
   * Up to 500 rows, each with the members of `POST /api/v1/attempts` and answered as there, in the order of the request. A refused row holds up no other. Each row is recorded by itself: after a 5xx or a timeout, repeat the request; rows that were recorded are then `replayed`. Takes one token of the rate limit.
   *
   * Scope: `attempts:write`.
   *
   * Problems: `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  reportBatch(body: ReportAttemptsRequest, options: WriteOptions = {}): Promise<AttemptBatchAnswer> {
    return this.#call<AttemptBatchAnswer>({ method: "POST", path: "/api/v1/attempts/batch", body, takesKey: true }, options);
  }
}

export class Certificates {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List certificates.
   *
   * In the order in which they were issued; with `updated_since` in the order of their changes. Revoked ones and those that have ended stay in the list. A filter by what does not exist finds nothing. A status that changes by time alone is no change of the certificate, except its end, on the day after it.
   *
   * Scope: `compliance:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListCertificatesQuery = {}, options: CallOptions = {}): Promise<CertificateList> {
    return this.#call<CertificateList>({ method: "GET", path: "/api/v1/certificates", query }, options);
  }

  /**
   * List certificates, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`updated_since`).
   */
  each(query: ListCertificatesQuery = {}, options: CallOptions = {}): Walk<Certificate> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "certificates", by: "cursor" });
  }

  /**
   * Read a certificate.
   *
   * Scope: `compliance:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<Certificate> {
    return this.#call<Certificate>({ method: "GET", path: `/api/v1/certificates/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Print a certificate.
   *
   * The page that the panel prints: with the words that held when the certificate was issued, the address where it is checked, and a mark where it has ended, was superseded or was revoked. The certificate of a person whose data were erased is printed without the name, external evidence as a page that says who issued it, without the file that is kept with it. The ETag is weak, because each document says when it was made, and another one on each day, because it says of which day its status is.
   *
   * Scope: `compliance:read`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  pdf(id: string, query: PrintCertificateQuery = {}, options: CallOptions = {}): Promise<Uint8Array> {
    return this.#call<Uint8Array>({ method: "GET", path: `/api/v1/certificates/${encodeURIComponent(id)}/pdf`, query, asBytes: true }, options);
  }
}

export class Compliance {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Read the compliance matrix.
   *
   * One row for each active person, in the order of their names, with the flag of every course in scope. `compliance_flag` keeps the rows whose worst flag in scope is that one, and leaves the summary alone: a tile that says 9 opens exactly 9 rows. With `course_code` only people who must be trained in that course have a row. A filter by what does not exist finds no rows. Suspended people have none. `as_of` looks back through the whole history, which may take some seconds; while one such answer is being found for an organisation, another one is refused with 503. Send the ETag back as If-None-Match: 304 saves the body while nothing has changed.
   *
   * Scope: `compliance:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  matrix(query: ReadComplianceMatrixQuery = {}, options: CallOptions = {}): Promise<ComplianceMatrix> {
    return this.#call<ComplianceMatrix>({ method: "GET", path: "/api/v1/compliance/matrix", query }, options);
  }

  /** Read the compliance matrix, all pages of them: one entry after the other, each page asked for when it is needed. */
  eachMatrix(query: ReadComplianceMatrixQuery = {}, options: CallOptions = {}): Walk<MatrixRow> {
    return new Walk((place) => this.matrix({ ...query, ...place }, options), { member: "rows", by: "offset" });
  }

  /**
   * Explain a flag.
   *
   * Why the flag of one person for one course is what it is, with reasons for programs and for people, what time alone will make of it, and the records behind it. Where nothing is required `status` is null, and the reasons say why. A past `as_of` is answered from history: what was known at the end of that day, not what came to light later.
   *
   * Scope: `compliance:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  explain(query: ExplainComplianceQuery = {}, options: CallOptions = {}): Promise<ComplianceExplanation> {
    return this.#call<ComplianceExplanation>({ method: "GET", path: "/api/v1/compliance/explain", query }, options);
  }

  /**
   * List changes of flags.
   *
   * Every change of a flag, by whatever caused it. Of two that were made at once the later may stand first: what stands of a flag is the change with the latest `changed_at`, and where that is the same, `previous_status` tells their order. Walk by `next_cursor`; keep `resume_cursor` of the last page and go on from it later: nothing is missed and nothing comes twice.
   *
   * Scope: `compliance:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  changes(query: ListComplianceChangesQuery = {}, options: CallOptions = {}): Promise<ComplianceChanges> {
    return this.#call<ComplianceChanges>({ method: "GET", path: "/api/v1/compliance/changes", query }, options);
  }

  /**
   * List changes of flags, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`cursor`).
   */
  eachChanges(query: ListComplianceChangesQuery = {}, options: CallOptions = {}): Walk<{
    user_id: string;
    employee_no: string | null;
    course_id: string;
    course_code: string;
    /** null: there was no entry. */
    previous_status: ComplianceFlag | null;
    /** null: there is no entry any more. */
    status: ComplianceFlag | null;
    changed_at: string;
    /** A date from 1900 on, YYYY-MM-DD. */
    due_date: string | null;
    enrollment_id: string | null;
    certificate_id: string | null;
    /** A date from 1900 on, YYYY-MM-DD. */
    valid_until: string | null;
    /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
    next_status: ComplianceFlag | null;
    /** A date from 1900 on, YYYY-MM-DD. */
    next_change_on: string | null;
  }> {
    return new Walk((place) => this.changes({ ...query, ...place }, options), { member: "changes", by: "cursor" });
  }

  /**
   * Forecast flags and seats.
   *
   * What the weeks to come bring if nothing but time happens: entries that become OVERDUE or EXPIRING_SOON by their next change, certificates that end, and for each licence the seats that renewals will take and people wait for already, beside those that are free. A filter without a match returns zeros.
   *
   * Scope: `compliance:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  forecast(query: ForecastComplianceQuery = {}, options: CallOptions = {}): Promise<ComplianceForecast> {
    return this.#call<ComplianceForecast>({ method: "GET", path: "/api/v1/compliance/forecast", query }, options);
  }
}

export class Gate {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Ask whether a person may do a work today.
   *
   * With `course_code` each course of that work must be held today: COMPLIANT, EXPIRING_SOON, or completed where the course issues no certificates. Without it nothing that is required of the person may be overdue. Either way the account must be in use, employment have begun and not ended, and the company's contract hold. Each requirement says whether it is met, why not, and until when.
   *
   * Scope: `gate:read`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  ask(query: AskGateQuery = {}, options: CallOptions = {}): Promise<GateAnswer> {
    return this.#call<GateAnswer>({ method: "GET", path: "/api/v1/gate", query }, options);
  }
}

export class Webhooks {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * List the client's own webhook subscriptions.
   *
   * All of them, the oldest first, without secrets. Subscriptions of other clients are never shown.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListSubscriptionsQuery = {}, options: CallOptions = {}): Promise<WebhookSubscriptionList> {
    return this.#call<WebhookSubscriptionList>({ method: "GET", path: "/api/v1/webhooks/subscriptions", query }, options);
  }

  /**
   * Subscribe to events.
   *
   * The subscription is active at once: events that happen from now on are delivered to `target_url`. The answer is the only place of `secret_token`, with which deliveries are signed; a repetition by Idempotency-Key comes without it, so keep it before anything else, and rotate the secret if it was lost. Checks, in this order: the request (422 INVALID_URL for the target URL, UNKNOWN_EVENT_TYPE with suggestions, ids of filters that the organisation lacks), the host (403), whether its name leads to a private address (422), the organisation's quota (409). While the client itself is disabled or expired, its subscriptions rest: nothing is sent, and events wait for up to 30 days. A client that is revoked has no subscriptions any more.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  create(body: CreateSubscriptionRequest, options: WriteOptions = {}): Promise<NewWebhookSubscription> {
    return this.#call<NewWebhookSubscription>({ method: "POST", path: "/api/v1/webhooks/subscriptions", body, takesKey: true }, options);
  }

  /**
   * Read a webhook subscription.
   *
   * Without its secret. A subscription of another client is answered like one that does not exist.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  get(id: string, options: CallOptions = {}): Promise<WebhookSubscription> {
    return this.#call<WebhookSubscription>({ method: "GET", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a webhook subscription.
   *
   * JSON Merge Patch (RFC 7396): name, target_url, subscribed_events (the whole list), delivery_format, department_ids and course_ids (the whole lists; null: no filter) can change; the record's other members are accepted and ignored. The checks are those of create. Deliveries that are pending go to the new URL. Filters and types hold for what happens from now on: what waits is sent, and what happened before is not. A subscription that is disabled stays so until it is enabled.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  change(id: string, body: ChangeSubscriptionRequest, options: ChangeOptions = {}): Promise<WebhookSubscription> {
    return this.#call<WebhookSubscription>({ method: "PATCH", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Delete a webhook subscription.
   *
   * Its secrets are forgotten, pending deliveries are not sent any more, and its delivery log can no longer be read. An attempt that is under way may still arrive. Events of the last 30 days remain in the event feed.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `PRECONDITION_FAILED`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.#call<void>({ method: "DELETE", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Enable a disabled webhook subscription.
   *
   * Its failures are forgotten, and `pending_deliveries` are now sent: oldest first, one at a time to begin with and more with each success, while one in four goes to what has happened since. A degraded subscription is set back likewise; an active one stays as it is. Test the receiver with a ping first.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  enable(id: string, body: EnableSubscriptionRequest = {}, options: WriteOptions = {}): Promise<WebhookSubscription> {
    return this.#call<WebhookSubscription>({ method: "POST", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}/enable`, body, takesKey: true }, options);
  }

  /**
   * Send a test event.
   *
   * Sends an event of type ping at once, signed like every delivery, and answers with the result of the one attempt, after 5 seconds at most: `status` is succeeded or failed, `error` says why. It is possible while the subscription is disabled, is not repeated and counts neither as a failure nor as a success. The delivery log lists it. At most five pings of an organisation are under way together.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  ping(id: string, body: PingSubscriptionRequest = {}, options: WriteOptions = {}): Promise<WebhookPing> {
    return this.#call<WebhookPing>({ method: "POST", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}/ping`, body, takesKey: true }, options);
  }

  /**
   * Rotate the signing secret.
   *
   * The new secret signs at once, and the answer is the only place where it is shown; a repetition by Idempotency-Key comes without it. For `grace_days` each delivery carries a second signature of the previous secret, so that receivers can change over at leisure; rotating again meanwhile ends the older one, so that there are never more than two.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  rotateSecret(id: string, body: RotateSubscriptionSecretRequest = {}, options: WriteOptions = {}): Promise<RotatedSecret> {
    return this.#call<RotatedSecret>({ method: "POST", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}/rotate-secret`, body, takesKey: true }, options);
  }

  /**
   * Read the delivery log of a subscription.
   *
   * The newest first, each with its attempts: metadata only, kept for 30 days after a delivery has ended. Pings are listed, too. A walk by cursor sees every delivery that was there when it began, once; new ones stand before its first page.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  deliveries(id: string, query: ListDeliveriesQuery = {}, options: CallOptions = {}): Promise<WebhookDeliveryList> {
    return this.#call<WebhookDeliveryList>({ method: "GET", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}/deliveries`, query }, options);
  }

  /** Read the delivery log of a subscription, all pages of them: one entry after the other, each page asked for when it is needed. */
  eachDeliveries(id: string, query: ListDeliveriesQuery = {}, options: CallOptions = {}): Walk<WebhookDelivery> {
    return new Walk((place) => this.deliveries(id, { ...query, ...place }, options), { member: "deliveries", by: "cursor" });
  }

  /**
   * Retry a failed delivery.
   *
   * One more attempt, as soon as possible, to the subscription's present URL; if it fails, the delivery has failed again. Other deliveries keep their schedules. Of two requests at once one is answered 409.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `DELIVERY_NOT_FAILED`, `TOO_MANY_ATTEMPTS`, `SUBSCRIPTION_DISABLED`, `EVENT_NOT_KEPT`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  retry(id: string, delivery_id: string, body: RetryDeliveryRequest = {}, options: WriteOptions = {}): Promise<WebhookDelivery> {
    return this.#call<WebhookDelivery>({ method: "POST", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery_id)}/retry`, body, takesKey: true }, options);
  }

  /**
   * Retry a failed delivery, named by itself.
   *
   * The same as under the address of its subscription.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `DELIVERY_NOT_FAILED`, `TOO_MANY_ATTEMPTS`, `SUBSCRIPTION_DISABLED`, `EVENT_NOT_KEPT`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  retryById(delivery_id: string, body: RetryDeliveryByIdRequest = {}, options: WriteOptions = {}): Promise<WebhookDelivery> {
    return this.#call<WebhookDelivery>({ method: "POST", path: `/api/v1/webhooks/deliveries/${encodeURIComponent(delivery_id)}/retry`, body, takesKey: true }, options);
  }

  /**
   * Deliver stored events again.
   *
   * For a receiver that has lost something: every event of the subscription's types that was created in the interval gets a new delivery with a schedule of its own, the oldest first, whether it was acknowledged before or not; deduplicate by event id. Events from before the subscription count, too. What waits to be delivered to it already is not queued twice, and new events do not wait behind a replay: one delivery in four is theirs. While the subscription is disabled, the replay waits until it is enabled.
   *
   * Events are kept for 30 days; an earlier `since` brings what there is. One request queues about 10,000 events; while `next_since` is not null, send it again with that.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  replay(id: string, body: ReplayEventsRequest, options: WriteOptions = {}): Promise<WebhookReplay> {
    return this.#call<WebhookReplay>({ method: "POST", path: `/api/v1/webhooks/subscriptions/${encodeURIComponent(id)}/replay`, body, takesKey: true }, options);
  }
}

export class Events {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Read the events of the organisation.
   *
   * Everything that webhooks tell, subscribed to or not, the oldest first, for 30 days: for recovery, or in place of webhooks. Keep `resume_cursor` and go on from there: nothing is missed, however late it was committed, and nothing comes twice. Pings are not among them. A program that was away for more than 30 days reads the records instead.
   *
   * Scope: `webhooks:manage`.
   *
   * Problems: `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  list(query: ListEventsQuery = {}, options: CallOptions = {}): Promise<EventFeed> {
    return this.#call<EventFeed>({ method: "GET", path: "/api/v1/events", query }, options);
  }

  /**
   * Read the events of the organisation, all pages of them: one entry after the other, each page asked for when it is needed.
   *
   * Its `resumeFrom`, once it has ended, is where the next walk begins (`cursor`).
   */
  each(query: ListEventsQuery = {}, options: CallOptions = {}): Walk<CourseCompletedEvent | CourseFailedEvent | ComplianceCertifiedEvent | ComplianceExpiredEvent | ComplianceStatusChangedEvent | EnrollmentAssignedEvent | EnrollmentUpdatedEvent | EnrollmentCancelledEvent | GroupMemberJoinedEvent | GroupMemberLeftEvent | UserCreatedEvent | UserUpdatedEvent | UserDeactivatedEvent | UserReactivatedEvent | UserAnonymizedEvent> {
    return new Walk((place) => this.list({ ...query, ...place }, options), { member: "events", by: "cursor" });
  }
}

export class Sandbox {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Read the clock of a sandbox organisation.
   *
   * Scope: `enrollments:write`.
   *
   * Problems: `NOT_FOUND`, `MISDIRECTED`, `VALIDATION_FAILED`.
   */
  clock(options: CallOptions = {}): Promise<SandboxClock> {
    return this.#call<SandboxClock>({ method: "GET", path: "/api/v1/sandbox/clock" }, options);
  }

  /**
   * Move the clock of a sandbox organisation forward.
   *
   * By a duration or to an instant; forward only, at most ten years at once, and not beyond the year 2199. The clock then runs on with real time. The answer comes when everything that time alone does up to then has been done, in its order: at each midnight accounts whose employment or contract has ended, flags, expiries, renewals, and what was blocked and is tried again; and the attempts at webhook deliveries, each when it becomes due. Should that take longer than 290 seconds, the answer gives the instant reached; the same request with `now` goes on from there.
   *
   * Scope: `enrollments:write`.
   *
   * Problems: `NOT_FOUND`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  advance(body: AdvanceSandboxClockRequest, options: WriteOptions = {}): Promise<SandboxClock> {
    return this.#call<SandboxClock>({ method: "POST", path: "/api/v1/sandbox/clock", body, takesKey: true }, options);
  }

  /**
   * Do what a learner would do, in a sandbox organisation.
   *
   * Starts an enrollment, or ends an attempt at it: a completed one completes the enrollment, a failed one uses up one of `attempts_allowed`. Events and certificates follow as if a learner had done it.
   *
   * Scope: `enrollments:write`.
   *
   * Problems: `NOT_FOUND`, `ENROLLMENT_NOT_OPEN`, `PERSON_NOT_ACTIVE`, `LEARNING_PATH_FOLLOWS_COURSES`, `IDEMPOTENCY_KEY_IN_USE`, `MISDIRECTED`, `VALIDATION_FAILED`, `IDEMPOTENCY_KEY_REUSED`.
   */
  progress(id: string, body: ReportLearnerProgressRequest, options: WriteOptions = {}): Promise<Enrollment> {
    return this.#call<Enrollment>({ method: "POST", path: `/api/v1/sandbox/enrollments/${encodeURIComponent(id)}/progress`, body, takesKey: true }, options);
  }
}

/** All operations of the contract, in groups. */
export class Operations {
  readonly service: Service;
  readonly client: Client;
  readonly departments: Departments;
  readonly contractors: Contractors;
  readonly groups: Groups;
  readonly rules: Rules;
  readonly users: Users;
  readonly imports: Imports;
  readonly courses: Courses;
  readonly enrollments: Enrollments;
  readonly attempts: Attempts;
  readonly certificates: Certificates;
  readonly compliance: Compliance;
  readonly gate: Gate;
  readonly webhooks: Webhooks;
  readonly events: Events;
  readonly sandbox: Sandbox;

  constructor(call: Call) {
    this.service = new Service(call);
    this.client = new Client(call);
    this.departments = new Departments(call);
    this.contractors = new Contractors(call);
    this.groups = new Groups(call);
    this.rules = new Rules(call);
    this.users = new Users(call);
    this.imports = new Imports(call);
    this.courses = new Courses(call);
    this.enrollments = new Enrollments(call);
    this.attempts = new Attempts(call);
    this.certificates = new Certificates(call);
    this.compliance = new Compliance(call);
    this.gate = new Gate(call);
    this.webhooks = new Webhooks(call);
    this.events = new Events(call);
    this.sandbox = new Sandbox(call);
  }
}
