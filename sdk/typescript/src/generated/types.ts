// Made by `npm run generate` from openapi.json; do not edit.

/** Any other string as well: within v1 values may be added. */
export type Open = string & {};

export type AdvanceSandboxClockRequest = {
  /** An ISO 8601 duration, counted on the calendar of the organisation's time zone; or send now. */
  advance?: string | null;
  /** What the clock is to show, later than now; or send advance. */
  now?: string | null;
};

/** A record that was read can be sent back: `id`, `course_title`, `type`, `status`, `overdue`, `source`, `source_ref`, `mandatory`, `assigned_at`, `started_at`, `completed_at`, `failed_at`, `cancelled_at`, `cancel_reason`, `progress_percent`, `score`, `passed`, `attempts_used`, `attempts_allowed`, `renewal_of`, `parent_enrollment_id`, `certificate`, `license_id`, `compliance_status`, `created_at`, `updated_at` are taken and ignored. */
export type AssignCourseRequest = {
  /** Names the person; or send user_id. */
  employee_no?: string | null;
  /** Names the person; or send employee_no. */
  user_id?: string | null;
  /** Names the course or learning path; or send course_id. */
  course_code?: string | null;
  /** Names the course or learning path; or send course_code. */
  course_id?: string | null;
  /** From the cycle before the current one to the second one after it; any other is refused with OUT_OF_RANGE. Default: the current cycle, in the organisation's time zone. */
  cycle_year?: number | null;
  /** Last day on time, today or later. Default: today and the course's default_due_days; null: none. */
  due_date?: string | null;
};

export type AssignCoursesRequest = {
  /** Rows, each with the members of `POST /api/v1/enrollments`. */
  enrollments: AssignCourseRequest[];
};

export type Attempt = {
  external_id: string;
  user_id: string;
  employee_no: string | null;
  course_id: string;
  course_code: string;
  /** Of the enrollment that the attempt belongs to. */
  cycle_year: number;
  result: AttemptResult;
  score: number | null;
  started_at: string;
  completed_at: string;
  /** replayed: it had been reported before, and counts once. */
  status: AttemptReportStatus;
  enrollment_id: string;
  /** Which attempt at the enrollment it is, in the order of the reports. */
  number: number;
  reported_at: string;
  enrollment: Enrollment;
};

export type AttemptBatchAnswer = {
  counts: {
    rows: number;
    recorded: number;
    replayed: number;
    refused: number;
  };
  /** One for each row, in the order of the request. */
  results: AttemptRowResult[];
};

export type AttemptError = "TIMEOUT" | "CONNECTION_REFUSED" | "DNS" | "TLS" | "HTTP_STATUS" | "REDIRECT_REFUSED" | "ADDRESS_NOT_ALLOWED" | "INTERRUPTED" | Open;

export type AttemptReportStatus = "recorded" | "replayed" | Open;

export type AttemptResult = "passed" | "failed" | Open;

/** Why a row was refused: the problem of `POST /api/v1/attempts`, without what belongs to the request. */
export type AttemptRowProblem = {
  type: string;
  title: string;
  /** With which `POST /api/v1/attempts` would have answered. */
  status: number;
  detail: string;
  code: string;
  errors?: {
    /** JSON Pointer into the row, as a URI fragment: `#/course_code`. */
    pointer: string;
    code: string;
    detail: string;
  }[];
  enrollment_id?: string | null;
  enrollment_status?: EnrollmentStatus | null;
  attempts_allowed?: number;
};

export type AttemptRowResult = {
  /** Place of the row in the request, from 0 on. */
  index: number;
  /** Of the row; null where it has none. */
  external_id: string | null;
  status: AttemptRowStatus;
  /** To which the attempt counts; null where refused. */
  enrollment_id: string | null;
  /** Which attempt at the enrollment it is; null where refused. */
  number: number | null;
  /** As it stands now; null where refused. */
  enrollment_status: EnrollmentStatus | null;
  /** Why the row was refused; null otherwise. */
  problem: AttemptRowProblem | null;
};

export type AttemptRowStatus = "recorded" | "replayed" | "refused" | Open;

export type AttemptTrigger = "scheduled" | "manual" | "replay" | "ping" | Open;

export type AttributeValue = string | number | boolean | string[] | null;

export type AuthorizationServerMetadata = {
  /** The base URL of the service. */
  issuer: string;
  token_endpoint: string;
  token_endpoint_auth_methods_supported: TokenEndpointAuthMethod[];
  /** Algorithms of `private_key_jwt`. A key is used with one of them: the `alg` of its JWK, else RS256, ES256 or EdDSA by its type. */
  token_endpoint_auth_signing_alg_values_supported: string[];
  /** Algorithms of DPoP proofs (RFC 9449 §5.1). */
  dpop_signing_alg_values_supported: string[];
  grant_types_supported: GrantType[];
  /** Always empty: there is no authorization endpoint. */
  response_types_supported: string[];
  /** All that a client may be granted. */
  scopes_supported: string[];
  service_documentation: string;
};

export type CancelEnrollmentRequest = { [name: string]: unknown };

export type CancelReason = "admin" | "department_changed" | "group_left" | "person_deactivated" | "course_retired" | "superseded" | "api" | Open;

export type Certificate = {
  id: string;
  number: string;
  user_id: string;
  employee_no: string | null;
  course_id: string;
  course_code: string;
  /** Null: external evidence. */
  enrollment_id: string | null;
  cycle_year: number;
  /** Of today: valid; expiring, within the course's expiring_soon_days of its end; expired; superseded, a newer one that holds as long has begun; revoked. */
  status: CertificateStatus;
  /** course: the course was completed here; external: it was obtained elsewhere (external evidence). */
  source: CertificateSource;
  /** Who issued it elsewhere; null: it was issued here. */
  issuer: string | null;
  issued_at: string;
  /** A date from 1900 on, YYYY-MM-DD. */
  valid_from: string;
  /** The last valid day; null: it never ends. */
  valid_until: string | null;
  /** The day on which its renewal is assigned; null where the course is not renewed or the certificate has no end. */
  renewal_opens_on: string | null;
  previous_certificate_id: string | null;
  revoked_at: string | null;
  revoke_reason: string | null;
  /** Where everyone who knows the code can check it. */
  verification_url: string;
};

export type CertificateList = {
  pagination: CursorPagination;
  certificates: Certificate[];
};

export type CertificateSource = "course" | "external" | Open;

export type CertificateStatus = "valid" | "expiring" | "expired" | "superseded" | "revoked" | Open;

/** A record that was read can be sent back: `id`, `people_count`, `updated_at` are taken and ignored. */
export type ChangeContractorRequest = {
  name?: string;
  /** A code of one line. */
  code?: string;
  active?: boolean;
  tax_id?: string | null;
  /** Two capital letters, ISO 3166-1. */
  country?: string | null;
  /** Its people are deactivated at the end of this day. */
  contract_valid_until?: string | null;
};

/** A record that was read can be sent back: `id`, `path`, `people_count`, `updated_at` are taken and ignored. */
export type ChangeDepartmentRequest = {
  name?: string;
  /** A code of one line. */
  code?: string;
  /** The department above; null: none. */
  parent_id?: string | null;
  active?: boolean;
};

/** A record that was read can be sent back: `id`, `course_title`, `type`, `status`, `overdue`, `source`, `source_ref`, `mandatory`, `assigned_at`, `started_at`, `completed_at`, `failed_at`, `cancelled_at`, `cancel_reason`, `progress_percent`, `score`, `passed`, `attempts_used`, `attempts_allowed`, `renewal_of`, `parent_enrollment_id`, `certificate`, `license_id`, `compliance_status`, `created_at`, `updated_at`, `user_id`, `employee_no`, `course_id`, `course_code`, `cycle_year` are taken and ignored. */
export type ChangeEnrollmentRequest = {
  /** Last day on time, today or later; null: none. */
  due_date?: string | null;
};

/** A record that was read can be sent back: `id`, `people_count`, `evaluation`, `created_at`, `updated_at`, `retired_at`, `kind` are taken and ignored. */
export type ChangeGroupRequest = {
  /** A code of one line. */
  code?: string;
  name?: string;
  conditions?: ConditionsInput | null;
  /** Courses and learning paths. */
  course_ids?: string[];
  /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
  due_days?: number | null;
  /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
  on_leave?: OnLeave;
};

export type ChangePreview = {
  people: {
    /** All people whose account is in use. */
    looked_at: number;
    /** To whom it would newly apply. */
    in: number;
    /** To whom it would no longer apply. */
    out: number;
    /** To whom it applies and would go on applying. */
    stay: number;
  };
  /** The first of those to whom it would newly apply. */
  joining: PreviewedPerson[];
  /** The first of those to whom it would no longer apply. */
  leaving: PreviewedPerson[];
  enrollments: {
    /** People of whom more or less would be asked than now. */
    people_concerned: number;
    /** Those of them whose enrollments were worked out, in the order in which the change would reach them. */
    people_considered: number;
    assigned: number;
    /** Asked for, and there already: an enrollment or a certificate serves. */
    served: number;
    /** Not started, and cancelled. */
    cancelled: number;
    /** No longer asked for, but started, completed or kept by `on_leave`. */
    kept: number;
    /** What could not be assigned, and why. */
    blocked: {
      course_id: string;
      code: string;
      title: string;
      reason: string;
      count: number;
    }[];
  };
  /** Licences under which something would be assigned. Seats that leavers give back are not counted. */
  seats: {
    license_id: string;
    name: string;
    seats_total: number | null;
    /** Before the change; null: without a limit. */
    free: number | null;
    /** Seats that the change would take. */
    taken: number;
    /** Seats that it would lack. */
    short: number;
  }[];
  /** The enrollments of some people were not worked out: the numbers are of the considered people alone. */
  truncated: boolean;
};

/** A record that was read can be sent back: `id`, `people_count`, `evaluation`, `created_at`, `updated_at`, `retired_at` are taken and ignored. */
export type ChangeRuleRequest = {
  name?: string;
  conditions?: ConditionsInput;
  /** Courses and learning paths. */
  course_ids?: string[];
  /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
  due_days?: number | null;
  /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
  on_leave?: OnLeave;
  /** Whether a valid certificate serves instead of an enrollment. Default: true. */
  count_valid_certificates?: boolean;
  /** How old such a certificate may be; null: as long as it is valid. */
  look_back_days?: number | null;
  /** Default: true. */
  active?: boolean;
};

/** A record that was read can be sent back: `id`, `client_id`, `state`, `state_reason`, `state_changed_at`, `consecutive_failures`, `failing_since`, `last_success_at`, `last_failure_at`, `pending_deliveries`, `previous_secret_expires_at`, `created_at`, `updated_at` are taken and ignored. */
export type ChangeSubscriptionRequest = {
  name?: string;
  /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
  target_url?: string;
  /** Event types. Repeated ones count once. */
  subscribed_events?: EventType[];
  /** `platform.v1`, the default, or `cloudevents.v1`. The previous name of the first is taken, too; answers always say `platform.v1`. Deliveries that wait are sent in the present format. */
  delivery_format?: string;
  /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
  department_ids?: string[] | null;
  /** Only events of these courses and learning paths; null: of all. */
  course_ids?: string[] | null;
};

/** A record that was read can be sent back: `id`, `full_name`, `login`, `managed_by`, `external_id`, `last_sign_in_at`, `deactivated_at`, `created_at`, `updated_at`, `status` are taken and ignored. */
export type ChangeUserRequest = {
  /** One line. Unique in the organisation; letter case does not count. */
  employee_no?: string;
  first_name?: string;
  last_name?: string;
  /** Null only where the organisation does not require addresses. */
  email?: string | null;
  worker_type?: WorkerType;
  /** Case, diacritics and extra spaces do not count. The department must exist. */
  department_name?: string | null;
  /** Instead of the name, or beside it when both mean the same department. */
  department_id?: string | null;
  /** The company of a b2b_contractor, which must exist. */
  contractor_name?: string | null;
  /** Instead of the name; needed where two companies share one. */
  contractor_id?: string | null;
  /** The manager's employee number: of any other person who is not below this one. */
  manager_employee_no?: string | null;
  /** Instead of the number, or beside it when both mean the same person. */
  manager_id?: string | null;
  job_title?: string | null;
  /** A BCP 47 language tag. */
  language?: string | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  employment_start_date?: string | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  employment_end_date?: string | null;
  /** Merged key by key: null removes a key, other keys stay. Null for the whole removes all. */
  attributes?: PersonAttributeChanges | null;
  /** False deactivates the account, true reactivates a deactivated one. */
  active?: boolean;
};

export type ClientAssertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" | Open;

export type ClientScope = "users:read" | "users:write" | "enrollments:write" | "compliance:read" | "webhooks:manage" | "scim" | "structure:read" | "structure:write" | "attempts:write" | "gate:read" | "xapi:read" | "xapi:write" | Open;

export type ClockCheck = "ok" | "skewed" | "unknown" | Open;

export type ComplianceBasis = "enrollment" | "certificate" | "completion" | "exemption" | Open;

export type ComplianceCertifiedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "compliance.certified";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    course: {
      id: string;
      code: string;
      title: string;
    };
    certificate: {
      id: string;
      number: string;
      source: CertificateSource;
      issued_at: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_until: string | null;
      previous_certificate_id: string | null;
    };
    enrollment_id: string | null;
    /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
    compliance_status: ComplianceFlag | null;
    batch_id: string | null;
  };
};

export type ComplianceChanges = {
  pagination: {
    limit: number;
    /** Send it as `cursor` to get the next page; null on the last one. */
    next_cursor: string | null;
    /** Where to go on later, also behind the last page. Nothing is missed. */
    resume_cursor: string;
  };
  /** The oldest first; of two that were made at once the later may stand first. */
  changes: {
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
  }[];
};

export type ComplianceExpiredEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "compliance.expired";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    course: {
      id: string;
      code: string;
      title: string;
    };
    certificate: {
      id: string;
      number: string;
      source: CertificateSource;
      issued_at: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_until: string | null;
      previous_certificate_id: string | null;
    };
    enrollment_id: string | null;
    /** A date from 1900 on, YYYY-MM-DD. */
    expired_on: string;
    open_enrollment: OpenEnrollment | null;
    /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
    compliance_status: ComplianceFlag | null;
    batch_id: string | null;
  };
};

export type ComplianceExplanation = {
  employee_no: string | null;
  user_id: string;
  course_code: string;
  /** A date from 1900 on, YYYY-MM-DD. */
  as_of: string;
  /** The organisation's, in which days begin and end. */
  timezone: string;
  /** null: nothing is required; `reasons` says why. */
  status: ComplianceFlag | null;
  basis: ComplianceBasis | null;
  /** What decides, first. */
  reasons: {
    code: ExplanationCode;
    /** One sentence in English. */
    detail: string;
    /** What the sentence says, for programs that write it in another language: those members that the code has. */
    facts: {
      /** Its number. */
      certificate?: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from?: string;
      /** The last day of a certificate or exemption; null: without an end. */
      until?: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      assigned_on?: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date?: string | null;
      days_left?: number;
      /** Of the course's window, or of its grace. */
      days?: number;
      /** How far a renewal is. */
      state?: RenewalProgress;
      /** Why an assignment or a renewal waits. */
      blocked?: WaitingReason;
    };
  }[];
  /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
  next_status: ComplianceFlag | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  next_change_on: string | null;
  evidence: {
    enrollment_ids: string[];
    certificate_ids: string[];
    /** Rules that ask for the course. */
    rule_ids: string[];
  };
  /** The person is suspended: the flag is that of the day on which that began. */
  paused: boolean;
  /** For a past date: when this had become known; else null. */
  known_since: string | null;
};

export type ComplianceFlag = "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT" | Open;

export type ComplianceForecast = {
  /** A date from 1900 on, YYYY-MM-DD. */
  as_of: string;
  weeks: {
    /** A date from 1900 on, YYYY-MM-DD. */
    from: string;
    /** A date from 1900 on, YYYY-MM-DD. */
    until: string;
    /** Entries of the matrix that become OVERDUE in this week if nothing but time happens. */
    becoming_overdue: number;
    /** Entries that become EXPIRING_SOON in this week if nothing but time happens. */
    becoming_expiring_soon: number;
    /** Entries whose certificates end in this week: its last valid day is one of these. */
    expiring: number;
  }[];
  /** Licences with seats that are valid today, by name. */
  licenses: {
    license_id: string;
    name: string;
    seat_unit: SeatUnit;
    seats_total: number;
    seats_used: number;
    seats_free: number;
    /** Renewals to come that will take a seat: certificates that end within these weeks, whose course renews itself, without an open renewal, of people who hold no seat that serves again. With them, from today on, every assignment and renewal that waits for a free seat already. */
    seats_needed: number;
    /** What is needed beyond what is free. */
    seats_missing: number;
    /** The first day of the week in which the free seats run out. */
    short_from: string | null;
  }[];
};

export type ComplianceMatrix = {
  /** The instant up to which every change is included, those by time alone too. */
  refreshed_at: string;
  pagination: {
    total: number;
    limit: number;
    offset: number;
  };
  summary: {
    /** People in scope: the sum of `counts` and `no_requirements`. */
    people: number;
    /** People by their worst flag in scope. */
    counts: {
      OVERDUE: number;
      PENDING: number;
      IN_PROGRESS: number;
      EXPIRING_SOON: number;
      COMPLIANT: number;
    };
    /** People without any entry. */
    no_requirements: number;
    /** Flags, the worst first. */
    severity_order: ComplianceFlag[];
  };
  /** One row a person, in the order of their names. */
  rows: MatrixRow[];
};

export type ComplianceStatusChangedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "compliance.status_changed";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    course: {
      id: string;
      code: string;
      title: string;
    };
    /** null: there was no entry. */
    previous_status: ComplianceFlag | null;
    /** null: there is no entry any more. */
    status: ComplianceFlag | null;
    /** Why it is so now: the codes of `GET /api/v1/compliance/explain`, apart from BLOCKED. */
    reasons: ExplanationCode[];
    /** A date from 1900 on, YYYY-MM-DD. */
    due_date: string | null;
    enrollment_id: string | null;
    certificate_id: string | null;
    /** A date from 1900 on, YYYY-MM-DD. */
    valid_until: string | null;
    /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
    next_status: ComplianceFlag | null;
    /** The day on which time alone makes `next_status` of it. */
    next_change_on: string | null;
    actor: {
      type: string;
      id: string | null;
      name: string;
    };
  };
};

export type ConditionValue = string | number | boolean;

export type Conditions = {
  /** One of these departments. */
  department_ids?: string[];
  /** Whether people of the departments below count as well. Default: true. */
  include_subdepartments?: boolean;
  worker_type?: WorkerType;
  /** One of these companies. */
  contractor_ids?: string[];
  /** Part of the job title; case and diacritics do not count. */
  job_title_contains?: string;
  /** Values by key; of an attribute that is a list, one of its entries. */
  attributes?: { [name: string]: ConditionValue };
};

export type ConditionsInput = {
  /** One of these departments. */
  department_ids?: string[];
  /** Whether people of the departments below count as well. Default: true. */
  include_subdepartments?: boolean;
  worker_type?: WorkerType;
  /** One of these companies. */
  contractor_ids?: string[];
  /** Part of the job title; case and diacritics do not count. */
  job_title_contains?: string;
  /** Values by key; of an attribute that is a list, one of its entries. */
  attributes?: { [name: string]: ConditionValue };
};

export type Contractor = {
  id: string;
  name: string;
  code: string;
  tax_id: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  active: boolean;
  /** A date from 1900 on, YYYY-MM-DD. */
  contract_valid_until: string | null;
  /** People of this company whose account is invited or active. */
  people_count: number;
  updated_at: string;
};

export type ContractorList = {
  pagination: CursorPagination;
  contractors: Contractor[];
};

export type Course = {
  id: string;
  code: string;
  title: string;
  /** A learning path is assigned like a course; its items follow. */
  type: CourseType;
  languages: string[];
  assignable: boolean;
  /** inactive: archived; license_expired: no licence that covers it is in force today, or, of a learning path without a licence, none that covers one of its courses; path_only: licensed only as part of a learning path. */
  unassignable_reason: UnassignableReason | null;
  /** Whether assigning it makes a requirement, with a compliance flag. */
  mandatory: boolean;
  estimated_minutes: number | null;
  recurrence: CourseRecurrence;
  validity: CourseValidity | null;
  renewal: {
    enabled: boolean;
    /** Days before the certificate's end at which the renewal is assigned. */
    lead_days: number | null;
    /** From what the renewed validity is counted. */
    basis: RenewalBasis | null;
  };
  /** Days before its end from which a certificate counts as expiring soon. */
  expiring_soon_days: number;
  /** Days after the due date, or a certificate's end, until the flag is OVERDUE. */
  grace_days: number;
  /** Due date of an assignment that names none, in days from today. */
  default_due_days: number | null;
  /** Codes of the learning paths in use that contain this course. */
  path_codes: string[];
  license: CourseLicense | null;
  updated_at: string;
};

export type CourseCompletedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "course.completed";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    course: {
      id: string;
      code: string;
      title: string;
    };
    enrollment: {
      id: string;
      cycle_year: number;
      status: EnrollmentStatus;
      source: EnrollmentSource;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      assigned_at: string;
      started_at: string | null;
      completed_at: string | null;
    };
    result: {
      /** True. */
      passed: boolean;
      score: number | null;
      on_time: boolean;
      /** Null for a learning path, which is completed with its courses. */
      attempt: number | null;
    };
    certificate_id: string | null;
    /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
    compliance_status: ComplianceFlag | null;
    batch_id: string | null;
  };
};

export type CourseFailedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "course.failed";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    course: {
      id: string;
      code: string;
      title: string;
    };
    enrollment: {
      id: string;
      cycle_year: number;
      status: EnrollmentStatus;
      source: EnrollmentSource;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      assigned_at: string;
      started_at: string | null;
      completed_at: string | null;
    };
    attempt: {
      number: number;
      attempts_left: number;
      final: boolean;
      score: number | null;
      pass_score: number | null;
      finished_at: string;
    };
    /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
    compliance_status: ComplianceFlag | null;
    batch_id: string | null;
  };
};

/** The course has content here (a link, a document or a quiz): its results come from the learner's own page. Report results of courses without content only, or let a training administrator take the content out of the course. */
export type CourseHeldHereProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Course held here";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "COURSE_HELD_HERE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** The licence that an assignment would use now; where the reason is path_only, the path's. Null: none, or none in force. */
export type CourseLicense = {
  id: string;
  model: LicenseModel;
  seats_total: number | null;
  seats_used: number;
  /** Null: unlimited. 0: the next assignment that needs a seat is answered with 409. */
  seats_free: number | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  valid_until: string | null;
};

export type CourseList = {
  pagination: CursorPagination;
  courses: Course[];
};

/** The course is archived, no licence that covers it is in force today, or it is licensed only as part of a learning path. For path_only assign one of `path_codes` instead; otherwise ask the training administrator to restore the course or renew its licence. */
export type CourseNotAssignableProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Course not assignable";
  status: 422;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "COURSE_NOT_ASSIGNABLE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  unassignable_reason?: UnassignableReason;
  path_codes?: string[];
  errors?: {
    pointer: string;
    code: UnassignableCode;
    detail: string;
  }[];
};

export type CourseRecurrence = "none" | "validity" | "cycle" | Open;

export type CourseType = "course" | "learning_path" | Open;

export type CourseValidity = {
  value: number;
  unit: ValidityUnit;
};

/** A record that was read can be sent back: `id`, `people_count`, `updated_at`, `active` are taken and ignored. */
export type CreateContractorRequest = {
  name: string;
  /** A code of one line. */
  code: string;
  tax_id?: string | null;
  /** Two capital letters, ISO 3166-1. */
  country?: string | null;
  /** Its people are deactivated at the end of this day. */
  contract_valid_until?: string | null;
};

/** A record that was read can be sent back: `id`, `path`, `people_count`, `updated_at`, `active` are taken and ignored. */
export type CreateDepartmentRequest = {
  name: string;
  /** A code of one line. */
  code: string;
  /** The department above; null: none. */
  parent_id?: string | null;
};

/** A record that was read can be sent back: `id`, `people_count`, `evaluation`, `created_at`, `updated_at`, `retired_at` are taken and ignored. */
export type CreateGroupRequest = {
  /** A code of one line. */
  code: string;
  name: string;
  conditions?: ConditionsInput | null;
  /** Courses and learning paths. */
  course_ids?: string[] | null;
  /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
  due_days?: number | null;
  /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
  on_leave?: OnLeave | null;
  /** Never changes. */
  kind: NewGroupKind;
};

/** A record that was read can be sent back: `id`, `people_count`, `evaluation`, `created_at`, `updated_at`, `retired_at` are taken and ignored. */
export type CreateRuleRequest = {
  name: string;
  conditions: ConditionsInput;
  /** Courses and learning paths. */
  course_ids: string[];
  /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
  due_days?: number | null;
  /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
  on_leave?: OnLeave | null;
  /** Whether a valid certificate serves instead of an enrollment. Default: true. */
  count_valid_certificates?: boolean | null;
  /** How old such a certificate may be; null: as long as it is valid. */
  look_back_days?: number | null;
  /** Default: true. */
  active?: boolean | null;
};

/** A record that was read can be sent back: `id`, `client_id`, `state`, `state_reason`, `state_changed_at`, `consecutive_failures`, `failing_since`, `last_success_at`, `last_failure_at`, `pending_deliveries`, `previous_secret_expires_at`, `created_at`, `updated_at` are taken and ignored. */
export type CreateSubscriptionRequest = {
  name: string;
  /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
  target_url: string;
  /** Event types. Repeated ones count once. */
  subscribed_events: EventType[];
  /** `platform.v1`, the default, or `cloudevents.v1`. The previous name of the first is taken, too; answers always say `platform.v1`. Deliveries that wait are sent in the present format. */
  delivery_format?: string | null;
  /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
  department_ids?: string[] | null;
  /** Only events of these courses and learning paths; null: of all. */
  course_ids?: string[] | null;
};

/** A record that was read can be sent back: `id`, `full_name`, `login`, `managed_by`, `external_id`, `last_sign_in_at`, `deactivated_at`, `created_at`, `updated_at`, `status`, `active` are taken and ignored. */
export type CreateUserRequest = {
  /** One line. Unique in the organisation; letter case does not count. */
  employee_no: string;
  first_name: string;
  last_name: string;
  /** Required, unless the organisation has people without mailboxes and says so in its settings. */
  email?: string | null;
  /** Default: "internal_payroll". */
  worker_type?: WorkerType | null;
  /** Case, diacritics and extra spaces do not count. The department must exist. */
  department_name?: string | null;
  /** Instead of the name, or beside it when both mean the same department. */
  department_id?: string | null;
  /** The company of a b2b_contractor, which must exist. */
  contractor_name?: string | null;
  /** Instead of the name; needed where two companies share one. */
  contractor_id?: string | null;
  /** The manager's employee number: of any other person who is not below this one. */
  manager_employee_no?: string | null;
  /** Instead of the number, or beside it when both mean the same person. */
  manager_id?: string | null;
  job_title?: string | null;
  /** A BCP 47 language tag. */
  language?: string | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  employment_start_date?: string | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  employment_end_date?: string | null;
  /** Values by key; null is no value. The organisation's administrators define the keys and the type of each. */
  attributes?: PersonAttributes | null;
};

export type CursorPagination = {
  /** Entries that match, on all pages; behind a cursor as counted on the first page. */
  total: number;
  limit: number;
  /** Entries before this page. */
  offset: number;
  /** Send it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null;
  /** With `updated_since`, on the last page of a walk from the start: the `updated_since` of the next walk. Null otherwise. */
  next_updated_since: string | null;
};

export type DatabaseCheck = "ok" | "failed" | Open;

export type DeliveryFormat = "platform.v1" | "cloudevents.v1" | Open;

/** Only a delivery that has failed can be retried: this one has succeeded or expired, or waits for an attempt already. Of two retries at once the second is answered so. Leave a pending delivery to its schedule; replay the subscription's events to send again what has succeeded or expired. */
export type DeliveryNotFailedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Delivery not failed";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "DELIVERY_NOT_FAILED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  delivery_status?: DeliveryStatus;
};

export type DeliveryStatus = "pending" | "succeeded" | "failed" | "expired" | Open;

export type Department = {
  id: string;
  name: string;
  code: string;
  parent_id: string | null;
  /** Names from the root down to this department. */
  path: string[];
  active: boolean;
  /** People directly in this department whose account is invited or active. */
  people_count: number;
  updated_at: string;
};

export type DepartmentList = {
  pagination: CursorPagination;
  departments: Department[];
};

export type EnableSubscriptionRequest = { [name: string]: unknown };

export type Enrollment = {
  user_id: string;
  employee_no: string | null;
  course_id: string;
  course_code: string;
  /** The period of obligation: a calendar year, or the year in which the organisation's fiscal cycle begins. */
  cycle_year: number;
  /** A date from 1900 on, YYYY-MM-DD. */
  due_date: string | null;
  id: string;
  course_title: string;
  type: CourseType;
  status: EnrollmentStatus;
  /** Still open, and the due date with the course's days of grace has passed. */
  overdue: boolean;
  source: EnrollmentSource;
  source_ref: EnrollmentOrigin | null;
  /** Whether it is a requirement, with a compliance flag. */
  mandatory: boolean;
  assigned_at: string;
  started_at: string | null;
  completed_at: string | null;
  failed_at: string | null;
  cancelled_at: string | null;
  cancel_reason: CancelReason | null;
  progress_percent: number;
  score: number | null;
  passed: boolean | null;
  attempts_used: number;
  attempts_allowed: number;
  renewal_of: string | null;
  parent_enrollment_id: string | null;
  certificate: EnrollmentCertificate | null;
  license_id: string | null;
  /** The flag of this person for this course today; null where nothing is required. */
  compliance_status: ComplianceFlag | null;
  created_at: string;
  updated_at: string;
};

/** The person has an enrollment in this course and cycle already, in any state but cancelled and withdrawn. A repeated request is answered so too, whatever has become of seats, licence and dates since the first one. Take `enrollment_id` as the result of the assignment, or name another `cycle_year`. */
export type EnrollmentAlreadyExistsProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Enrollment already exists";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "ENROLLMENT_ALREADY_EXISTS";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  enrollment_id?: string;
  enrollment_status?: EnrollmentStatus;
};

export type EnrollmentAssignedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "enrollment.assigned";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    course: {
      id: string;
      code: string;
      title: string;
    };
    enrollment: {
      id: string;
      cycle_year: number;
      status: EnrollmentStatus;
      source: EnrollmentSource;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      assigned_at: string;
      started_at: string | null;
      completed_at: string | null;
    };
    assigned_by: {
      type: string;
      id: string | null;
      name: string;
    };
    /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
    compliance_status: ComplianceFlag | null;
    batch_id: string | null;
  };
};

export type EnrollmentBatchAnswer = {
  /** Stands in the events and audit rows of all that was created; null where nothing was. */
  batch_id: string | null;
  counts: {
    rows: number;
    created: number;
    exists: number;
    refused: number;
  };
  /** One for each row, in the order of the request. */
  results: EnrollmentRowResult[];
};

export type EnrollmentCancelledEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "enrollment.cancelled";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    course: {
      id: string;
      code: string;
      title: string;
    };
    enrollment: {
      id: string;
      cycle_year: number;
      status: EnrollmentStatus;
      source: EnrollmentSource;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      assigned_at: string;
      started_at: string | null;
      completed_at: string | null;
    };
    cancelled_at: string;
    cancel_reason: CancelReason;
    cancelled_by: {
      type: string;
      id: string | null;
      name: string;
    };
    batch_id: string | null;
  };
};

export type EnrollmentCertificate = {
  id: string;
  number: string;
  /** A date from 1900 on, YYYY-MM-DD. */
  valid_from: string;
  /** A date from 1900 on, YYYY-MM-DD. */
  valid_until: string | null;
  status: CertificateStatus;
};

export type EnrollmentChangedField = "due_date" | "mandatory" | "status" | Open;

export type EnrollmentList = {
  pagination: CursorPagination;
  enrollments: Enrollment[];
};

/** Only an enrollment that was not started can be cancelled. Leave it to end by itself, or ask the training administrator to withdraw it. */
export type EnrollmentNotCancellableProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Enrollment not cancellable";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "ENROLLMENT_NOT_CANCELLABLE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  enrollment_status?: EnrollmentStatus;
};

/** The enrollment has ended: it is completed, cancelled or withdrawn. Assign the course again, for another cycle if this one was completed. */
export type EnrollmentNotChangeableProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Enrollment not changeable";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "ENROLLMENT_NOT_CHANGEABLE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  enrollment_status?: EnrollmentStatus;
};

/** The enrollment is not at the stage from which this step can be taken: it was not started, it has failed finally, or it has ended. Read the enrollment; `enrollment_status` says where it stands. Assign the course again where it has ended. */
export type EnrollmentNotOpenProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Enrollment not open";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "ENROLLMENT_NOT_OPEN";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  enrollment_status?: EnrollmentStatus;
};

/** Who or what assigned it. */
export type EnrollmentOrigin = {
  type: string;
  id: string | null;
  name: string;
};

/** Why a row was refused: the problem of `POST /api/v1/enrollments`, without what belongs to the request. */
export type EnrollmentRowProblem = {
  type: string;
  title: string;
  /** With which `POST /api/v1/enrollments` would have answered. */
  status: number;
  detail: string;
  code: string;
  errors?: {
    /** JSON Pointer into the row, as a URI fragment: `#/course_code`. */
    pointer: string;
    code: string;
    detail: string;
  }[];
  unassignable_reason?: UnassignableReason;
  path_codes?: string[];
  license?: {
    id: string;
    seats_total: number;
    seats_used: number;
  };
};

export type EnrollmentRowResult = {
  /** Place of the row in the request, from 0 on. */
  index: number;
  status: EnrollmentRowStatus;
  /** The new enrollment, or the one that is there already; null where refused. */
  enrollment_id: string | null;
  /** Of one that is there already; null otherwise. */
  enrollment_status: EnrollmentStatus | null;
  /** Why the row was refused; null otherwise. */
  problem: EnrollmentRowProblem | null;
};

export type EnrollmentRowStatus = "created" | "exists" | "refused" | Open;

export type EnrollmentSource = "api" | "rule" | "group" | "admin" | "path" | "renewal" | "import" | Open;

export type EnrollmentStatus = "assigned" | "in_progress" | "completed" | "failed" | "cancelled" | "withdrawn" | Open;

export type EnrollmentUpdatedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "enrollment.updated";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    course: {
      id: string;
      code: string;
      title: string;
    };
    enrollment: {
      id: string;
      cycle_year: number;
      status: EnrollmentStatus;
      source: EnrollmentSource;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      assigned_at: string;
      started_at: string | null;
      completed_at: string | null;
    };
    changed_fields: EnrollmentChangedField[];
    updated_by: {
      type: string;
      id: string | null;
      name: string;
    };
    batch_id: string | null;
  };
};

export type EvaluationState = "running" | "failed" | "stalled" | "finished" | Open;

export type EventFeed = {
  pagination: {
    limit: number;
    /** Send it as `cursor` to get the next page; null on the last one. */
    next_cursor: string | null;
    /** Where to go on later, also behind the last page. Nothing is missed. */
    resume_cursor: string;
  };
  /** The oldest first; of two that happened at once the later may stand first. Each is byte for byte what its deliveries carry. */
  events: (CourseCompletedEvent | CourseFailedEvent | ComplianceCertifiedEvent | ComplianceExpiredEvent | ComplianceStatusChangedEvent | EnrollmentAssignedEvent | EnrollmentUpdatedEvent | EnrollmentCancelledEvent | GroupMemberJoinedEvent | GroupMemberLeftEvent | UserCreatedEvent | UserUpdatedEvent | UserDeactivatedEvent | UserReactivatedEvent | UserAnonymizedEvent)[];
};

/** The event is older than 30 days: its body, which would be sent, is no longer kept. Read the current state of the records instead. */
export type EventNotKeptProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Event not kept";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "EVENT_NOT_KEPT";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  event_id?: string;
};

export type EventType = "course.completed" | "course.failed" | "compliance.certified" | "compliance.expired" | "compliance.status_changed" | "enrollment.assigned" | "enrollment.updated" | "enrollment.cancelled" | "group.member_joined" | "group.member_left" | "user.created" | "user.updated" | "user.deactivated" | "user.reactivated" | "user.anonymized" | "ping" | Open;

export type ExplanationCode = "PERSON_INACTIVE" | "NOT_REQUIRED" | "NOT_ASSIGNED" | "VOLUNTARY" | "REQUIREMENT_LAPSED" | "EXEMPT" | "COMPLETED" | "PAST_DUE" | "NOT_STARTED" | "STARTED" | "FAILED" | "CERT_VALID" | "WITHIN_EXPIRING_WINDOW" | "CERT_EXPIRED" | "CERT_REVOKED" | "CERT_NOT_YET_VALID" | "IN_GRACE" | "RETRAINING_ORDERED" | "RENEWAL_OPEN" | "BLOCKED" | "REQUIRED_BY_RULE" | Open;

/** This client has reported another attempt under this `external_id`: another person, course, result, score or time. Send each attempt under an id of its own. What was reported once stays; a training administrator corrects results. */
export type ExternalIdReusedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "External id reused";
  status: 422;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "EXTERNAL_ID_REUSED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  enrollment_id?: string;
};

export type FaultCode = "REQUIRED" | "ONE_OF_REQUIRED" | "CONFLICTING_FIELDS" | "UNKNOWN_FIELD" | "INVALID_TYPE" | "INVALID_FORMAT" | "INVALID_URL" | "INVALID_VALUE" | "NOT_ALLOWED" | "NOT_ALLOWED_VALUE" | "OUT_OF_RANGE" | "TOO_LONG" | "TOO_SHORT" | "TOO_MANY" | "DATE_IN_PAST" | "UNKNOWN_ATTRIBUTE" | "UNKNOWN_DEPARTMENT" | "AMBIGUOUS_DEPARTMENT" | "UNKNOWN_CONTRACTOR" | "AMBIGUOUS_CONTRACTOR" | "CONTRACTOR_REQUIRED" | "CONTRACTOR_NOT_ALLOWED" | "UNKNOWN_PERSON" | "PERSON_INACTIVE" | "UNKNOWN_COURSE" | "COURSE_INACTIVE" | "LICENSE_EXPIRED" | "PATH_ONLY" | "UNKNOWN_EVENT_TYPE" | "UNKNOWN_CLIENT" | "UNKNOWN_TARGET" | "ALREADY_EXISTS" | "ALREADY_TAKEN" | "BELOW_ITSELF" | "BELOW_LEGAL_MINIMUM" | "CANNOT_CREATE" | "NOT_POSSIBLE" | "OUT_OF_USE" | "SAME" | "TOO_COMMON" | Open;

export type FeedEventType = "course.completed" | "course.failed" | "compliance.certified" | "compliance.expired" | "compliance.status_changed" | "enrollment.assigned" | "enrollment.updated" | "enrollment.cancelled" | "group.member_joined" | "group.member_left" | "user.created" | "user.updated" | "user.deactivated" | "user.reactivated" | "user.anonymized" | Open;

export type FieldFault = {
  /** JSON Pointer into the body, as a URI fragment (RFC 9457 §3). */
  pointer?: string;
  /** Name of the query parameter. */
  parameter?: string;
  /** Name of the request header. */
  header?: string;
  code: FaultCode;
  /** What is wrong, for people. */
  detail: string;
  suggestions?: Suggestion[];
};

/** The request asks for the subscriptions of another client; a client sees its own ones only. Leave `client_id` out, or send the calling client's own id. */
export type ForeignClientProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Subscriptions of another client";
  status: 403;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "FOREIGN_CLIENT";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type GateAnswer = {
  /** Whether the person may do the work on this day. */
  allowed: boolean;
  /** A date from 1900 on, YYYY-MM-DD. */
  on: string;
  /** Last day on which this stays so if nobody does anything; null: it does not hold, or no end is known. */
  holds_until: string | null;
  person: GatePerson;
  /** What was asked about; null: whatever is required. */
  work: GateWork | null;
  /** What refuses the person, whatever their training. */
  reasons: GateRefusal[];
  /** What is not met first, then by code. */
  requirements: GateRequirement[];
};

export type GatePerson = {
  user_id: string;
  employee_no: string | null;
  full_name: string;
  contractor_name: string | null;
};

export type GateRefusal = "PERSON_INACTIVE" | "EMPLOYMENT_NOT_BEGUN" | "EMPLOYMENT_ENDED" | "CONTRACT_ENDED" | Open;

export type GateRequirement = {
  course_code: string;
  course_title: string;
  met: boolean;
  /** Why it is not met; null: it is. */
  reason: UnmetReason | null;
  /** The person's flag for the course today; null where nothing is required. */
  status: ComplianceFlag | null;
  /** Last day of the certificate that reaches furthest. */
  valid_until: string | null;
  /** The earliest one of what is open. */
  due_date: string | null;
  /** Last day on which this stays so if nobody does anything; null: it does not hold, or no end is known. */
  holds_until: string | null;
};

export type GateWork = {
  course_code: string;
  course_title: string;
};

export type GrantType = "client_credentials" | Open;

export type Group = {
  id: string;
  code: string;
  name: string;
  /** manual: clients and administrators move members; dynamic: conditions do; scim: the identity provider does. */
  kind: GroupKind;
  /** Of a dynamic group. */
  conditions: Conditions | null;
  /** Courses and learning paths. */
  course_ids: string[];
  due_days: number | null;
  on_leave: OnLeave;
  /** Members. */
  people_count: number;
  /** State of the last evaluation of all people that a change of it has started; null: none has. A failed or stalled one is tried again in the panel. */
  evaluation: EvaluationState | null;
  created_at: string;
  updated_at: string;
  /** When it ended; lists with `updated_since` alone show those that have. */
  retired_at: string | null;
};

export type GroupKind = "manual" | "dynamic" | "scim" | Open;

export type GroupList = {
  pagination: CursorPagination;
  groups: Group[];
};

/** An identity provider keeps the group by SCIM: its name, its members, and whether it exists. Change it in the identity provider, which passes the change on. Its courses are chosen here. */
export type GroupManagedElsewhereProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Group managed elsewhere";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "GROUP_MANAGED_ELSEWHERE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type GroupMember = {
  user_id: string;
  employee_no: string | null;
  full_name: string | null;
  department_id: string | null;
  department_name: string | null;
  status: PersonStatus;
  joined_at: string;
};

export type GroupMemberJoinedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "group.member_joined";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    group: {
      id: string;
      code: string;
      name: string;
      kind: GroupKind;
    };
    actor: {
      type: string;
      id: string | null;
      name: string;
    };
    batch_id: string | null;
    reason: JoinReason;
  };
};

export type GroupMemberLeftEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "group.member_left";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    group: {
      id: string;
      code: string;
      name: string;
      kind: GroupKind;
    };
    actor: {
      type: string;
      id: string | null;
      name: string;
    };
    batch_id: string | null;
    reason: LeaveReason;
  };
};

export type GroupMemberList = {
  pagination: CursorPagination;
  members: GroupMember[];
};

export type GroupMemberRow = {
  action: MembershipAction;
  employee_no?: string | null;
  /** Instead of the employee number. */
  user_id?: string | null;
};

export type GroupMemberRowProblem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors: {
    /** JSON Pointer into the row, as a URI fragment: `#/employee_no`. */
    pointer: string;
    code: string;
    detail: string;
  }[];
};

export type GroupMemberRowResult = {
  /** Place of the row in the request, from 0 on. */
  index: number;
  /** unchanged: the person belonged to the group already, or did not. */
  status: GroupMemberRowStatus;
  /** Null where refused. */
  user_id: string | null;
  /** Why the row was refused; null otherwise. */
  problem: GroupMemberRowProblem | null;
};

export type GroupMemberRowStatus = "joined" | "left" | "unchanged" | "refused" | Open;

export type GroupMembersMoved = {
  /** Stands in the events and audit rows of all who moved; null where nobody did. */
  batch_id: string | null;
  counts: {
    rows: number;
    joined: number;
    left: number;
    unchanged: number;
    refused: number;
  };
  /** One for each row, in the order of the request. */
  results: GroupMemberRowResult[];
};

/** The request's headers exceed 16 KiB. Send fewer or shorter headers. */
export type HeadersTooLargeProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Request header fields too large";
  status: 431;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "HEADERS_TOO_LARGE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** The first request with this Idempotency-Key is still being carried out. Repeat the request after Retry-After with the same key: it answers as the first one did. */
export type IdempotencyKeyInUseProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Idempotency key in use";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "IDEMPOTENCY_KEY_IN_USE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** This client has sent the same Idempotency-Key within 24 hours with another body or to another address. Send a new key with every new operation, and the old one only to repeat a request unchanged. */
export type IdempotencyKeyReusedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Idempotency key reused";
  status: 422;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "IDEMPOTENCY_KEY_REUSED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type ImportAction = "create" | "update" | "deactivate" | "invalid" | Open;

export type ImportFailure = {
  /** The line that is to blame; null: the file as a whole. */
  line: number | null;
  detail: string;
};

export type ImportFormat = "csv" | "ndjson" | Open;

export type ImportKind = "users" | Open;

export type ImportStatus = "receiving" | "queued" | "running" | "finished" | "failed" | Open;

/** The client, or the access token, lacks the scope that this operation needs. Ask the IT administrator to grant one of `required_scopes`, or request a token that has it. */
export type InsufficientScopeProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Insufficient scope";
  status: 403;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "INSUFFICIENT_SCOPE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  /** One of these suffices. */
  required_scopes?: string[];
};

/** Something failed on our side; the log holds it under the request id. Repeat the request later. If it persists, report `request_id`. */
export type InternalErrorProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Internal error";
  status: 500;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "INTERNAL_ERROR";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type IssueTokenRequest = {
  /** The one grant of this service. */
  grant_type: GrantType;
  /** Scopes for the token, separated by single spaces: users:read, users:write, enrollments:write, compliance:read, webhooks:manage, scim, structure:read, structure:write, attempts:write, gate:read, xapi:read, xapi:write. Without it the token gets all scopes of the client. */
  scope?: string;
  /** The client's id, where no Authorization header is sent. */
  client_id?: string;
  /** The client's secret, together with `client_id`. */
  client_secret?: string;
  /** Together with `client_assertion`. */
  client_assertion_type?: ClientAssertionType;
  /** A JWT of the client (RFC 7523 §3), signed by RS256, PS256, ES256, EdDSA with a key whose public half the client has in the panel: `kid` in its header; `iss` and `sub` the client's id, `aud` the issuer or this endpoint, `exp` within 5 minutes, `jti` of its own. */
  client_assertion?: string;
};

export type JoinReason = "rule_matched" | "added" | Open;

export type Language = "en" | "pl" | "de" | "fr" | "es" | "uk" | Open;

/** A learning path starts and is completed with its courses; it has no result of its own. Report the progress of the enrollments whose `parent_enrollment_id` is this one. */
export type LearningPathFollowsCoursesProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Learning path follows its courses";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "LEARNING_PATH_FOLLOWS_COURSES";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type LeaveReason = "rule_unmatched" | "removed" | Open;

export type LicenseModel = "seats" | "unlimited" | Open;

export type Liveness = {
  status: LivenessStatus;
};

export type LivenessStatus = "ok" | Open;

/** The request cannot be read: the body is not one JSON object in UTF-8, names a member twice, nests deeper than 32 levels, or the request carries two kinds of credentials. Send one well-formed JSON object, and either X-API-Key or Authorization, not both. */
export type MalformedRequestProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Malformed request";
  status: 400;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "MALFORMED_REQUEST";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** The account was provisioned by SCIM and belongs to the identity provider. Change the person in the identity provider, which passes the change on. */
export type ManagedElsewhereProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Managed elsewhere";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "MANAGED_ELSEWHERE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  managed_by?: string;
};

export type MatrixEntry = {
  /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
  status: ComplianceFlag;
  /** What decides the flag. */
  basis: ComplianceBasis;
  enrollment_id: string | null;
  enrollment_status: EnrollmentStatus | null;
  cycle_year: number | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  due_date: string | null;
  completed_at: string | null;
  certificate_id: string | null;
  /** The last day that certificates cover. */
  valid_until: string | null;
  /** The open renewal. */
  renewal_enrollment_id: string | null;
  /** Past a date, but within the course's days of grace. */
  in_grace: boolean;
  /** What time alone will make of it; null: the entry will be gone. */
  next_status: ComplianceFlag | null;
  /** The day on which it will; null: time alone changes nothing. */
  next_change_on: string | null;
};

export type MatrixRow = {
  user_id: string;
  employee_no: string | null;
  full_name: string | null;
  department_id: string | null;
  department_name: string | null;
  worker_type: WorkerType;
  contractor_id: string | null;
  /** The worst flag in scope; null: nothing is required. */
  status: ComplianceFlag | null;
  /** Entries in scope by the code of the course. */
  courses: { [name: string]: MatrixEntry };
};

/** The group is dynamic: its members are the people who meet its conditions, and no others. Change the conditions, or make a manual group. */
export type MembersByConditionsProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Members by conditions";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "MEMBERS_BY_CONDITIONS";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type MembershipAction = "join" | "leave" | Open;

/** The organisation is on another node than the one that was asked. Nothing was executed, and no credentials were judged. Send the request to the service's own address, which leads to the node that the organisation is on. */
export type MisdirectedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Misdirected request";
  status: 421;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "MISDIRECTED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type MoveGroupMembersRequest = {
  /** Who joins, and who leaves. */
  members: GroupMemberRow[];
};

export type NewGroupKind = "manual" | "dynamic" | Open;

export type NewWebhookSubscription = {
  id: string;
  client_id: string;
  name: string;
  /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
  target_url: string;
  /** Event types that are delivered. A ping is sent whether it is listed or not. */
  subscribed_events: EventType[];
  /** platform.v1: the event as the feed shows it. cloudevents.v1: CloudEvents 1.0 in the structured mode of its HTTP binding, with the same id, type and data. */
  delivery_format: DeliveryFormat;
  /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
  department_ids: string[] | null;
  /** Only events of these courses and learning paths; null: of all. */
  course_ids: string[] | null;
  /** active: deliveries are sent. degraded: they are sent one at a time, after failures. disabled: they wait until the subscription is enabled again, after 20 failures in a row or three days of failures. */
  state: SubscriptionState;
  /** Why it is degraded or disabled; null while active. */
  state_reason: SubscriptionStateReason | null;
  state_changed_at: string;
  /** Failed attempts since the last acknowledged one, over all deliveries. Pings do not count. */
  consecutive_failures: number;
  failing_since: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  /** Deliveries that wait for their first or next attempt. */
  pending_deliveries: number;
  /** Until then deliveries carry a signature of the previous secret, too; null: they do not. */
  previous_secret_expires_at: string | null;
  created_at: string;
  updated_at: string;
  /** The signing secret, `whsec_` and base64 of 32 random bytes. Shown in this answer only: keep it. The key of X-LMS-Signature is the whole string; that of webhook-signature (Standard Webhooks) is what the part behind `whsec_` encodes. */
  secret_token?: string;
};

/** The last attempt that the course allows has failed. Ask a training administrator to grant one more attempt; then report again. */
export type NoAttemptsLeftProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "No attempts left";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "NO_ATTEMPTS_LEFT";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  enrollment_id?: string;
  attempts_allowed?: number;
};

/** The person has no enrollment in this course (and cycle) that takes a result: none at all, or it has ended. Assign the course by `POST /api/v1/enrollments`, for another cycle where `enrollment_status` is completed; then report again. */
export type NoOpenEnrollmentProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "No open enrollment";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "NO_OPEN_ENROLLMENT";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  enrollment_id?: string | null;
  enrollment_status?: EnrollmentStatus | null;
};

/** The Accept header excludes the media types in which this operation answers. Accept application/json and application/problem+json, or leave the header out. */
export type NotAcceptableProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Not acceptable";
  status: 406;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "NOT_ACCEPTABLE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** Nothing with this id exists in the organisation, or the address is not one of this service. Check the address and the id; list the resource to see which ids exist. */
export type NotFoundProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Not found";
  status: 404;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "NOT_FOUND";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type OAuthError = {
  error: OAuthErrorCode;
  /** What is wrong, for people. */
  error_description: string;
};

export type OAuthErrorCode = "invalid_request" | "invalid_client" | "unsupported_grant_type" | "invalid_scope" | "invalid_dpop_proof" | Open;

export type OAuthProblem = {
  error: OAuthProblemCode;
  /** What is wrong, for people. */
  error_description: string;
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  request_id: string;
  limit_name?: TokenLimit;
  retry_after_seconds?: number;
  limit_bytes?: number;
};

export type OAuthProblemCode = "invalid_request" | "temporarily_unavailable" | "server_error" | Open;

export type OnLeave = "cancel" | "keep" | Open;

export type OpenEnrollment = {
  id: string;
  cycle_year: number;
  status: OpenEnrollmentStatus;
  /** As the enrollment's own record says it. */
  source: string;
  /** A date from 1900 on, YYYY-MM-DD. */
  due_date: string | null;
  assigned_at: string;
  started_at: string | null;
  /** Null: it is open. */
  completed_at: string | null;
};

export type OpenEnrollmentStatus = "assigned" | "in_progress" | "failed" | Open;

export type OrganisationKind = "live" | "sandbox" | Open;

export type OwnClient = {
  id: string;
  name: string;
  organisation: {
    tenant_code: string;
    name: string;
    kind: OrganisationKind;
    /** IANA name; dates are dates of this zone. */
    time_zone: string;
  };
  /** What this request's credentials may do: the token's scopes that the client has now. */
  scopes: ClientScope[];
  /** All scopes of the client. */
  granted_scopes: ClientScope[];
  /** When the client ends; null: it does not. */
  expires_at: string | null;
  /** When the request's access token ends; null with an API key. */
  token_expires_at: string | null;
  /** Whether its tokens have to be bound to a key of its own (DPoP, RFC 9449). */
  dpop_bound_access_tokens: boolean;
  limits: {
    /** Tokens that come back each minute. */
    per_minute: number;
    /** Tokens that the bucket holds. */
    burst: number;
    /** Requests of a UTC day. */
    per_day: number;
  };
  usage: {
    /** Requests of this UTC day. */
    used_today: number;
    /** Requests that are left of the day. */
    left_today: number;
    /** As `RateLimit-Remaining`: requests that would pass now. */
    available_now: number;
  };
};

/** The body exceeds the size limit of the operation. Send at most `limit_bytes` bytes. */
export type PayloadTooLargeProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Payload too large";
  status: 413;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "PAYLOAD_TOO_LARGE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  limit_bytes?: number;
};

export type PeopleImport = {
  id: string;
  kind: ImportKind;
  format: ImportFormat;
  dry_run: boolean;
  /** failed: nothing of the file was carried out, unless `rows_done` is greater than 0. */
  status: ImportStatus;
  failure: ImportFailure | null;
  created_at: string;
  finished_at: string | null;
  /** Progress: rows of the file that are done. */
  rows_done: number;
  counts: {
    /** Rows of the file; 0 until it has been read. */
    rows: number;
    /** People created. */
    create: number;
    /** People changed. */
    update: number;
    /** Rows that say what is so already. */
    unchanged: number;
    /** People deactivated: those not in the file, and those whose row says so. */
    deactivate: number;
    /** Rows that could not be taken. They hold up no other one. */
    invalid: number;
  };
  guard: {
    max_deactivate_percent: number;
    /** Whether a file that lists all people would have deactivated more people than it may: people who are missing in it, and those whose row says so. */
    tripped: boolean;
  };
  /** Every row that is not unchanged, as CSV; kept for 30 days, or as many as the organisation has set. */
  report_url: string;
  /** The first 100 of them. */
  rows_preview: {
    /** The line on which the row begins; null for people who are not in the file. */
    row: number | null;
    employee_no: string | null;
    /** First and last name: the person's, or what the row says of a new one; null where neither is known. */
    full_name: string | null;
    action: ImportAction;
    /** By field; empty for a new person. */
    changes: { [name: string]: unknown[] };
    effects: {
      /** Course codes. */
      enrollments_assigned: string[];
      /** Course codes. */
      enrollments_cancelled: string[];
    };
    errors: {
      /** The field, as in a request's body. */
      pointer: string;
      code: string;
      detail: string;
    }[];
  }[];
};

export type Person = {
  id: string;
  /** Null only where an identity provider has given none. */
  employee_no: string | null;
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
  email: string | null;
  /** The e-mail address in small letters, or else the employee number. */
  login: string;
  worker_type: WorkerType;
  department_id: string | null;
  department_name: string | null;
  contractor_id: string | null;
  contractor_name: string | null;
  /** The person's manager: another person. */
  manager_id: string | null;
  manager_employee_no: string | null;
  job_title: string | null;
  attributes: PersonAttributes;
  /** invited: has not signed in yet; active: has; suspended: blocked or on leave; deactivated: has left; anonymized: erased, the record is kept for statistics. */
  status: PersonStatus;
  /** Whether the status is invited or active. */
  active: boolean;
  /** Who changes the record; one managed by SCIM is read-only here. */
  managed_by: PersonManager;
  /** The identity provider's id. */
  external_id: string | null;
  language: string | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  employment_start_date: string | null;
  /** A date from 1900 on, YYYY-MM-DD. */
  employment_end_date: string | null;
  last_sign_in_at: string | null;
  deactivated_at: string | null;
  created_at: string;
  updated_at: string;
};

/** Another person of the organisation has this employee number, login or e-mail address; letter case does not count. People who have left keep theirs. Look the person up by `employee_no` or `email` and change the record: `active: true` brings back someone who has left. `conflicts` names every field at fault, and the records if the client has the scope users:read. */
export type PersonAlreadyExistsProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Person already exists";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "PERSON_ALREADY_EXISTS";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  conflicts?: {
    field: UniquePersonField;
    user_id?: string;
    status?: PersonStatus;
  }[];
};

/** The person's data have been erased; the record is kept for statistics and cannot be changed. Create a new person if someone is employed again. */
export type PersonAnonymizedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Person is anonymized";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "PERSON_ANONYMIZED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type PersonAttributeChanges = { [name: string]: AttributeValue };

export type PersonAttributes = { [name: string]: AttributeValue };

export type PersonList = {
  pagination: CursorPagination;
  users: Person[];
};

export type PersonManager = "platform" | "scim" | Open;

/** The account is suspended or deactivated; nothing that the person has to do goes on meanwhile. Bring the account back first. */
export type PersonNotActiveProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Person not active";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "PERSON_NOT_ACTIVE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type PersonStatus = "invited" | "active" | "suspended" | "deactivated" | "anonymized" | Open;

/** The request reactivates an account that an administrator has suspended, for a leave or a block. An administrator ends the suspension in the panel. Leave `active` out to change the record's other fields. */
export type PersonSuspendedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Person is suspended";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "PERSON_SUSPENDED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type PingEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "ping";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    message: string;
    subscription_id: string;
    requested_by: {
      type: string;
      id: string | null;
      name: string;
    };
  };
};

export type PingSubscriptionRequest = { [name: string]: unknown };

/** Active people or sub-departments still belong to it, so it cannot be taken out of use; or the department above is out of use, so it cannot be brought back; or a merge that it is part of has not finished. Wait for the end of a merge. Move the people and sub-departments first, or merge it into another one; bring back the department above first. */
export type PlaceStateBlockedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "State cannot be changed";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "PLACE_STATE_BLOCKED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  /** Active people that belong to it. */
  people?: number;
  /** Departments in use directly below it. */
  departments?: number;
};

/** The record has changed since it was read: If-Match names another ETag than the current one. Read the record again, apply the change to it, and send its new ETag. */
export type PreconditionFailedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Precondition failed";
  status: 412;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "PRECONDITION_FAILED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type PreviewRuleRequest = {
  id?: string | null;
  conditions: ConditionsInput;
  /** Courses and learning paths. */
  course_ids: string[];
  /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
  due_days?: number | null;
  /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
  on_leave?: OnLeave | null;
  /** Whether a valid certificate serves instead of an enrollment. Default: true. */
  count_valid_certificates?: boolean | null;
  /** How old such a certificate may be; null: as long as it is valid. */
  look_back_days?: number | null;
  /** Default: true. */
  active?: boolean | null;
};

export type PreviewedPerson = {
  id: string;
  full_name: string | null;
  employee_no: string | null;
  department_name: string | null;
};

export type ProblemDescription = {
  type: string;
  code: string;
  status: number;
  title: string;
  /** Why it happens. */
  cause: string;
  /** What the caller does about it. */
  remedy: string;
  /** A body as it is sent. */
  example: { [name: string]: unknown };
};

export type ProblemDescriptionList = {
  problems: ProblemDescription[];
};

export type ProcessCheck = "ok" | "draining" | Open;

export type ProgressEvent = "started" | "completed" | "failed" | Open;

/** The client's token bucket or its daily quota is used up. The request was not executed and used no quota. Wait the seconds of Retry-After, then repeat the request; add jitter when several workers share a client. */
export type RateLimitedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Too many requests";
  status: 429;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "RATE_LIMITED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  limit_name?: string;
  retry_after_seconds?: number;
};

/** What the process knows about itself. */
export type ReadinessReport = {
  status: ReadinessStatus;
  checks: {
    database: DatabaseCheck;
    /** `skewed`: the machine's clock is more than 5 s from the database's, by which the process goes. Does not make it unready. */
    clock: ClockCheck;
    process: ProcessCheck;
  };
};

export type ReadinessStatus = "ready" | "unavailable" | Open;

export type RenewalBasis = "completion" | "expiry" | "fixed" | Open;

export type RenewalProgress = "not_started" | "started" | "failed" | Open;

export type ReplayEventsRequest = {
  /** Events created at or after it. RFC 3339, not in the future. */
  since: string;
  /** Only events created before it. */
  until?: string | null;
};

/** A record that was read can be sent back: `status`, `enrollment_id`, `number`, `reported_at`, `enrollment` are taken and ignored. */
export type ReportAttemptRequest = {
  /** The sender's own id of this attempt; it is counted once for each client. */
  external_id: string;
  /** Names the person; or send user_id. */
  employee_no?: string | null;
  /** Names the person; or send employee_no. */
  user_id?: string | null;
  /** Names the course; or send course_id. */
  course_code?: string | null;
  /** Names the course; or send course_code. */
  course_id?: string | null;
  /** Of the enrollment; default: the oldest one that is open. */
  cycle_year?: number | null;
  result: AttemptResult;
  /** Percentage; of a passed attempt not below the course's pass_score. null: nothing is scored. */
  score?: number | null;
  /** When the attempt began. Default: when the one before it had ended. */
  started_at?: string | null;
  /** When the attempt ended: not before the day of the assignment, and not in the future. */
  completed_at: string;
};

export type ReportAttemptsRequest = {
  /** Rows, each with the members of `POST /api/v1/attempts`. */
  attempts: ReportAttemptRequest[];
};

export type ReportLearnerProgressRequest = {
  event: ProgressEvent;
  /** In percent; not with started. Default: not scored. */
  score?: number | null;
};

/** The request's headers took longer than 10 seconds to arrive, its body longer than 10 seconds, or a file longer than 30. Send the request again on a new connection; nothing was executed. */
export type RequestTimeoutProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Request timeout";
  status: 408;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "REQUEST_TIMEOUT";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type RetryDeliveryByIdRequest = { [name: string]: unknown };

export type RetryDeliveryRequest = { [name: string]: unknown };

export type RotateSubscriptionSecretRequest = {
  /** Default: 7. */
  grace_days?: number | null;
};

export type RotatedSecret = {
  subscription_id: string;
  /** The signing secret, `whsec_` and base64 of 32 random bytes. Shown in this answer only: keep it. The key of X-LMS-Signature is the whole string; that of webhook-signature (Standard Webhooks) is what the part behind `whsec_` encodes. */
  secret_token?: string;
  rotated_at: string;
  grace_days: number;
  previous_secret_expires_at: string | null;
};

export type Rule = {
  id: string;
  name: string;
  active: boolean;
  conditions: Conditions;
  /** Courses and learning paths. */
  course_ids: string[];
  due_days: number | null;
  on_leave: OnLeave;
  count_valid_certificates: boolean;
  look_back_days: number | null;
  /** People to whom it applies. */
  people_count: number;
  /** State of the last evaluation of all people that a change of it has started; null: none has. A failed or stalled one is tried again in the panel. */
  evaluation: EvaluationState | null;
  created_at: string;
  updated_at: string;
  /** When it ended; lists with `updated_since` alone show those that have. */
  retired_at: string | null;
};

export type RuleList = {
  pagination: CursorPagination;
  rules: Rule[];
};

export type SandboxClock = {
  /** What the organisation's clock shows. */
  now: string;
};

/** The sandbox of an organisation holds 500 people at most, those who have left included. Change people who are there, or have an administrator reset the sandbox in the panel. */
export type SandboxFullProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Sandbox is full";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "SANDBOX_FULL";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** The course is licensed by seats, and every seat of every licence in force is taken. Cancel assignments that were not started, or ask the training administrator for more seats; then repeat the request. */
export type SeatLimitReachedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Seat limit reached";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "SEAT_LIMIT_REACHED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  license?: {
    id: string;
    seats_total: number;
    seats_used: number;
  };
};

export type SeatUnit = "person" | "enrollment" | Open;

/** The subscription is disabled, so that no attempt would be made. Enable the subscription, whose pending deliveries are then sent, and retry after that. */
export type SubscriptionDisabledProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Subscription disabled";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "SUBSCRIPTION_DISABLED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type SubscriptionState = "active" | "degraded" | "disabled" | Open;

export type SubscriptionStateReason = "consecutive_failures" | "failing_for_3_days" | Open;

export type Suggestion = {
  /** Of the department or company. */
  id?: string;
  name?: string;
  /** Tells companies of one name apart. */
  tax_id?: string | null;
  event_type?: string;
};

export type Token = {
  /** Opaque. Send it as `Authorization: Bearer …`, or `DPoP …`, by its `token_type`. */
  access_token: string;
  /** DPoP: bound to the key of the request's proof. */
  token_type: TokenType;
  /** Seconds for which the token is valid. */
  expires_in: number;
  /** Scopes of the token, separated by spaces. */
  scope: string;
};

export type TokenEndpointAuthMethod = "client_secret_basic" | "client_secret_post" | "private_key_jwt" | Open;

export type TokenLimit = "token_requests" | "issued_tokens" | Open;

export type TokenType = "Bearer" | "DPoP" | Open;

/** As many attempts at the delivery as there may be have been made, those that were asked for by hand included. Replay the subscription's events of that time, once its receiver works: each gets a delivery of its own. */
export type TooManyAttemptsProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Too many attempts at a delivery";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "TOO_MANY_ATTEMPTS";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  limit?: number;
};

/** Twenty authentications from this address failed within a minute; the address is blocked for ten minutes, valid credentials included. Mend the credentials, wait the seconds of Retry-After, or ask the IT administrator to lift the block. */
export type TooManyFailedAuthenticationsProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Too many failed authentications";
  status: 429;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "TOO_MANY_FAILED_AUTHENTICATIONS";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  retry_after_seconds?: number;
};

/** The organisation has several imports that have not ended yet. Wait until one of them is finished or failed, and send the file again. */
export type TooManyImportsProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Too many imports";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "TOO_MANY_IMPORTS";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** As many pings of the organisation as may be under way together are waiting for the answers of their receivers. Wait the seconds of Retry-After, then repeat the request: no ping takes longer. */
export type TooManyPingsProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Too many pings under way";
  status: 429;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "TOO_MANY_PINGS";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  retry_after_seconds?: number;
};

export type UnassignableCode = "COURSE_INACTIVE" | "LICENSE_EXPIRED" | "PATH_ONLY" | Open;

export type UnassignableReason = "inactive" | "path_only" | "license_expired" | Open;

/** The request could not be authenticated. The answer is the same for every cause: an unknown or wrong secret, a missing or foreign tenant code, a client that is disabled, revoked or expired, a method that is switched off, an address outside the allow-list. Check the secret, X-Tenant-Code and the client's settings in the IT administration panel. Twenty failures within a minute block the source address for ten minutes. */
export type UnauthorizedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Unauthorized";
  status: 401;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "UNAUTHORIZED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** The database did not answer in time, or the service is starting, stopping or overloaded. Repeat the request after Retry-After. A create whose outcome is unknown is safe to repeat: 409 means that it succeeded. */
export type UnavailableProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Service unavailable";
  status: 503;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "UNAVAILABLE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type UniquePersonField = "employee_no" | "login" | "email" | Open;

export type UnmetReason = "NOT_HELD" | "NOT_COMPLETED" | "OVERDUE" | "EXPIRED" | "REVOKED" | Open;

/** The body's media type, charset or content encoding is not one that this operation reads. Send Content-Type: application/json, in UTF-8 and without content encoding. */
export type UnsupportedMediaTypeProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Unsupported media type";
  status: 415;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "UNSUPPORTED_MEDIA_TYPE";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

/** The URL is longer than 8 KiB. Send fewer or shorter query parameters. */
export type UriTooLongProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "URI too long";
  status: 414;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "URI_TOO_LONG";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
};

export type UserAnonymizedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "user.anonymized";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    /** By its `id`: the number is no longer the person's. */
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    anonymized_at: string;
  };
};

export type UserCreatedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "user.created";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    actor: {
      type: string;
      id: string | null;
      name: string;
    };
    batch_id: string | null;
  };
};

export type UserDeactivatedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "user.deactivated";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    /** Names of the record's members that have changed, sorted; of attributes `attributes.KEY`. Values are read by API. */
    changed_fields: string[];
    actor: {
      type: string;
      id: string | null;
      name: string;
    };
    batch_id: string | null;
  };
};

export type UserReactivatedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "user.reactivated";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    /** Names of the record's members that have changed, sorted; of attributes `attributes.KEY`. Values are read by API. */
    changed_fields: string[];
    actor: {
      type: string;
      id: string | null;
      name: string;
    };
    batch_id: string | null;
  };
};

export type UserUpdatedEvent = {
  /** Of the event: its deliveries repeat it, in X-LMS-Event-Id as well. */
  id: string;
  type: "user.updated";
  created_at: string;
  /** The organisation, where one endpoint serves several. */
  tenant_code: string;
  data: {
    user: {
      id: string;
      employee_no: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: WorkerType;
      contractor_id: string | null;
    };
    /** Names of the record's members that have changed, sorted; of attributes `attributes.KEY`. Values are read by API. */
    changed_fields: string[];
    actor: {
      type: string;
      id: string | null;
      name: string;
    };
    batch_id: string | null;
  };
};

/** The request was read, but some of its fields cannot be accepted. Mend each entry of `errors` (it names the place and a code) and send the request again. */
export type ValidationFailedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Validation failed";
  status: 422;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "VALIDATION_FAILED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  errors?: FieldFault[];
};

export type ValidityUnit = "day" | "week" | "month" | "year" | Open;

export type WaitingReason = "no_seat" | "inactive" | "license_expired" | "path_only" | Open;

export type WebhookDelivery = {
  id: string;
  subscription_id: string;
  event_id: string;
  event_type: EventType;
  /** pending: waiting for its next attempt, also while the subscription is disabled; succeeded: acknowledged by a 2xx; failed: no attempt is left; expired: it waited for 30 days. */
  status: DeliveryStatus;
  attempt_count: number;
  /** 5, and one more for each attempt that was interrupted or asked for by hand. */
  max_attempts: number;
  /** The next attempt begins then or, behind others, later. null: none is due, because the delivery has ended, an attempt is under way, or the subscription is disabled. */
  next_attempt_at: string | null;
  created_at: string;
  /** When it was acknowledged. */
  delivered_at: string | null;
  payload_bytes: number;
  /** Of the body in the format platform.v1, in hex, whatever the format of the delivery. */
  payload_sha256: string;
  /** The first one first; those of the last 30 days. Neither bodies nor answers are kept. */
  attempts: {
    number: number;
    /** scheduled: the first one or a retry by schedule; manual: asked for by `retry`; replay: the first one of a replayed event; ping: of `ping`. */
    trigger: AttemptTrigger;
    attempted_at: string;
    duration_ms: number;
    /** null: no status line came in time. */
    response_status: number | null;
    /** null: a 2xx came in time. INTERRUPTED: the service was stopped during the attempt, so that it does not know whether the receiver got it; it is made again after 30 s, and neither uses up an attempt nor counts as a failure of the receiver. */
    error: AttemptError | null;
    /** Where it went: the subscription's URL may have changed since. */
    host: string;
  }[];
};

export type WebhookDeliveryList = {
  pagination: CursorPagination;
  deliveries: WebhookDelivery[];
};

/** The target URL's host is not on the list of webhook hosts that the IT administrator has allowed for this client. Ask the IT administrator to allow `host` for the client, or use a host that is allowed. */
export type WebhookHostNotAllowedProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Webhook host not allowed";
  status: 403;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "WEBHOOK_HOST_NOT_ALLOWED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  host?: string;
};

export type WebhookPing = {
  event_id: string;
  delivery: WebhookDelivery;
};

export type WebhookReplay = {
  /** Events that will be delivered anew. */
  queued: number;
  /** There may be more: send the request again with this `since`. null: these were all. */
  next_since: string | null;
};

export type WebhookSubscription = {
  id: string;
  client_id: string;
  name: string;
  /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
  target_url: string;
  /** Event types that are delivered. A ping is sent whether it is listed or not. */
  subscribed_events: EventType[];
  /** platform.v1: the event as the feed shows it. cloudevents.v1: CloudEvents 1.0 in the structured mode of its HTTP binding, with the same id, type and data. */
  delivery_format: DeliveryFormat;
  /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
  department_ids: string[] | null;
  /** Only events of these courses and learning paths; null: of all. */
  course_ids: string[] | null;
  /** active: deliveries are sent. degraded: they are sent one at a time, after failures. disabled: they wait until the subscription is enabled again, after 20 failures in a row or three days of failures. */
  state: SubscriptionState;
  /** Why it is degraded or disabled; null while active. */
  state_reason: SubscriptionStateReason | null;
  state_changed_at: string;
  /** Failed attempts since the last acknowledged one, over all deliveries. Pings do not count. */
  consecutive_failures: number;
  failing_since: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  /** Deliveries that wait for their first or next attempt. */
  pending_deliveries: number;
  /** Until then deliveries carry a signature of the previous secret, too; null: they do not. */
  previous_secret_expires_at: string | null;
  created_at: string;
  updated_at: string;
};

export type WebhookSubscriptionList = {
  subscriptions: WebhookSubscription[];
};

/** The organisation has as many subscriptions as its contract allows. Disabled ones count, and those of its other clients, unless these have been revoked. Delete a subscription that is no longer needed, or subscribe one of them to more event types. */
export type WebhookSubscriptionsQuotaExceededProblem = {
  /** Page that explains the problem. */
  type: string;
  title: "Webhook subscription quota exceeded";
  status: 409;
  /** What happened. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Machine-readable, stable. */
  code: "WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED";
  /** As in X-Request-Id. */
  request_id: string;
  /** Of the operator's trace of this request, where one is kept. */
  trace_id?: string;
  limit?: number;
};

export type WorkerType = "internal_payroll" | "b2b_contractor" | Open;

/** Events by their type. */
export type Events = {
  "course.completed": CourseCompletedEvent;
  "course.failed": CourseFailedEvent;
  "compliance.certified": ComplianceCertifiedEvent;
  "compliance.expired": ComplianceExpiredEvent;
  "compliance.status_changed": ComplianceStatusChangedEvent;
  "enrollment.assigned": EnrollmentAssignedEvent;
  "enrollment.updated": EnrollmentUpdatedEvent;
  "enrollment.cancelled": EnrollmentCancelledEvent;
  "group.member_joined": GroupMemberJoinedEvent;
  "group.member_left": GroupMemberLeftEvent;
  "user.created": UserCreatedEvent;
  "user.updated": UserUpdatedEvent;
  "user.deactivated": UserDeactivatedEvent;
  "user.reactivated": UserReactivatedEvent;
  "user.anonymized": UserAnonymizedEvent;
  "ping": PingEvent;
};
