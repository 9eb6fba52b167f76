# Made by `npm run generate` from openapi.json; do not edit.
"""Records, requests and events of the contract. Any of them may have further members, any enumeration further values."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, TypedDict, Union


class AdvanceSandboxClockRequest(TypedDict, total=False):
    """advance: An ISO 8601 duration, counted on the calendar of the organisation's time zone; or send now.

    now: What the clock is to show, later than now; or send advance.
    """

    advance: Union[str, None]
    now: Union[str, None]


class AssignCourseRequest(TypedDict, total=False):
    """A record that was read can be sent back: `id`, `course_title`, `type`, `status`, `overdue`, `source`, `source_ref`, `mandatory`, `assigned_at`, `started_at`, `completed_at`, `failed_at`, `cancelled_at`, `cancel_reason`, `progress_percent`, `score`, `passed`, `attempts_used`, `attempts_allowed`, `renewal_of`, `parent_enrollment_id`, `certificate`, `license_id`, `compliance_status`, `created_at`, `updated_at` are taken and ignored.

    employee_no: Names the person; or send user_id.

    user_id: Names the person; or send employee_no.

    course_code: Names the course or learning path; or send course_id.

    course_id: Names the course or learning path; or send course_code.

    cycle_year: From the cycle before the current one to the second one after it; any other is refused with OUT_OF_RANGE. Default: the current cycle, in the organisation's time zone.

    due_date: Last day on time, today or later. Default: today and the course's default_due_days; null: none.
    """

    employee_no: Union[str, None]
    user_id: Union[str, None]
    course_code: Union[str, None]
    course_id: Union[str, None]
    cycle_year: Union[int, None]
    due_date: Union[str, None]


class AssignCoursesRequest(TypedDict):
    """enrollments: Rows, each with the members of `POST /api/v1/enrollments`."""

    enrollments: List[AssignCourseRequest]


class Attempt(TypedDict):
    """cycle_year: Of the enrollment that the attempt belongs to.

    status: replayed: it had been reported before, and counts once.

    number: Which attempt at the enrollment it is, in the order of the reports.
    """

    external_id: str
    user_id: str
    employee_no: Union[str, None]
    course_id: str
    course_code: str
    cycle_year: int
    result: AttemptResult
    score: Union[int, None]
    started_at: str
    completed_at: str
    status: AttemptReportStatus
    enrollment_id: str
    number: int
    reported_at: str
    enrollment: Enrollment


class AttemptBatchAnswer(TypedDict):
    """results: One for each row, in the order of the request."""

    counts: AttemptBatchAnswerCounts
    results: List[AttemptRowResult]


class AttemptBatchAnswerCounts(TypedDict):
    rows: int
    recorded: int
    replayed: int
    refused: int

AttemptError = Union[Literal["TIMEOUT", "CONNECTION_REFUSED", "DNS", "TLS", "HTTP_STATUS", "REDIRECT_REFUSED", "ADDRESS_NOT_ALLOWED", "INTERRUPTED"], str]

AttemptReportStatus = Union[Literal["recorded", "replayed"], str]

AttemptResult = Union[Literal["passed", "failed"], str]


class _AttemptRowProblem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str


class AttemptRowProblem(_AttemptRowProblem, total=False):
    """Why a row was refused: the problem of `POST /api/v1/attempts`, without what belongs to the request.

    status: With which `POST /api/v1/attempts` would have answered.
    """

    errors: List[AttemptRowProblemError]
    enrollment_id: Union[str, None]
    enrollment_status: Union[EnrollmentStatus, None]
    attempts_allowed: int


class AttemptRowProblemError(TypedDict):
    """pointer: JSON Pointer into the row, as a URI fragment: `#/course_code`."""

    pointer: str
    code: str
    detail: str


class AttemptRowResult(TypedDict):
    """index: Place of the row in the request, from 0 on.

    external_id: Of the row; null where it has none.

    enrollment_id: To which the attempt counts; null where refused.

    number: Which attempt at the enrollment it is; null where refused.

    enrollment_status: As it stands now; null where refused.

    problem: Why the row was refused; null otherwise.
    """

    index: int
    external_id: Union[str, None]
    status: AttemptRowStatus
    enrollment_id: Union[str, None]
    number: Union[int, None]
    enrollment_status: Union[EnrollmentStatus, None]
    problem: Union[AttemptRowProblem, None]

AttemptRowStatus = Union[Literal["recorded", "replayed", "refused"], str]

AttemptTrigger = Union[Literal["scheduled", "manual", "replay", "ping"], str]

AttributeValue = Union[str, float, bool, List[str], None]


class AuthorizationServerMetadata(TypedDict):
    """issuer: The base URL of the service.

    token_endpoint_auth_signing_alg_values_supported: Algorithms of `private_key_jwt`. A key is used with one of them: the `alg` of its JWK, else RS256, ES256 or EdDSA by its type.

    dpop_signing_alg_values_supported: Algorithms of DPoP proofs (RFC 9449 §5.1).

    response_types_supported: Always empty: there is no authorization endpoint.

    scopes_supported: All that a client may be granted.
    """

    issuer: str
    token_endpoint: str
    token_endpoint_auth_methods_supported: List[TokenEndpointAuthMethod]
    token_endpoint_auth_signing_alg_values_supported: List[str]
    dpop_signing_alg_values_supported: List[str]
    grant_types_supported: List[GrantType]
    response_types_supported: List[str]
    scopes_supported: List[str]
    service_documentation: str

CancelEnrollmentRequest = Dict[str, Any]

CancelReason = Union[Literal["admin", "department_changed", "group_left", "person_deactivated", "course_retired", "superseded", "api"], str]


class Certificate(TypedDict):
    """enrollment_id: Null: external evidence.

    status: Of today: valid; expiring, within the course's expiring_soon_days of its end; expired; superseded, a newer one that holds as long has begun; revoked.

    source: course: the course was completed here; external: it was obtained elsewhere (external evidence).

    issuer: Who issued it elsewhere; null: it was issued here.

    valid_from: A date from 1900 on, YYYY-MM-DD.

    valid_until: The last valid day; null: it never ends.

    renewal_opens_on: The day on which its renewal is assigned; null where the course is not renewed or the certificate has no end.

    verification_url: Where everyone who knows the code can check it.
    """

    id: str
    number: str
    user_id: str
    employee_no: Union[str, None]
    course_id: str
    course_code: str
    enrollment_id: Union[str, None]
    cycle_year: int
    status: CertificateStatus
    source: CertificateSource
    issuer: Union[str, None]
    issued_at: str
    valid_from: str
    valid_until: Union[str, None]
    renewal_opens_on: Union[str, None]
    previous_certificate_id: Union[str, None]
    revoked_at: Union[str, None]
    revoke_reason: Union[str, None]
    verification_url: str


class CertificateList(TypedDict):
    pagination: CursorPagination
    certificates: List[Certificate]

CertificateSource = Union[Literal["course", "external"], str]

CertificateStatus = Union[Literal["valid", "expiring", "expired", "superseded", "revoked"], str]


class ChangeContractorRequest(TypedDict, total=False):
    """A record that was read can be sent back: `id`, `people_count`, `updated_at` are taken and ignored.

    code: A code of one line.

    country: Two capital letters, ISO 3166-1.

    contract_valid_until: Its people are deactivated at the end of this day.
    """

    name: str
    code: str
    active: bool
    tax_id: Union[str, None]
    country: Union[str, None]
    contract_valid_until: Union[str, None]


class ChangeDepartmentRequest(TypedDict, total=False):
    """A record that was read can be sent back: `id`, `path`, `people_count`, `updated_at` are taken and ignored.

    code: A code of one line.

    parent_id: The department above; null: none.
    """

    name: str
    code: str
    parent_id: Union[str, None]
    active: bool


class ChangeEnrollmentRequest(TypedDict, total=False):
    """A record that was read can be sent back: `id`, `course_title`, `type`, `status`, `overdue`, `source`, `source_ref`, `mandatory`, `assigned_at`, `started_at`, `completed_at`, `failed_at`, `cancelled_at`, `cancel_reason`, `progress_percent`, `score`, `passed`, `attempts_used`, `attempts_allowed`, `renewal_of`, `parent_enrollment_id`, `certificate`, `license_id`, `compliance_status`, `created_at`, `updated_at`, `user_id`, `employee_no`, `course_id`, `course_code`, `cycle_year` are taken and ignored.

    due_date: Last day on time, today or later; null: none.
    """

    due_date: Union[str, None]


class ChangeGroupRequest(TypedDict, total=False):
    """A record that was read can be sent back: `id`, `people_count`, `evaluation`, `created_at`, `updated_at`, `retired_at`, `kind` are taken and ignored.

    code: A code of one line.

    course_ids: Courses and learning paths.

    due_days: Days from the assignment, or from the first day of employment when that is later. Null: the course's.

    on_leave: What becomes of enrollments that were not started when it no longer applies. Default: cancel.
    """

    code: str
    name: str
    conditions: Union[ConditionsInput, None]
    course_ids: List[str]
    due_days: Union[int, None]
    on_leave: OnLeave


class ChangePreview(TypedDict):
    """joining: The first of those to whom it would newly apply.

    leaving: The first of those to whom it would no longer apply.

    seats: Licences under which something would be assigned. Seats that leavers give back are not counted.

    truncated: The enrollments of some people were not worked out: the numbers are of the considered people alone.
    """

    people: ChangePreviewPeople
    joining: List[PreviewedPerson]
    leaving: List[PreviewedPerson]
    enrollments: ChangePreviewEnrollments
    seats: List[ChangePreviewSeat]
    truncated: bool


ChangePreviewPeople = TypedDict(
    "ChangePreviewPeople",
    {
        "looked_at": "int",
        "in": "int",
        "out": "int",
        "stay": "int",
    },
)


class ChangePreviewEnrollments(TypedDict):
    """people_concerned: People of whom more or less would be asked than now.

    people_considered: Those of them whose enrollments were worked out, in the order in which the change would reach them.

    served: Asked for, and there already: an enrollment or a certificate serves.

    cancelled: Not started, and cancelled.

    kept: No longer asked for, but started, completed or kept by `on_leave`.

    blocked: What could not be assigned, and why.
    """

    people_concerned: int
    people_considered: int
    assigned: int
    served: int
    cancelled: int
    kept: int
    blocked: List[ChangePreviewEnrollmentsBlockedItem]


class ChangePreviewEnrollmentsBlockedItem(TypedDict):
    course_id: str
    code: str
    title: str
    reason: str
    count: int


class ChangePreviewSeat(TypedDict):
    """free: Before the change; null: without a limit.

    taken: Seats that the change would take.

    short: Seats that it would lack.
    """

    license_id: str
    name: str
    seats_total: Union[int, None]
    free: Union[int, None]
    taken: int
    short: int


class ChangeRuleRequest(TypedDict, total=False):
    """A record that was read can be sent back: `id`, `people_count`, `evaluation`, `created_at`, `updated_at`, `retired_at` are taken and ignored.

    course_ids: Courses and learning paths.

    due_days: Days from the assignment, or from the first day of employment when that is later. Null: the course's.

    on_leave: What becomes of enrollments that were not started when it no longer applies. Default: cancel.

    count_valid_certificates: Whether a valid certificate serves instead of an enrollment. Default: true.

    look_back_days: How old such a certificate may be; null: as long as it is valid.

    active: Default: true.
    """

    name: str
    conditions: ConditionsInput
    course_ids: List[str]
    due_days: Union[int, None]
    on_leave: OnLeave
    count_valid_certificates: bool
    look_back_days: Union[int, None]
    active: bool


class ChangeSubscriptionRequest(TypedDict, total=False):
    """A record that was read can be sent back: `id`, `client_id`, `state`, `state_reason`, `state_changed_at`, `consecutive_failures`, `failing_since`, `last_success_at`, `last_failure_at`, `pending_deliveries`, `previous_secret_expires_at`, `created_at`, `updated_at` are taken and ignored.

    target_url: Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts.

    subscribed_events: Event types. Repeated ones count once.

    delivery_format: `platform.v1`, the default, or `cloudevents.v1`. The previous name of the first is taken, too; answers always say `platform.v1`. Deliveries that wait are sent in the present format.

    department_ids: Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody.

    course_ids: Only events of these courses and learning paths; null: of all.
    """

    name: str
    target_url: str
    subscribed_events: List[EventType]
    delivery_format: str
    department_ids: Union[List[str], None]
    course_ids: Union[List[str], None]


class ChangeUserRequest(TypedDict, total=False):
    """A record that was read can be sent back: `id`, `full_name`, `login`, `managed_by`, `external_id`, `last_sign_in_at`, `deactivated_at`, `created_at`, `updated_at`, `status` are taken and ignored.

    employee_no: One line. Unique in the organisation; letter case does not count.

    email: Null only where the organisation does not require addresses.

    department_name: Case, diacritics and extra spaces do not count. The department must exist.

    department_id: Instead of the name, or beside it when both mean the same department.

    contractor_name: The company of a b2b_contractor, which must exist.

    contractor_id: Instead of the name; needed where two companies share one.

    manager_employee_no: The manager's employee number: of any other person who is not below this one.

    manager_id: Instead of the number, or beside it when both mean the same person.

    language: A BCP 47 language tag.

    employment_start_date: A date from 1900 on, YYYY-MM-DD.

    employment_end_date: A date from 1900 on, YYYY-MM-DD.

    attributes: Merged key by key: null removes a key, other keys stay. Null for the whole removes all.

    active: False deactivates the account, true reactivates a deactivated one.
    """

    employee_no: str
    first_name: str
    last_name: str
    email: Union[str, None]
    worker_type: WorkerType
    department_name: Union[str, None]
    department_id: Union[str, None]
    contractor_name: Union[str, None]
    contractor_id: Union[str, None]
    manager_employee_no: Union[str, None]
    manager_id: Union[str, None]
    job_title: Union[str, None]
    language: Union[str, None]
    employment_start_date: Union[str, None]
    employment_end_date: Union[str, None]
    attributes: Union[PersonAttributeChanges, None]
    active: bool

ClientAssertionType = Union[Literal["urn:ietf:params:oauth:client-assertion-type:jwt-bearer"], str]

ClientScope = Union[Literal["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage", "scim", "structure:read", "structure:write", "attempts:write", "gate:read", "xapi:read", "xapi:write"], str]

ClockCheck = Union[Literal["ok", "skewed", "unknown"], str]

ComplianceBasis = Union[Literal["enrollment", "certificate", "completion", "exemption"], str]


class ComplianceCertifiedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["compliance.certified"]
    created_at: str
    tenant_code: str
    data: ComplianceCertifiedEventData


class ComplianceCertifiedEventData(TypedDict):
    """compliance_status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered."""

    user: ComplianceCertifiedEventDataUser
    course: ComplianceCertifiedEventDataCourse
    certificate: ComplianceCertifiedEventDataCertificate
    enrollment_id: Union[str, None]
    compliance_status: Union[ComplianceFlag, None]
    batch_id: Union[str, None]


class ComplianceCertifiedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class ComplianceCertifiedEventDataCourse(TypedDict):
    id: str
    code: str
    title: str


class ComplianceCertifiedEventDataCertificate(TypedDict):
    """valid_from: A date from 1900 on, YYYY-MM-DD.

    valid_until: A date from 1900 on, YYYY-MM-DD.
    """

    id: str
    number: str
    source: CertificateSource
    issued_at: str
    valid_from: str
    valid_until: Union[str, None]
    previous_certificate_id: Union[str, None]


class ComplianceChanges(TypedDict):
    """changes: The oldest first; of two that were made at once the later may stand first."""

    pagination: ComplianceChangesPagination
    changes: List[ComplianceChangesChange]


class ComplianceChangesPagination(TypedDict):
    """next_cursor: Send it as `cursor` to get the next page; null on the last one.

    resume_cursor: Where to go on later, also behind the last page. Nothing is missed.
    """

    limit: int
    next_cursor: Union[str, None]
    resume_cursor: str


class ComplianceChangesChange(TypedDict):
    """previous_status: null: there was no entry.

    status: null: there is no entry any more.

    due_date: A date from 1900 on, YYYY-MM-DD.

    valid_until: A date from 1900 on, YYYY-MM-DD.

    next_status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered.

    next_change_on: A date from 1900 on, YYYY-MM-DD.
    """

    user_id: str
    employee_no: Union[str, None]
    course_id: str
    course_code: str
    previous_status: Union[ComplianceFlag, None]
    status: Union[ComplianceFlag, None]
    changed_at: str
    due_date: Union[str, None]
    enrollment_id: Union[str, None]
    certificate_id: Union[str, None]
    valid_until: Union[str, None]
    next_status: Union[ComplianceFlag, None]
    next_change_on: Union[str, None]


class ComplianceExpiredEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["compliance.expired"]
    created_at: str
    tenant_code: str
    data: ComplianceExpiredEventData


class ComplianceExpiredEventData(TypedDict):
    """expired_on: A date from 1900 on, YYYY-MM-DD.

    compliance_status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered.
    """

    user: ComplianceExpiredEventDataUser
    course: ComplianceExpiredEventDataCourse
    certificate: ComplianceExpiredEventDataCertificate
    enrollment_id: Union[str, None]
    expired_on: str
    open_enrollment: Union[OpenEnrollment, None]
    compliance_status: Union[ComplianceFlag, None]
    batch_id: Union[str, None]


class ComplianceExpiredEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class ComplianceExpiredEventDataCourse(TypedDict):
    id: str
    code: str
    title: str


class ComplianceExpiredEventDataCertificate(TypedDict):
    """valid_from: A date from 1900 on, YYYY-MM-DD.

    valid_until: A date from 1900 on, YYYY-MM-DD.
    """

    id: str
    number: str
    source: CertificateSource
    issued_at: str
    valid_from: str
    valid_until: Union[str, None]
    previous_certificate_id: Union[str, None]


class ComplianceExplanation(TypedDict):
    """as_of: A date from 1900 on, YYYY-MM-DD.

    timezone: The organisation's, in which days begin and end.

    status: null: nothing is required; `reasons` says why.

    reasons: What decides, first.

    next_status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered.

    next_change_on: A date from 1900 on, YYYY-MM-DD.

    paused: The person is suspended: the flag is that of the day on which that began.

    known_since: For a past date: when this had become known; else null.
    """

    employee_no: Union[str, None]
    user_id: str
    course_code: str
    as_of: str
    timezone: str
    status: Union[ComplianceFlag, None]
    basis: Union[ComplianceBasis, None]
    reasons: List[ComplianceExplanationReason]
    next_status: Union[ComplianceFlag, None]
    next_change_on: Union[str, None]
    evidence: ComplianceExplanationEvidence
    paused: bool
    known_since: Union[str, None]


class ComplianceExplanationReason(TypedDict):
    """detail: One sentence in English.

    facts: What the sentence says, for programs that write it in another language: those members that the code has.
    """

    code: ExplanationCode
    detail: str
    facts: ComplianceExplanationReasonFacts


class ComplianceExplanationReasonFacts(TypedDict, total=False):
    """What the sentence says, for programs that write it in another language: those members that the code has.

    certificate: Its number.

    valid_from: A date from 1900 on, YYYY-MM-DD.

    until: The last day of a certificate or exemption; null: without an end.

    assigned_on: A date from 1900 on, YYYY-MM-DD.

    due_date: A date from 1900 on, YYYY-MM-DD.

    days: Of the course's window, or of its grace.

    state: How far a renewal is.

    blocked: Why an assignment or a renewal waits.
    """

    certificate: str
    valid_from: str
    until: Union[str, None]
    assigned_on: str
    due_date: Union[str, None]
    days_left: int
    days: int
    state: RenewalProgress
    blocked: WaitingReason


class ComplianceExplanationEvidence(TypedDict):
    """rule_ids: Rules that ask for the course."""

    enrollment_ids: List[str]
    certificate_ids: List[str]
    rule_ids: List[str]

ComplianceFlag = Union[Literal["OVERDUE", "PENDING", "IN_PROGRESS", "EXPIRING_SOON", "COMPLIANT"], str]


class ComplianceForecast(TypedDict):
    """as_of: A date from 1900 on, YYYY-MM-DD.

    licenses: Licences with seats that are valid today, by name.
    """

    as_of: str
    weeks: List[ComplianceForecastWeek]
    licenses: List[ComplianceForecastLicense]


ComplianceForecastWeek = TypedDict(
    "ComplianceForecastWeek",
    {
        "from": "str",
        "until": "str",
        "becoming_overdue": "int",
        "becoming_expiring_soon": "int",
        "expiring": "int",
    },
)


class ComplianceForecastLicense(TypedDict):
    """seats_needed: Renewals to come that will take a seat: certificates that end within these weeks, whose course renews itself, without an open renewal, of people who hold no seat that serves again. With them, from today on, every assignment and renewal that waits for a free seat already.

    seats_missing: What is needed beyond what is free.

    short_from: The first day of the week in which the free seats run out.
    """

    license_id: str
    name: str
    seat_unit: SeatUnit
    seats_total: int
    seats_used: int
    seats_free: int
    seats_needed: int
    seats_missing: int
    short_from: Union[str, None]


class ComplianceMatrix(TypedDict):
    """refreshed_at: The instant up to which every change is included, those by time alone too.

    rows: One row a person, in the order of their names.
    """

    refreshed_at: str
    pagination: ComplianceMatrixPagination
    summary: ComplianceMatrixSummary
    rows: List[MatrixRow]


class ComplianceMatrixPagination(TypedDict):
    total: int
    limit: int
    offset: int


class ComplianceMatrixSummary(TypedDict):
    """people: People in scope: the sum of `counts` and `no_requirements`.

    counts: People by their worst flag in scope.

    no_requirements: People without any entry.

    severity_order: Flags, the worst first.
    """

    people: int
    counts: ComplianceMatrixSummaryCounts
    no_requirements: int
    severity_order: List[ComplianceFlag]


class ComplianceMatrixSummaryCounts(TypedDict):
    """People by their worst flag in scope."""

    OVERDUE: int
    PENDING: int
    IN_PROGRESS: int
    EXPIRING_SOON: int
    COMPLIANT: int


class ComplianceStatusChangedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["compliance.status_changed"]
    created_at: str
    tenant_code: str
    data: ComplianceStatusChangedEventData


class ComplianceStatusChangedEventData(TypedDict):
    """previous_status: null: there was no entry.

    status: null: there is no entry any more.

    reasons: Why it is so now: the codes of `GET /api/v1/compliance/explain`, apart from BLOCKED.

    due_date: A date from 1900 on, YYYY-MM-DD.

    valid_until: A date from 1900 on, YYYY-MM-DD.

    next_status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered.

    next_change_on: The day on which time alone makes `next_status` of it.
    """

    user: ComplianceStatusChangedEventDataUser
    course: ComplianceStatusChangedEventDataCourse
    previous_status: Union[ComplianceFlag, None]
    status: Union[ComplianceFlag, None]
    reasons: List[ExplanationCode]
    due_date: Union[str, None]
    enrollment_id: Union[str, None]
    certificate_id: Union[str, None]
    valid_until: Union[str, None]
    next_status: Union[ComplianceFlag, None]
    next_change_on: Union[str, None]
    actor: ComplianceStatusChangedEventDataActor


class ComplianceStatusChangedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class ComplianceStatusChangedEventDataCourse(TypedDict):
    id: str
    code: str
    title: str


class ComplianceStatusChangedEventDataActor(TypedDict):
    type: str
    id: Union[str, None]
    name: str

ConditionValue = Union[str, float, bool]


class Conditions(TypedDict, total=False):
    """department_ids: One of these departments.

    include_subdepartments: Whether people of the departments below count as well. Default: true.

    contractor_ids: One of these companies.

    job_title_contains: Part of the job title; case and diacritics do not count.

    attributes: Values by key; of an attribute that is a list, one of its entries.
    """

    department_ids: List[str]
    include_subdepartments: bool
    worker_type: WorkerType
    contractor_ids: List[str]
    job_title_contains: str
    attributes: Dict[str, ConditionValue]


class ConditionsInput(TypedDict, total=False):
    """department_ids: One of these departments.

    include_subdepartments: Whether people of the departments below count as well. Default: true.

    contractor_ids: One of these companies.

    job_title_contains: Part of the job title; case and diacritics do not count.

    attributes: Values by key; of an attribute that is a list, one of its entries.
    """

    department_ids: List[str]
    include_subdepartments: bool
    worker_type: WorkerType
    contractor_ids: List[str]
    job_title_contains: str
    attributes: Dict[str, ConditionValue]


class Contractor(TypedDict):
    """country: ISO 3166-1 alpha-2.

    contract_valid_until: A date from 1900 on, YYYY-MM-DD.

    people_count: People of this company whose account is invited or active.
    """

    id: str
    name: str
    code: str
    tax_id: Union[str, None]
    country: Union[str, None]
    active: bool
    contract_valid_until: Union[str, None]
    people_count: int
    updated_at: str


class ContractorList(TypedDict):
    pagination: CursorPagination
    contractors: List[Contractor]


class Course(TypedDict):
    """type: A learning path is assigned like a course; its items follow.

    unassignable_reason: inactive: archived; license_expired: no licence that covers it is in force today, or, of a learning path without a licence, none that covers one of its courses; path_only: licensed only as part of a learning path.

    mandatory: Whether assigning it makes a requirement, with a compliance flag.

    expiring_soon_days: Days before its end from which a certificate counts as expiring soon.

    grace_days: Days after the due date, or a certificate's end, until the flag is OVERDUE.

    default_due_days: Due date of an assignment that names none, in days from today.

    path_codes: Codes of the learning paths in use that contain this course.
    """

    id: str
    code: str
    title: str
    type: CourseType
    languages: List[str]
    assignable: bool
    unassignable_reason: Union[UnassignableReason, None]
    mandatory: bool
    estimated_minutes: Union[int, None]
    recurrence: CourseRecurrence
    validity: Union[CourseValidity, None]
    renewal: CourseRenewal
    expiring_soon_days: int
    grace_days: int
    default_due_days: Union[int, None]
    path_codes: List[str]
    license: Union[CourseLicense, None]
    updated_at: str


class CourseRenewal(TypedDict):
    """lead_days: Days before the certificate's end at which the renewal is assigned.

    basis: From what the renewed validity is counted.
    """

    enabled: bool
    lead_days: Union[int, None]
    basis: Union[RenewalBasis, None]


class CourseCompletedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["course.completed"]
    created_at: str
    tenant_code: str
    data: CourseCompletedEventData


class CourseCompletedEventData(TypedDict):
    """compliance_status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered."""

    user: CourseCompletedEventDataUser
    course: CourseCompletedEventDataCourse
    enrollment: CourseCompletedEventDataEnrollment
    result: CourseCompletedEventDataResult
    certificate_id: Union[str, None]
    compliance_status: Union[ComplianceFlag, None]
    batch_id: Union[str, None]


class CourseCompletedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class CourseCompletedEventDataCourse(TypedDict):
    id: str
    code: str
    title: str


class CourseCompletedEventDataEnrollment(TypedDict):
    """due_date: A date from 1900 on, YYYY-MM-DD."""

    id: str
    cycle_year: int
    status: EnrollmentStatus
    source: EnrollmentSource
    due_date: Union[str, None]
    assigned_at: str
    started_at: Union[str, None]
    completed_at: Union[str, None]


class CourseCompletedEventDataResult(TypedDict):
    """passed: True.

    attempt: Null for a learning path, which is completed with its courses.
    """

    passed: bool
    score: Union[int, None]
    on_time: bool
    attempt: Union[int, None]


class CourseFailedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["course.failed"]
    created_at: str
    tenant_code: str
    data: CourseFailedEventData


class CourseFailedEventData(TypedDict):
    """compliance_status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered."""

    user: CourseFailedEventDataUser
    course: CourseFailedEventDataCourse
    enrollment: CourseFailedEventDataEnrollment
    attempt: CourseFailedEventDataAttempt
    compliance_status: Union[ComplianceFlag, None]
    batch_id: Union[str, None]


class CourseFailedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class CourseFailedEventDataCourse(TypedDict):
    id: str
    code: str
    title: str


class CourseFailedEventDataEnrollment(TypedDict):
    """due_date: A date from 1900 on, YYYY-MM-DD."""

    id: str
    cycle_year: int
    status: EnrollmentStatus
    source: EnrollmentSource
    due_date: Union[str, None]
    assigned_at: str
    started_at: Union[str, None]
    completed_at: Union[str, None]


class CourseFailedEventDataAttempt(TypedDict):
    number: int
    attempts_left: int
    final: bool
    score: Union[int, None]
    pass_score: Union[int, None]
    finished_at: str


class _CourseHeldHereProblem(TypedDict):
    type: str
    title: Literal["Course held here"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["COURSE_HELD_HERE"]
    request_id: str


class CourseHeldHereProblem(_CourseHeldHereProblem, total=False):
    """The course has content here (a link, a document or a quiz): its results come from the learner's own page. Report results of courses without content only, or let a training administrator take the content out of the course.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class CourseLicense(TypedDict):
    """The licence that an assignment would use now; where the reason is path_only, the path's. Null: none, or none in force.

    seats_free: Null: unlimited. 0: the next assignment that needs a seat is answered with 409.

    valid_until: A date from 1900 on, YYYY-MM-DD.
    """

    id: str
    model: LicenseModel
    seats_total: Union[int, None]
    seats_used: int
    seats_free: Union[int, None]
    valid_until: Union[str, None]


class CourseList(TypedDict):
    pagination: CursorPagination
    courses: List[Course]


class _CourseNotAssignableProblem(TypedDict):
    type: str
    title: Literal["Course not assignable"]
    status: Literal[422]
    detail: str
    instance: str
    code: Literal["COURSE_NOT_ASSIGNABLE"]
    request_id: str


class CourseNotAssignableProblem(_CourseNotAssignableProblem, total=False):
    """The course is archived, no licence that covers it is in force today, or it is licensed only as part of a learning path. For path_only assign one of `path_codes` instead; otherwise ask the training administrator to restore the course or renew its licence.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    unassignable_reason: UnassignableReason
    path_codes: List[str]
    errors: List[CourseNotAssignableProblemError]


class CourseNotAssignableProblemError(TypedDict):
    pointer: str
    code: UnassignableCode
    detail: str

CourseRecurrence = Union[Literal["none", "validity", "cycle"], str]

CourseType = Union[Literal["course", "learning_path"], str]


class CourseValidity(TypedDict):
    value: int
    unit: ValidityUnit


class _CreateContractorRequest(TypedDict):
    name: str
    code: str


class CreateContractorRequest(_CreateContractorRequest, total=False):
    """A record that was read can be sent back: `id`, `people_count`, `updated_at`, `active` are taken and ignored.

    code: A code of one line.

    country: Two capital letters, ISO 3166-1.

    contract_valid_until: Its people are deactivated at the end of this day.
    """

    tax_id: Union[str, None]
    country: Union[str, None]
    contract_valid_until: Union[str, None]


class _CreateDepartmentRequest(TypedDict):
    name: str
    code: str


class CreateDepartmentRequest(_CreateDepartmentRequest, total=False):
    """A record that was read can be sent back: `id`, `path`, `people_count`, `updated_at`, `active` are taken and ignored.

    code: A code of one line.

    parent_id: The department above; null: none.
    """

    parent_id: Union[str, None]


class _CreateGroupRequest(TypedDict):
    code: str
    name: str
    kind: NewGroupKind


class CreateGroupRequest(_CreateGroupRequest, total=False):
    """A record that was read can be sent back: `id`, `people_count`, `evaluation`, `created_at`, `updated_at`, `retired_at` are taken and ignored.

    code: A code of one line.

    course_ids: Courses and learning paths.

    due_days: Days from the assignment, or from the first day of employment when that is later. Null: the course's.

    on_leave: What becomes of enrollments that were not started when it no longer applies. Default: cancel.

    kind: Never changes.
    """

    conditions: Union[ConditionsInput, None]
    course_ids: Union[List[str], None]
    due_days: Union[int, None]
    on_leave: Union[OnLeave, None]


class _CreateRuleRequest(TypedDict):
    name: str
    conditions: ConditionsInput
    course_ids: List[str]


class CreateRuleRequest(_CreateRuleRequest, total=False):
    """A record that was read can be sent back: `id`, `people_count`, `evaluation`, `created_at`, `updated_at`, `retired_at` are taken and ignored.

    course_ids: Courses and learning paths.

    due_days: Days from the assignment, or from the first day of employment when that is later. Null: the course's.

    on_leave: What becomes of enrollments that were not started when it no longer applies. Default: cancel.

    count_valid_certificates: Whether a valid certificate serves instead of an enrollment. Default: true.

    look_back_days: How old such a certificate may be; null: as long as it is valid.

    active: Default: true.
    """

    due_days: Union[int, None]
    on_leave: Union[OnLeave, None]
    count_valid_certificates: Union[bool, None]
    look_back_days: Union[int, None]
    active: Union[bool, None]


class _CreateSubscriptionRequest(TypedDict):
    name: str
    target_url: str
    subscribed_events: List[EventType]


class CreateSubscriptionRequest(_CreateSubscriptionRequest, total=False):
    """A record that was read can be sent back: `id`, `client_id`, `state`, `state_reason`, `state_changed_at`, `consecutive_failures`, `failing_since`, `last_success_at`, `last_failure_at`, `pending_deliveries`, `previous_secret_expires_at`, `created_at`, `updated_at` are taken and ignored.

    target_url: Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts.

    subscribed_events: Event types. Repeated ones count once.

    delivery_format: `platform.v1`, the default, or `cloudevents.v1`. The previous name of the first is taken, too; answers always say `platform.v1`. Deliveries that wait are sent in the present format.

    department_ids: Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody.

    course_ids: Only events of these courses and learning paths; null: of all.
    """

    delivery_format: Union[str, None]
    department_ids: Union[List[str], None]
    course_ids: Union[List[str], None]


class _CreateUserRequest(TypedDict):
    employee_no: str
    first_name: str
    last_name: str


class CreateUserRequest(_CreateUserRequest, total=False):
    """A record that was read can be sent back: `id`, `full_name`, `login`, `managed_by`, `external_id`, `last_sign_in_at`, `deactivated_at`, `created_at`, `updated_at`, `status`, `active` are taken and ignored.

    employee_no: One line. Unique in the organisation; letter case does not count.

    email: Required, unless the organisation has people without mailboxes and says so in its settings.

    worker_type: Default: "internal_payroll".

    department_name: Case, diacritics and extra spaces do not count. The department must exist.

    department_id: Instead of the name, or beside it when both mean the same department.

    contractor_name: The company of a b2b_contractor, which must exist.

    contractor_id: Instead of the name; needed where two companies share one.

    manager_employee_no: The manager's employee number: of any other person who is not below this one.

    manager_id: Instead of the number, or beside it when both mean the same person.

    language: A BCP 47 language tag.

    employment_start_date: A date from 1900 on, YYYY-MM-DD.

    employment_end_date: A date from 1900 on, YYYY-MM-DD.

    attributes: Values by key; null is no value. The organisation's administrators define the keys and the type of each.
    """

    email: Union[str, None]
    worker_type: Union[WorkerType, None]
    department_name: Union[str, None]
    department_id: Union[str, None]
    contractor_name: Union[str, None]
    contractor_id: Union[str, None]
    manager_employee_no: Union[str, None]
    manager_id: Union[str, None]
    job_title: Union[str, None]
    language: Union[str, None]
    employment_start_date: Union[str, None]
    employment_end_date: Union[str, None]
    attributes: Union[PersonAttributes, None]


class CursorPagination(TypedDict):
    """total: Entries that match, on all pages; behind a cursor as counted on the first page.

    offset: Entries before this page.

    next_cursor: Send it as `cursor` to get the next page; null on the last one.

    next_updated_since: With `updated_since`, on the last page of a walk from the start: the `updated_since` of the next walk. Null otherwise.
    """

    total: int
    limit: int
    offset: int
    next_cursor: Union[str, None]
    next_updated_since: Union[str, None]

DatabaseCheck = Union[Literal["ok", "failed"], str]

DeliveryFormat = Union[Literal["platform.v1", "cloudevents.v1"], str]


class _DeliveryNotFailedProblem(TypedDict):
    type: str
    title: Literal["Delivery not failed"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["DELIVERY_NOT_FAILED"]
    request_id: str


class DeliveryNotFailedProblem(_DeliveryNotFailedProblem, total=False):
    """Only a delivery that has failed can be retried: this one has succeeded or expired, or waits for an attempt already. Of two retries at once the second is answered so. Leave a pending delivery to its schedule; replay the subscription's events to send again what has succeeded or expired.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    delivery_status: DeliveryStatus

DeliveryStatus = Union[Literal["pending", "succeeded", "failed", "expired"], str]


class Department(TypedDict):
    """path: Names from the root down to this department.

    people_count: People directly in this department whose account is invited or active.
    """

    id: str
    name: str
    code: str
    parent_id: Union[str, None]
    path: List[str]
    active: bool
    people_count: int
    updated_at: str


class DepartmentList(TypedDict):
    pagination: CursorPagination
    departments: List[Department]

EnableSubscriptionRequest = Dict[str, Any]


class Enrollment(TypedDict):
    """cycle_year: The period of obligation: a calendar year, or the year in which the organisation's fiscal cycle begins.

    due_date: A date from 1900 on, YYYY-MM-DD.

    overdue: Still open, and the due date with the course's days of grace has passed.

    mandatory: Whether it is a requirement, with a compliance flag.

    compliance_status: The flag of this person for this course today; null where nothing is required.
    """

    user_id: str
    employee_no: Union[str, None]
    course_id: str
    course_code: str
    cycle_year: int
    due_date: Union[str, None]
    id: str
    course_title: str
    type: CourseType
    status: EnrollmentStatus
    overdue: bool
    source: EnrollmentSource
    source_ref: Union[EnrollmentOrigin, None]
    mandatory: bool
    assigned_at: str
    started_at: Union[str, None]
    completed_at: Union[str, None]
    failed_at: Union[str, None]
    cancelled_at: Union[str, None]
    cancel_reason: Union[CancelReason, None]
    progress_percent: int
    score: Union[int, None]
    passed: Union[bool, None]
    attempts_used: int
    attempts_allowed: int
    renewal_of: Union[str, None]
    parent_enrollment_id: Union[str, None]
    certificate: Union[EnrollmentCertificate, None]
    license_id: Union[str, None]
    compliance_status: Union[ComplianceFlag, None]
    created_at: str
    updated_at: str


class _EnrollmentAlreadyExistsProblem(TypedDict):
    type: str
    title: Literal["Enrollment already exists"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["ENROLLMENT_ALREADY_EXISTS"]
    request_id: str


class EnrollmentAlreadyExistsProblem(_EnrollmentAlreadyExistsProblem, total=False):
    """The person has an enrollment in this course and cycle already, in any state but cancelled and withdrawn. A repeated request is answered so too, whatever has become of seats, licence and dates since the first one. Take `enrollment_id` as the result of the assignment, or name another `cycle_year`.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    enrollment_id: str
    enrollment_status: EnrollmentStatus


class EnrollmentAssignedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["enrollment.assigned"]
    created_at: str
    tenant_code: str
    data: EnrollmentAssignedEventData


class EnrollmentAssignedEventData(TypedDict):
    """compliance_status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered."""

    user: EnrollmentAssignedEventDataUser
    course: EnrollmentAssignedEventDataCourse
    enrollment: EnrollmentAssignedEventDataEnrollment
    assigned_by: EnrollmentAssignedEventDataAssignedBy
    compliance_status: Union[ComplianceFlag, None]
    batch_id: Union[str, None]


class EnrollmentAssignedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class EnrollmentAssignedEventDataCourse(TypedDict):
    id: str
    code: str
    title: str


class EnrollmentAssignedEventDataEnrollment(TypedDict):
    """due_date: A date from 1900 on, YYYY-MM-DD."""

    id: str
    cycle_year: int
    status: EnrollmentStatus
    source: EnrollmentSource
    due_date: Union[str, None]
    assigned_at: str
    started_at: Union[str, None]
    completed_at: Union[str, None]


class EnrollmentAssignedEventDataAssignedBy(TypedDict):
    type: str
    id: Union[str, None]
    name: str


class EnrollmentBatchAnswer(TypedDict):
    """batch_id: Stands in the events and audit rows of all that was created; null where nothing was.

    results: One for each row, in the order of the request.
    """

    batch_id: Union[str, None]
    counts: EnrollmentBatchAnswerCounts
    results: List[EnrollmentRowResult]


class EnrollmentBatchAnswerCounts(TypedDict):
    rows: int
    created: int
    exists: int
    refused: int


class EnrollmentCancelledEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["enrollment.cancelled"]
    created_at: str
    tenant_code: str
    data: EnrollmentCancelledEventData


class EnrollmentCancelledEventData(TypedDict):
    user: EnrollmentCancelledEventDataUser
    course: EnrollmentCancelledEventDataCourse
    enrollment: EnrollmentCancelledEventDataEnrollment
    cancelled_at: str
    cancel_reason: CancelReason
    cancelled_by: EnrollmentCancelledEventDataCancelledBy
    batch_id: Union[str, None]


class EnrollmentCancelledEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class EnrollmentCancelledEventDataCourse(TypedDict):
    id: str
    code: str
    title: str


class EnrollmentCancelledEventDataEnrollment(TypedDict):
    """due_date: A date from 1900 on, YYYY-MM-DD."""

    id: str
    cycle_year: int
    status: EnrollmentStatus
    source: EnrollmentSource
    due_date: Union[str, None]
    assigned_at: str
    started_at: Union[str, None]
    completed_at: Union[str, None]


class EnrollmentCancelledEventDataCancelledBy(TypedDict):
    type: str
    id: Union[str, None]
    name: str


class EnrollmentCertificate(TypedDict):
    """valid_from: A date from 1900 on, YYYY-MM-DD.

    valid_until: A date from 1900 on, YYYY-MM-DD.
    """

    id: str
    number: str
    valid_from: str
    valid_until: Union[str, None]
    status: CertificateStatus

EnrollmentChangedField = Union[Literal["due_date", "mandatory", "status"], str]


class EnrollmentList(TypedDict):
    pagination: CursorPagination
    enrollments: List[Enrollment]


class _EnrollmentNotCancellableProblem(TypedDict):
    type: str
    title: Literal["Enrollment not cancellable"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["ENROLLMENT_NOT_CANCELLABLE"]
    request_id: str


class EnrollmentNotCancellableProblem(_EnrollmentNotCancellableProblem, total=False):
    """Only an enrollment that was not started can be cancelled. Leave it to end by itself, or ask the training administrator to withdraw it.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    enrollment_status: EnrollmentStatus


class _EnrollmentNotChangeableProblem(TypedDict):
    type: str
    title: Literal["Enrollment not changeable"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["ENROLLMENT_NOT_CHANGEABLE"]
    request_id: str


class EnrollmentNotChangeableProblem(_EnrollmentNotChangeableProblem, total=False):
    """The enrollment has ended: it is completed, cancelled or withdrawn. Assign the course again, for another cycle if this one was completed.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    enrollment_status: EnrollmentStatus


class _EnrollmentNotOpenProblem(TypedDict):
    type: str
    title: Literal["Enrollment not open"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["ENROLLMENT_NOT_OPEN"]
    request_id: str


class EnrollmentNotOpenProblem(_EnrollmentNotOpenProblem, total=False):
    """The enrollment is not at the stage from which this step can be taken: it was not started, it has failed finally, or it has ended. Read the enrollment; `enrollment_status` says where it stands. Assign the course again where it has ended.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    enrollment_status: EnrollmentStatus


class EnrollmentOrigin(TypedDict):
    """Who or what assigned it."""

    type: str
    id: Union[str, None]
    name: str


class _EnrollmentRowProblem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str


class EnrollmentRowProblem(_EnrollmentRowProblem, total=False):
    """Why a row was refused: the problem of `POST /api/v1/enrollments`, without what belongs to the request.

    status: With which `POST /api/v1/enrollments` would have answered.
    """

    errors: List[EnrollmentRowProblemError]
    unassignable_reason: UnassignableReason
    path_codes: List[str]
    license: EnrollmentRowProblemLicense


class EnrollmentRowProblemError(TypedDict):
    """pointer: JSON Pointer into the row, as a URI fragment: `#/course_code`."""

    pointer: str
    code: str
    detail: str


class EnrollmentRowProblemLicense(TypedDict):
    id: str
    seats_total: int
    seats_used: int


class EnrollmentRowResult(TypedDict):
    """index: Place of the row in the request, from 0 on.

    enrollment_id: The new enrollment, or the one that is there already; null where refused.

    enrollment_status: Of one that is there already; null otherwise.

    problem: Why the row was refused; null otherwise.
    """

    index: int
    status: EnrollmentRowStatus
    enrollment_id: Union[str, None]
    enrollment_status: Union[EnrollmentStatus, None]
    problem: Union[EnrollmentRowProblem, None]

EnrollmentRowStatus = Union[Literal["created", "exists", "refused"], str]

EnrollmentSource = Union[Literal["api", "rule", "group", "admin", "path", "renewal", "import"], str]

EnrollmentStatus = Union[Literal["assigned", "in_progress", "completed", "failed", "cancelled", "withdrawn"], str]


class EnrollmentUpdatedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["enrollment.updated"]
    created_at: str
    tenant_code: str
    data: EnrollmentUpdatedEventData


class EnrollmentUpdatedEventData(TypedDict):
    user: EnrollmentUpdatedEventDataUser
    course: EnrollmentUpdatedEventDataCourse
    enrollment: EnrollmentUpdatedEventDataEnrollment
    changed_fields: List[EnrollmentChangedField]
    updated_by: EnrollmentUpdatedEventDataUpdatedBy
    batch_id: Union[str, None]


class EnrollmentUpdatedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class EnrollmentUpdatedEventDataCourse(TypedDict):
    id: str
    code: str
    title: str


class EnrollmentUpdatedEventDataEnrollment(TypedDict):
    """due_date: A date from 1900 on, YYYY-MM-DD."""

    id: str
    cycle_year: int
    status: EnrollmentStatus
    source: EnrollmentSource
    due_date: Union[str, None]
    assigned_at: str
    started_at: Union[str, None]
    completed_at: Union[str, None]


class EnrollmentUpdatedEventDataUpdatedBy(TypedDict):
    type: str
    id: Union[str, None]
    name: str

EvaluationState = Union[Literal["running", "failed", "stalled", "finished"], str]


class EventFeed(TypedDict):
    """events: The oldest first; of two that happened at once the later may stand first. Each is byte for byte what its deliveries carry."""

    pagination: EventFeedPagination
    events: List[Union[CourseCompletedEvent, CourseFailedEvent, ComplianceCertifiedEvent, ComplianceExpiredEvent, ComplianceStatusChangedEvent, EnrollmentAssignedEvent, EnrollmentUpdatedEvent, EnrollmentCancelledEvent, GroupMemberJoinedEvent, GroupMemberLeftEvent, UserCreatedEvent, UserUpdatedEvent, UserDeactivatedEvent, UserReactivatedEvent, UserAnonymizedEvent]]


class EventFeedPagination(TypedDict):
    """next_cursor: Send it as `cursor` to get the next page; null on the last one.

    resume_cursor: Where to go on later, also behind the last page. Nothing is missed.
    """

    limit: int
    next_cursor: Union[str, None]
    resume_cursor: str


class _EventNotKeptProblem(TypedDict):
    type: str
    title: Literal["Event not kept"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["EVENT_NOT_KEPT"]
    request_id: str


class EventNotKeptProblem(_EventNotKeptProblem, total=False):
    """The event is older than 30 days: its body, which would be sent, is no longer kept. Read the current state of the records instead.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    event_id: str

EventType = Union[Literal["course.completed", "course.failed", "compliance.certified", "compliance.expired", "compliance.status_changed", "enrollment.assigned", "enrollment.updated", "enrollment.cancelled", "group.member_joined", "group.member_left", "user.created", "user.updated", "user.deactivated", "user.reactivated", "user.anonymized", "ping"], str]

ExplanationCode = Union[Literal["PERSON_INACTIVE", "NOT_REQUIRED", "NOT_ASSIGNED", "VOLUNTARY", "REQUIREMENT_LAPSED", "EXEMPT", "COMPLETED", "PAST_DUE", "NOT_STARTED", "STARTED", "FAILED", "CERT_VALID", "WITHIN_EXPIRING_WINDOW", "CERT_EXPIRED", "CERT_REVOKED", "CERT_NOT_YET_VALID", "IN_GRACE", "RETRAINING_ORDERED", "RENEWAL_OPEN", "BLOCKED", "REQUIRED_BY_RULE"], str]


class _ExternalIdReusedProblem(TypedDict):
    type: str
    title: Literal["External id reused"]
    status: Literal[422]
    detail: str
    instance: str
    code: Literal["EXTERNAL_ID_REUSED"]
    request_id: str


class ExternalIdReusedProblem(_ExternalIdReusedProblem, total=False):
    """This client has reported another attempt under this `external_id`: another person, course, result, score or time. Send each attempt under an id of its own. What was reported once stays; a training administrator corrects results.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    enrollment_id: str

FaultCode = Union[Literal["REQUIRED", "ONE_OF_REQUIRED", "CONFLICTING_FIELDS", "UNKNOWN_FIELD", "INVALID_TYPE", "INVALID_FORMAT", "INVALID_URL", "INVALID_VALUE", "NOT_ALLOWED", "NOT_ALLOWED_VALUE", "OUT_OF_RANGE", "TOO_LONG", "TOO_SHORT", "TOO_MANY", "DATE_IN_PAST", "UNKNOWN_ATTRIBUTE", "UNKNOWN_DEPARTMENT", "AMBIGUOUS_DEPARTMENT", "UNKNOWN_CONTRACTOR", "AMBIGUOUS_CONTRACTOR", "CONTRACTOR_REQUIRED", "CONTRACTOR_NOT_ALLOWED", "UNKNOWN_PERSON", "PERSON_INACTIVE", "UNKNOWN_COURSE", "COURSE_INACTIVE", "LICENSE_EXPIRED", "PATH_ONLY", "UNKNOWN_EVENT_TYPE", "UNKNOWN_CLIENT", "UNKNOWN_TARGET", "ALREADY_EXISTS", "ALREADY_TAKEN", "BELOW_ITSELF", "BELOW_LEGAL_MINIMUM", "CANNOT_CREATE", "NOT_POSSIBLE", "OUT_OF_USE", "SAME", "TOO_COMMON"], str]

FeedEventType = Union[Literal["course.completed", "course.failed", "compliance.certified", "compliance.expired", "compliance.status_changed", "enrollment.assigned", "enrollment.updated", "enrollment.cancelled", "group.member_joined", "group.member_left", "user.created", "user.updated", "user.deactivated", "user.reactivated", "user.anonymized"], str]


class _FieldFault(TypedDict):
    code: FaultCode
    detail: str


class FieldFault(_FieldFault, total=False):
    """pointer: JSON Pointer into the body, as a URI fragment (RFC 9457 §3).

    parameter: Name of the query parameter.

    header: Name of the request header.

    detail: What is wrong, for people.
    """

    pointer: str
    parameter: str
    header: str
    suggestions: List[Suggestion]


class _ForeignClientProblem(TypedDict):
    type: str
    title: Literal["Subscriptions of another client"]
    status: Literal[403]
    detail: str
    instance: str
    code: Literal["FOREIGN_CLIENT"]
    request_id: str


class ForeignClientProblem(_ForeignClientProblem, total=False):
    """The request asks for the subscriptions of another client; a client sees its own ones only. Leave `client_id` out, or send the calling client's own id.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class GateAnswer(TypedDict):
    """allowed: Whether the person may do the work on this day.

    on: A date from 1900 on, YYYY-MM-DD.

    holds_until: Last day on which this stays so if nobody does anything; null: it does not hold, or no end is known.

    work: What was asked about; null: whatever is required.

    reasons: What refuses the person, whatever their training.

    requirements: What is not met first, then by code.
    """

    allowed: bool
    on: str
    holds_until: Union[str, None]
    person: GatePerson
    work: Union[GateWork, None]
    reasons: List[GateRefusal]
    requirements: List[GateRequirement]


class GatePerson(TypedDict):
    user_id: str
    employee_no: Union[str, None]
    full_name: str
    contractor_name: Union[str, None]

GateRefusal = Union[Literal["PERSON_INACTIVE", "EMPLOYMENT_NOT_BEGUN", "EMPLOYMENT_ENDED", "CONTRACT_ENDED"], str]


class GateRequirement(TypedDict):
    """reason: Why it is not met; null: it is.

    status: The person's flag for the course today; null where nothing is required.

    valid_until: Last day of the certificate that reaches furthest.

    due_date: The earliest one of what is open.

    holds_until: Last day on which this stays so if nobody does anything; null: it does not hold, or no end is known.
    """

    course_code: str
    course_title: str
    met: bool
    reason: Union[UnmetReason, None]
    status: Union[ComplianceFlag, None]
    valid_until: Union[str, None]
    due_date: Union[str, None]
    holds_until: Union[str, None]


class GateWork(TypedDict):
    course_code: str
    course_title: str

GrantType = Union[Literal["client_credentials"], str]


class Group(TypedDict):
    """kind: manual: clients and administrators move members; dynamic: conditions do; scim: the identity provider does.

    conditions: Of a dynamic group.

    course_ids: Courses and learning paths.

    people_count: Members.

    evaluation: State of the last evaluation of all people that a change of it has started; null: none has. A failed or stalled one is tried again in the panel.

    retired_at: When it ended; lists with `updated_since` alone show those that have.
    """

    id: str
    code: str
    name: str
    kind: GroupKind
    conditions: Union[Conditions, None]
    course_ids: List[str]
    due_days: Union[int, None]
    on_leave: OnLeave
    people_count: int
    evaluation: Union[EvaluationState, None]
    created_at: str
    updated_at: str
    retired_at: Union[str, None]

GroupKind = Union[Literal["manual", "dynamic", "scim"], str]


class GroupList(TypedDict):
    pagination: CursorPagination
    groups: List[Group]


class _GroupManagedElsewhereProblem(TypedDict):
    type: str
    title: Literal["Group managed elsewhere"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["GROUP_MANAGED_ELSEWHERE"]
    request_id: str


class GroupManagedElsewhereProblem(_GroupManagedElsewhereProblem, total=False):
    """An identity provider keeps the group by SCIM: its name, its members, and whether it exists. Change it in the identity provider, which passes the change on. Its courses are chosen here.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class GroupMember(TypedDict):
    user_id: str
    employee_no: Union[str, None]
    full_name: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    status: PersonStatus
    joined_at: str


class GroupMemberJoinedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["group.member_joined"]
    created_at: str
    tenant_code: str
    data: GroupMemberJoinedEventData


class GroupMemberJoinedEventData(TypedDict):
    user: GroupMemberJoinedEventDataUser
    group: GroupMemberJoinedEventDataGroup
    actor: GroupMemberJoinedEventDataActor
    batch_id: Union[str, None]
    reason: JoinReason


class GroupMemberJoinedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class GroupMemberJoinedEventDataGroup(TypedDict):
    id: str
    code: str
    name: str
    kind: GroupKind


class GroupMemberJoinedEventDataActor(TypedDict):
    type: str
    id: Union[str, None]
    name: str


class GroupMemberLeftEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["group.member_left"]
    created_at: str
    tenant_code: str
    data: GroupMemberLeftEventData


class GroupMemberLeftEventData(TypedDict):
    user: GroupMemberLeftEventDataUser
    group: GroupMemberLeftEventDataGroup
    actor: GroupMemberLeftEventDataActor
    batch_id: Union[str, None]
    reason: LeaveReason


class GroupMemberLeftEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class GroupMemberLeftEventDataGroup(TypedDict):
    id: str
    code: str
    name: str
    kind: GroupKind


class GroupMemberLeftEventDataActor(TypedDict):
    type: str
    id: Union[str, None]
    name: str


class GroupMemberList(TypedDict):
    pagination: CursorPagination
    members: List[GroupMember]


class _GroupMemberRow(TypedDict):
    action: MembershipAction


class GroupMemberRow(_GroupMemberRow, total=False):
    """user_id: Instead of the employee number."""

    employee_no: Union[str, None]
    user_id: Union[str, None]


class GroupMemberRowProblem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: List[GroupMemberRowProblemError]


class GroupMemberRowProblemError(TypedDict):
    """pointer: JSON Pointer into the row, as a URI fragment: `#/employee_no`."""

    pointer: str
    code: str
    detail: str


class GroupMemberRowResult(TypedDict):
    """index: Place of the row in the request, from 0 on.

    status: unchanged: the person belonged to the group already, or did not.

    user_id: Null where refused.

    problem: Why the row was refused; null otherwise.
    """

    index: int
    status: GroupMemberRowStatus
    user_id: Union[str, None]
    problem: Union[GroupMemberRowProblem, None]

GroupMemberRowStatus = Union[Literal["joined", "left", "unchanged", "refused"], str]


class GroupMembersMoved(TypedDict):
    """batch_id: Stands in the events and audit rows of all who moved; null where nobody did.

    results: One for each row, in the order of the request.
    """

    batch_id: Union[str, None]
    counts: GroupMembersMovedCounts
    results: List[GroupMemberRowResult]


class GroupMembersMovedCounts(TypedDict):
    rows: int
    joined: int
    left: int
    unchanged: int
    refused: int


class _HeadersTooLargeProblem(TypedDict):
    type: str
    title: Literal["Request header fields too large"]
    status: Literal[431]
    detail: str
    instance: str
    code: Literal["HEADERS_TOO_LARGE"]
    request_id: str


class HeadersTooLargeProblem(_HeadersTooLargeProblem, total=False):
    """The request's headers exceed 16 KiB. Send fewer or shorter headers.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _IdempotencyKeyInUseProblem(TypedDict):
    type: str
    title: Literal["Idempotency key in use"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["IDEMPOTENCY_KEY_IN_USE"]
    request_id: str


class IdempotencyKeyInUseProblem(_IdempotencyKeyInUseProblem, total=False):
    """The first request with this Idempotency-Key is still being carried out. Repeat the request after Retry-After with the same key: it answers as the first one did.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _IdempotencyKeyReusedProblem(TypedDict):
    type: str
    title: Literal["Idempotency key reused"]
    status: Literal[422]
    detail: str
    instance: str
    code: Literal["IDEMPOTENCY_KEY_REUSED"]
    request_id: str


class IdempotencyKeyReusedProblem(_IdempotencyKeyReusedProblem, total=False):
    """This client has sent the same Idempotency-Key within 24 hours with another body or to another address. Send a new key with every new operation, and the old one only to repeat a request unchanged.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str

ImportAction = Union[Literal["create", "update", "deactivate", "invalid"], str]


class ImportFailure(TypedDict):
    """line: The line that is to blame; null: the file as a whole."""

    line: Union[int, None]
    detail: str

ImportFormat = Union[Literal["csv", "ndjson"], str]

ImportKind = Union[Literal["users"], str]

ImportStatus = Union[Literal["receiving", "queued", "running", "finished", "failed"], str]


class _InsufficientScopeProblem(TypedDict):
    type: str
    title: Literal["Insufficient scope"]
    status: Literal[403]
    detail: str
    instance: str
    code: Literal["INSUFFICIENT_SCOPE"]
    request_id: str


class InsufficientScopeProblem(_InsufficientScopeProblem, total=False):
    """The client, or the access token, lacks the scope that this operation needs. Ask the IT administrator to grant one of `required_scopes`, or request a token that has it.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.

    required_scopes: One of these suffices.
    """

    trace_id: str
    required_scopes: List[str]


class _InternalErrorProblem(TypedDict):
    type: str
    title: Literal["Internal error"]
    status: Literal[500]
    detail: str
    instance: str
    code: Literal["INTERNAL_ERROR"]
    request_id: str


class InternalErrorProblem(_InternalErrorProblem, total=False):
    """Something failed on our side; the log holds it under the request id. Repeat the request later. If it persists, report `request_id`.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _IssueTokenRequest(TypedDict):
    grant_type: GrantType


class IssueTokenRequest(_IssueTokenRequest, total=False):
    """grant_type: The one grant of this service.

    scope: Scopes for the token, separated by single spaces: users:read, users:write, enrollments:write, compliance:read, webhooks:manage, scim, structure:read, structure:write, attempts:write, gate:read, xapi:read, xapi:write. Without it the token gets all scopes of the client.

    client_id: The client's id, where no Authorization header is sent.

    client_secret: The client's secret, together with `client_id`.

    client_assertion_type: Together with `client_assertion`.

    client_assertion: A JWT of the client (RFC 7523 §3), signed by RS256, PS256, ES256, EdDSA with a key whose public half the client has in the panel: `kid` in its header; `iss` and `sub` the client's id, `aud` the issuer or this endpoint, `exp` within 5 minutes, `jti` of its own.
    """

    scope: str
    client_id: str
    client_secret: str
    client_assertion_type: ClientAssertionType
    client_assertion: str

JoinReason = Union[Literal["rule_matched", "added"], str]

Language = Union[Literal["en", "pl", "de", "fr", "es", "uk"], str]


class _LearningPathFollowsCoursesProblem(TypedDict):
    type: str
    title: Literal["Learning path follows its courses"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["LEARNING_PATH_FOLLOWS_COURSES"]
    request_id: str


class LearningPathFollowsCoursesProblem(_LearningPathFollowsCoursesProblem, total=False):
    """A learning path starts and is completed with its courses; it has no result of its own. Report the progress of the enrollments whose `parent_enrollment_id` is this one.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str

LeaveReason = Union[Literal["rule_unmatched", "removed"], str]

LicenseModel = Union[Literal["seats", "unlimited"], str]


class Liveness(TypedDict):
    status: LivenessStatus

LivenessStatus = Union[Literal["ok"], str]


class _MalformedRequestProblem(TypedDict):
    type: str
    title: Literal["Malformed request"]
    status: Literal[400]
    detail: str
    instance: str
    code: Literal["MALFORMED_REQUEST"]
    request_id: str


class MalformedRequestProblem(_MalformedRequestProblem, total=False):
    """The request cannot be read: the body is not one JSON object in UTF-8, names a member twice, nests deeper than 32 levels, or the request carries two kinds of credentials. Send one well-formed JSON object, and either X-API-Key or Authorization, not both.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _ManagedElsewhereProblem(TypedDict):
    type: str
    title: Literal["Managed elsewhere"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["MANAGED_ELSEWHERE"]
    request_id: str


class ManagedElsewhereProblem(_ManagedElsewhereProblem, total=False):
    """The account was provisioned by SCIM and belongs to the identity provider. Change the person in the identity provider, which passes the change on.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    managed_by: str


class MatrixEntry(TypedDict):
    """status: OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered.

    basis: What decides the flag.

    due_date: A date from 1900 on, YYYY-MM-DD.

    valid_until: The last day that certificates cover.

    renewal_enrollment_id: The open renewal.

    in_grace: Past a date, but within the course's days of grace.

    next_status: What time alone will make of it; null: the entry will be gone.

    next_change_on: The day on which it will; null: time alone changes nothing.
    """

    status: ComplianceFlag
    basis: ComplianceBasis
    enrollment_id: Union[str, None]
    enrollment_status: Union[EnrollmentStatus, None]
    cycle_year: Union[int, None]
    due_date: Union[str, None]
    completed_at: Union[str, None]
    certificate_id: Union[str, None]
    valid_until: Union[str, None]
    renewal_enrollment_id: Union[str, None]
    in_grace: bool
    next_status: Union[ComplianceFlag, None]
    next_change_on: Union[str, None]


class MatrixRow(TypedDict):
    """status: The worst flag in scope; null: nothing is required.

    courses: Entries in scope by the code of the course.
    """

    user_id: str
    employee_no: Union[str, None]
    full_name: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]
    status: Union[ComplianceFlag, None]
    courses: Dict[str, MatrixEntry]


class _MembersByConditionsProblem(TypedDict):
    type: str
    title: Literal["Members by conditions"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["MEMBERS_BY_CONDITIONS"]
    request_id: str


class MembersByConditionsProblem(_MembersByConditionsProblem, total=False):
    """The group is dynamic: its members are the people who meet its conditions, and no others. Change the conditions, or make a manual group.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str

MembershipAction = Union[Literal["join", "leave"], str]


class _MisdirectedProblem(TypedDict):
    type: str
    title: Literal["Misdirected request"]
    status: Literal[421]
    detail: str
    instance: str
    code: Literal["MISDIRECTED"]
    request_id: str


class MisdirectedProblem(_MisdirectedProblem, total=False):
    """The organisation is on another node than the one that was asked. Nothing was executed, and no credentials were judged. Send the request to the service's own address, which leads to the node that the organisation is on.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class MoveGroupMembersRequest(TypedDict):
    """members: Who joins, and who leaves."""

    members: List[GroupMemberRow]

NewGroupKind = Union[Literal["manual", "dynamic"], str]


class _NewWebhookSubscription(TypedDict):
    id: str
    client_id: str
    name: str
    target_url: str
    subscribed_events: List[EventType]
    delivery_format: DeliveryFormat
    department_ids: Union[List[str], None]
    course_ids: Union[List[str], None]
    state: SubscriptionState
    state_reason: Union[SubscriptionStateReason, None]
    state_changed_at: str
    consecutive_failures: int
    failing_since: Union[str, None]
    last_success_at: Union[str, None]
    last_failure_at: Union[str, None]
    pending_deliveries: int
    previous_secret_expires_at: Union[str, None]
    created_at: str
    updated_at: str


class NewWebhookSubscription(_NewWebhookSubscription, total=False):
    """target_url: Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts.

    subscribed_events: Event types that are delivered. A ping is sent whether it is listed or not.

    delivery_format: platform.v1: the event as the feed shows it. cloudevents.v1: CloudEvents 1.0 in the structured mode of its HTTP binding, with the same id, type and data.

    department_ids: Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody.

    course_ids: Only events of these courses and learning paths; null: of all.

    state: active: deliveries are sent. degraded: they are sent one at a time, after failures. disabled: they wait until the subscription is enabled again, after 20 failures in a row or three days of failures.

    state_reason: Why it is degraded or disabled; null while active.

    consecutive_failures: Failed attempts since the last acknowledged one, over all deliveries. Pings do not count.

    pending_deliveries: Deliveries that wait for their first or next attempt.

    previous_secret_expires_at: Until then deliveries carry a signature of the previous secret, too; null: they do not.

    secret_token: The signing secret, `whsec_` and base64 of 32 random bytes. Shown in this answer only: keep it. The key of X-LMS-Signature is the whole string; that of webhook-signature (Standard Webhooks) is what the part behind `whsec_` encodes.
    """

    secret_token: str


class _NoAttemptsLeftProblem(TypedDict):
    type: str
    title: Literal["No attempts left"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["NO_ATTEMPTS_LEFT"]
    request_id: str


class NoAttemptsLeftProblem(_NoAttemptsLeftProblem, total=False):
    """The last attempt that the course allows has failed. Ask a training administrator to grant one more attempt; then report again.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    enrollment_id: str
    attempts_allowed: int


class _NoOpenEnrollmentProblem(TypedDict):
    type: str
    title: Literal["No open enrollment"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["NO_OPEN_ENROLLMENT"]
    request_id: str


class NoOpenEnrollmentProblem(_NoOpenEnrollmentProblem, total=False):
    """The person has no enrollment in this course (and cycle) that takes a result: none at all, or it has ended. Assign the course by `POST /api/v1/enrollments`, for another cycle where `enrollment_status` is completed; then report again.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    enrollment_id: Union[str, None]
    enrollment_status: Union[EnrollmentStatus, None]


class _NotAcceptableProblem(TypedDict):
    type: str
    title: Literal["Not acceptable"]
    status: Literal[406]
    detail: str
    instance: str
    code: Literal["NOT_ACCEPTABLE"]
    request_id: str


class NotAcceptableProblem(_NotAcceptableProblem, total=False):
    """The Accept header excludes the media types in which this operation answers. Accept application/json and application/problem+json, or leave the header out.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _NotFoundProblem(TypedDict):
    type: str
    title: Literal["Not found"]
    status: Literal[404]
    detail: str
    instance: str
    code: Literal["NOT_FOUND"]
    request_id: str


class NotFoundProblem(_NotFoundProblem, total=False):
    """Nothing with this id exists in the organisation, or the address is not one of this service. Check the address and the id; list the resource to see which ids exist.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class OAuthError(TypedDict):
    """error_description: What is wrong, for people."""

    error: OAuthErrorCode
    error_description: str

OAuthErrorCode = Union[Literal["invalid_request", "invalid_client", "unsupported_grant_type", "invalid_scope", "invalid_dpop_proof"], str]


class _OAuthProblem(TypedDict):
    error: OAuthProblemCode
    error_description: str
    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request_id: str


class OAuthProblem(_OAuthProblem, total=False):
    """error_description: What is wrong, for people."""

    limit_name: TokenLimit
    retry_after_seconds: int
    limit_bytes: int

OAuthProblemCode = Union[Literal["invalid_request", "temporarily_unavailable", "server_error"], str]

OnLeave = Union[Literal["cancel", "keep"], str]


class OpenEnrollment(TypedDict):
    """source: As the enrollment's own record says it.

    due_date: A date from 1900 on, YYYY-MM-DD.

    completed_at: Null: it is open.
    """

    id: str
    cycle_year: int
    status: OpenEnrollmentStatus
    source: str
    due_date: Union[str, None]
    assigned_at: str
    started_at: Union[str, None]
    completed_at: Union[str, None]

OpenEnrollmentStatus = Union[Literal["assigned", "in_progress", "failed"], str]

OrganisationKind = Union[Literal["live", "sandbox"], str]


class OwnClient(TypedDict):
    """scopes: What this request's credentials may do: the token's scopes that the client has now.

    granted_scopes: All scopes of the client.

    expires_at: When the client ends; null: it does not.

    token_expires_at: When the request's access token ends; null with an API key.

    dpop_bound_access_tokens: Whether its tokens have to be bound to a key of its own (DPoP, RFC 9449).
    """

    id: str
    name: str
    organisation: OwnClientOrganisation
    scopes: List[ClientScope]
    granted_scopes: List[ClientScope]
    expires_at: Union[str, None]
    token_expires_at: Union[str, None]
    dpop_bound_access_tokens: bool
    limits: OwnClientLimits
    usage: OwnClientUsage


class OwnClientOrganisation(TypedDict):
    """time_zone: IANA name; dates are dates of this zone."""

    tenant_code: str
    name: str
    kind: OrganisationKind
    time_zone: str


class OwnClientLimits(TypedDict):
    """per_minute: Tokens that come back each minute.

    burst: Tokens that the bucket holds.

    per_day: Requests of a UTC day.
    """

    per_minute: int
    burst: int
    per_day: int


class OwnClientUsage(TypedDict):
    """used_today: Requests of this UTC day.

    left_today: Requests that are left of the day.

    available_now: As `RateLimit-Remaining`: requests that would pass now.
    """

    used_today: int
    left_today: int
    available_now: int


class _PayloadTooLargeProblem(TypedDict):
    type: str
    title: Literal["Payload too large"]
    status: Literal[413]
    detail: str
    instance: str
    code: Literal["PAYLOAD_TOO_LARGE"]
    request_id: str


class PayloadTooLargeProblem(_PayloadTooLargeProblem, total=False):
    """The body exceeds the size limit of the operation. Send at most `limit_bytes` bytes.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    limit_bytes: int


class PeopleImport(TypedDict):
    """status: failed: nothing of the file was carried out, unless `rows_done` is greater than 0.

    rows_done: Progress: rows of the file that are done.

    report_url: Every row that is not unchanged, as CSV; kept for 30 days, or as many as the organisation has set.

    rows_preview: The first 100 of them.
    """

    id: str
    kind: ImportKind
    format: ImportFormat
    dry_run: bool
    status: ImportStatus
    failure: Union[ImportFailure, None]
    created_at: str
    finished_at: Union[str, None]
    rows_done: int
    counts: PeopleImportCounts
    guard: PeopleImportGuard
    report_url: str
    rows_preview: List[PeopleImportRowsPreviewItem]


class PeopleImportCounts(TypedDict):
    """rows: Rows of the file; 0 until it has been read.

    create: People created.

    update: People changed.

    unchanged: Rows that say what is so already.

    deactivate: People deactivated: those not in the file, and those whose row says so.

    invalid: Rows that could not be taken. They hold up no other one.
    """

    rows: int
    create: int
    update: int
    unchanged: int
    deactivate: int
    invalid: int


class PeopleImportGuard(TypedDict):
    """tripped: Whether a file that lists all people would have deactivated more people than it may: people who are missing in it, and those whose row says so."""

    max_deactivate_percent: int
    tripped: bool


class PeopleImportRowsPreviewItem(TypedDict):
    """row: The line on which the row begins; null for people who are not in the file.

    full_name: First and last name: the person's, or what the row says of a new one; null where neither is known.

    changes: By field; empty for a new person.
    """

    row: Union[int, None]
    employee_no: Union[str, None]
    full_name: Union[str, None]
    action: ImportAction
    changes: Dict[str, List[Any]]
    effects: PeopleImportRowsPreviewItemEffects
    errors: List[PeopleImportRowsPreviewItemError]


class PeopleImportRowsPreviewItemEffects(TypedDict):
    """enrollments_assigned: Course codes.

    enrollments_cancelled: Course codes.
    """

    enrollments_assigned: List[str]
    enrollments_cancelled: List[str]


class PeopleImportRowsPreviewItemError(TypedDict):
    """pointer: The field, as in a request's body."""

    pointer: str
    code: str
    detail: str


class Person(TypedDict):
    """employee_no: Null only where an identity provider has given none.

    login: The e-mail address in small letters, or else the employee number.

    manager_id: The person's manager: another person.

    status: invited: has not signed in yet; active: has; suspended: blocked or on leave; deactivated: has left; anonymized: erased, the record is kept for statistics.

    active: Whether the status is invited or active.

    managed_by: Who changes the record; one managed by SCIM is read-only here.

    external_id: The identity provider's id.

    employment_start_date: A date from 1900 on, YYYY-MM-DD.

    employment_end_date: A date from 1900 on, YYYY-MM-DD.
    """

    id: str
    employee_no: Union[str, None]
    first_name: Union[str, None]
    last_name: Union[str, None]
    full_name: Union[str, None]
    email: Union[str, None]
    login: str
    worker_type: WorkerType
    department_id: Union[str, None]
    department_name: Union[str, None]
    contractor_id: Union[str, None]
    contractor_name: Union[str, None]
    manager_id: Union[str, None]
    manager_employee_no: Union[str, None]
    job_title: Union[str, None]
    attributes: PersonAttributes
    status: PersonStatus
    active: bool
    managed_by: PersonManager
    external_id: Union[str, None]
    language: Union[str, None]
    employment_start_date: Union[str, None]
    employment_end_date: Union[str, None]
    last_sign_in_at: Union[str, None]
    deactivated_at: Union[str, None]
    created_at: str
    updated_at: str


class _PersonAlreadyExistsProblem(TypedDict):
    type: str
    title: Literal["Person already exists"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["PERSON_ALREADY_EXISTS"]
    request_id: str


class PersonAlreadyExistsProblem(_PersonAlreadyExistsProblem, total=False):
    """Another person of the organisation has this employee number, login or e-mail address; letter case does not count. People who have left keep theirs. Look the person up by `employee_no` or `email` and change the record: `active: true` brings back someone who has left. `conflicts` names every field at fault, and the records if the client has the scope users:read.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    conflicts: List[PersonAlreadyExistsProblemConflict]


class _PersonAlreadyExistsProblemConflict(TypedDict):
    field: UniquePersonField


class PersonAlreadyExistsProblemConflict(_PersonAlreadyExistsProblemConflict, total=False):
    user_id: str
    status: PersonStatus


class _PersonAnonymizedProblem(TypedDict):
    type: str
    title: Literal["Person is anonymized"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["PERSON_ANONYMIZED"]
    request_id: str


class PersonAnonymizedProblem(_PersonAnonymizedProblem, total=False):
    """The person's data have been erased; the record is kept for statistics and cannot be changed. Create a new person if someone is employed again.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str

PersonAttributeChanges = Dict[str, "AttributeValue"]

PersonAttributes = Dict[str, "AttributeValue"]


class PersonList(TypedDict):
    pagination: CursorPagination
    users: List[Person]

PersonManager = Union[Literal["platform", "scim"], str]


class _PersonNotActiveProblem(TypedDict):
    type: str
    title: Literal["Person not active"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["PERSON_NOT_ACTIVE"]
    request_id: str


class PersonNotActiveProblem(_PersonNotActiveProblem, total=False):
    """The account is suspended or deactivated; nothing that the person has to do goes on meanwhile. Bring the account back first.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str

PersonStatus = Union[Literal["invited", "active", "suspended", "deactivated", "anonymized"], str]


class _PersonSuspendedProblem(TypedDict):
    type: str
    title: Literal["Person is suspended"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["PERSON_SUSPENDED"]
    request_id: str


class PersonSuspendedProblem(_PersonSuspendedProblem, total=False):
    """The request reactivates an account that an administrator has suspended, for a leave or a block. An administrator ends the suspension in the panel. Leave `active` out to change the record's other fields.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class PingEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["ping"]
    created_at: str
    tenant_code: str
    data: PingEventData


class PingEventData(TypedDict):
    message: str
    subscription_id: str
    requested_by: PingEventDataRequestedBy


class PingEventDataRequestedBy(TypedDict):
    type: str
    id: Union[str, None]
    name: str

PingSubscriptionRequest = Dict[str, Any]


class _PlaceStateBlockedProblem(TypedDict):
    type: str
    title: Literal["State cannot be changed"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["PLACE_STATE_BLOCKED"]
    request_id: str


class PlaceStateBlockedProblem(_PlaceStateBlockedProblem, total=False):
    """Active people or sub-departments still belong to it, so it cannot be taken out of use; or the department above is out of use, so it cannot be brought back; or a merge that it is part of has not finished. Wait for the end of a merge. Move the people and sub-departments first, or merge it into another one; bring back the department above first.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.

    people: Active people that belong to it.

    departments: Departments in use directly below it.
    """

    trace_id: str
    people: int
    departments: int


class _PreconditionFailedProblem(TypedDict):
    type: str
    title: Literal["Precondition failed"]
    status: Literal[412]
    detail: str
    instance: str
    code: Literal["PRECONDITION_FAILED"]
    request_id: str


class PreconditionFailedProblem(_PreconditionFailedProblem, total=False):
    """The record has changed since it was read: If-Match names another ETag than the current one. Read the record again, apply the change to it, and send its new ETag.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _PreviewRuleRequest(TypedDict):
    conditions: ConditionsInput
    course_ids: List[str]


class PreviewRuleRequest(_PreviewRuleRequest, total=False):
    """course_ids: Courses and learning paths.

    due_days: Days from the assignment, or from the first day of employment when that is later. Null: the course's.

    on_leave: What becomes of enrollments that were not started when it no longer applies. Default: cancel.

    count_valid_certificates: Whether a valid certificate serves instead of an enrollment. Default: true.

    look_back_days: How old such a certificate may be; null: as long as it is valid.

    active: Default: true.
    """

    id: Union[str, None]
    due_days: Union[int, None]
    on_leave: Union[OnLeave, None]
    count_valid_certificates: Union[bool, None]
    look_back_days: Union[int, None]
    active: Union[bool, None]


class PreviewedPerson(TypedDict):
    id: str
    full_name: Union[str, None]
    employee_no: Union[str, None]
    department_name: Union[str, None]


class ProblemDescription(TypedDict):
    """cause: Why it happens.

    remedy: What the caller does about it.

    example: A body as it is sent.
    """

    type: str
    code: str
    status: int
    title: str
    cause: str
    remedy: str
    example: Dict[str, Any]


class ProblemDescriptionList(TypedDict):
    problems: List[ProblemDescription]

ProcessCheck = Union[Literal["ok", "draining"], str]

ProgressEvent = Union[Literal["started", "completed", "failed"], str]


class _RateLimitedProblem(TypedDict):
    type: str
    title: Literal["Too many requests"]
    status: Literal[429]
    detail: str
    instance: str
    code: Literal["RATE_LIMITED"]
    request_id: str


class RateLimitedProblem(_RateLimitedProblem, total=False):
    """The client's token bucket or its daily quota is used up. The request was not executed and used no quota. Wait the seconds of Retry-After, then repeat the request; add jitter when several workers share a client.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    limit_name: str
    retry_after_seconds: int


class ReadinessReport(TypedDict):
    """What the process knows about itself."""

    status: ReadinessStatus
    checks: ReadinessReportChecks


class ReadinessReportChecks(TypedDict):
    """clock: `skewed`: the machine's clock is more than 5 s from the database's, by which the process goes. Does not make it unready."""

    database: DatabaseCheck
    clock: ClockCheck
    process: ProcessCheck

ReadinessStatus = Union[Literal["ready", "unavailable"], str]

RenewalBasis = Union[Literal["completion", "expiry", "fixed"], str]

RenewalProgress = Union[Literal["not_started", "started", "failed"], str]


class _ReplayEventsRequest(TypedDict):
    since: str


class ReplayEventsRequest(_ReplayEventsRequest, total=False):
    """since: Events created at or after it. RFC 3339, not in the future.

    until: Only events created before it.
    """

    until: Union[str, None]


class _ReportAttemptRequest(TypedDict):
    external_id: str
    result: AttemptResult
    completed_at: str


class ReportAttemptRequest(_ReportAttemptRequest, total=False):
    """A record that was read can be sent back: `status`, `enrollment_id`, `number`, `reported_at`, `enrollment` are taken and ignored.

    external_id: The sender's own id of this attempt; it is counted once for each client.

    employee_no: Names the person; or send user_id.

    user_id: Names the person; or send employee_no.

    course_code: Names the course; or send course_id.

    course_id: Names the course; or send course_code.

    cycle_year: Of the enrollment; default: the oldest one that is open.

    score: Percentage; of a passed attempt not below the course's pass_score. null: nothing is scored.

    started_at: When the attempt began. Default: when the one before it had ended.

    completed_at: When the attempt ended: not before the day of the assignment, and not in the future.
    """

    employee_no: Union[str, None]
    user_id: Union[str, None]
    course_code: Union[str, None]
    course_id: Union[str, None]
    cycle_year: Union[int, None]
    score: Union[int, None]
    started_at: Union[str, None]


class ReportAttemptsRequest(TypedDict):
    """attempts: Rows, each with the members of `POST /api/v1/attempts`."""

    attempts: List[ReportAttemptRequest]


class _ReportLearnerProgressRequest(TypedDict):
    event: ProgressEvent


class ReportLearnerProgressRequest(_ReportLearnerProgressRequest, total=False):
    """score: In percent; not with started. Default: not scored."""

    score: Union[int, None]


class _RequestTimeoutProblem(TypedDict):
    type: str
    title: Literal["Request timeout"]
    status: Literal[408]
    detail: str
    instance: str
    code: Literal["REQUEST_TIMEOUT"]
    request_id: str


class RequestTimeoutProblem(_RequestTimeoutProblem, total=False):
    """The request's headers took longer than 10 seconds to arrive, its body longer than 10 seconds, or a file longer than 30. Send the request again on a new connection; nothing was executed.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str

RetryDeliveryByIdRequest = Dict[str, Any]

RetryDeliveryRequest = Dict[str, Any]


class RotateSubscriptionSecretRequest(TypedDict, total=False):
    """grace_days: Default: 7."""

    grace_days: Union[int, None]


class _RotatedSecret(TypedDict):
    subscription_id: str
    rotated_at: str
    grace_days: int
    previous_secret_expires_at: Union[str, None]


class RotatedSecret(_RotatedSecret, total=False):
    """secret_token: The signing secret, `whsec_` and base64 of 32 random bytes. Shown in this answer only: keep it. The key of X-LMS-Signature is the whole string; that of webhook-signature (Standard Webhooks) is what the part behind `whsec_` encodes."""

    secret_token: str


class Rule(TypedDict):
    """course_ids: Courses and learning paths.

    people_count: People to whom it applies.

    evaluation: State of the last evaluation of all people that a change of it has started; null: none has. A failed or stalled one is tried again in the panel.

    retired_at: When it ended; lists with `updated_since` alone show those that have.
    """

    id: str
    name: str
    active: bool
    conditions: Conditions
    course_ids: List[str]
    due_days: Union[int, None]
    on_leave: OnLeave
    count_valid_certificates: bool
    look_back_days: Union[int, None]
    people_count: int
    evaluation: Union[EvaluationState, None]
    created_at: str
    updated_at: str
    retired_at: Union[str, None]


class RuleList(TypedDict):
    pagination: CursorPagination
    rules: List[Rule]


class SandboxClock(TypedDict):
    """now: What the organisation's clock shows."""

    now: str


class _SandboxFullProblem(TypedDict):
    type: str
    title: Literal["Sandbox is full"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["SANDBOX_FULL"]
    request_id: str


class SandboxFullProblem(_SandboxFullProblem, total=False):
    """The sandbox of an organisation holds 500 people at most, those who have left included. Change people who are there, or have an administrator reset the sandbox in the panel.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _SeatLimitReachedProblem(TypedDict):
    type: str
    title: Literal["Seat limit reached"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["SEAT_LIMIT_REACHED"]
    request_id: str


class SeatLimitReachedProblem(_SeatLimitReachedProblem, total=False):
    """The course is licensed by seats, and every seat of every licence in force is taken. Cancel assignments that were not started, or ask the training administrator for more seats; then repeat the request.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    license: SeatLimitReachedProblemLicense


class SeatLimitReachedProblemLicense(TypedDict):
    id: str
    seats_total: int
    seats_used: int

SeatUnit = Union[Literal["person", "enrollment"], str]


class _SubscriptionDisabledProblem(TypedDict):
    type: str
    title: Literal["Subscription disabled"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["SUBSCRIPTION_DISABLED"]
    request_id: str


class SubscriptionDisabledProblem(_SubscriptionDisabledProblem, total=False):
    """The subscription is disabled, so that no attempt would be made. Enable the subscription, whose pending deliveries are then sent, and retry after that.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str

SubscriptionState = Union[Literal["active", "degraded", "disabled"], str]

SubscriptionStateReason = Union[Literal["consecutive_failures", "failing_for_3_days"], str]


class Suggestion(TypedDict, total=False):
    """id: Of the department or company.

    tax_id: Tells companies of one name apart.
    """

    id: str
    name: str
    tax_id: Union[str, None]
    event_type: str


class Token(TypedDict):
    """access_token: Opaque. Send it as `Authorization: Bearer …`, or `DPoP …`, by its `token_type`.

    token_type: DPoP: bound to the key of the request's proof.

    expires_in: Seconds for which the token is valid.

    scope: Scopes of the token, separated by spaces.
    """

    access_token: str
    token_type: TokenType
    expires_in: int
    scope: str

TokenEndpointAuthMethod = Union[Literal["client_secret_basic", "client_secret_post", "private_key_jwt"], str]

TokenLimit = Union[Literal["token_requests", "issued_tokens"], str]

TokenType = Union[Literal["Bearer", "DPoP"], str]


class _TooManyAttemptsProblem(TypedDict):
    type: str
    title: Literal["Too many attempts at a delivery"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["TOO_MANY_ATTEMPTS"]
    request_id: str


class TooManyAttemptsProblem(_TooManyAttemptsProblem, total=False):
    """As many attempts at the delivery as there may be have been made, those that were asked for by hand included. Replay the subscription's events of that time, once its receiver works: each gets a delivery of its own.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    limit: int


class _TooManyFailedAuthenticationsProblem(TypedDict):
    type: str
    title: Literal["Too many failed authentications"]
    status: Literal[429]
    detail: str
    instance: str
    code: Literal["TOO_MANY_FAILED_AUTHENTICATIONS"]
    request_id: str


class TooManyFailedAuthenticationsProblem(_TooManyFailedAuthenticationsProblem, total=False):
    """Twenty authentications from this address failed within a minute; the address is blocked for ten minutes, valid credentials included. Mend the credentials, wait the seconds of Retry-After, or ask the IT administrator to lift the block.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    retry_after_seconds: int


class _TooManyImportsProblem(TypedDict):
    type: str
    title: Literal["Too many imports"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["TOO_MANY_IMPORTS"]
    request_id: str


class TooManyImportsProblem(_TooManyImportsProblem, total=False):
    """The organisation has several imports that have not ended yet. Wait until one of them is finished or failed, and send the file again.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _TooManyPingsProblem(TypedDict):
    type: str
    title: Literal["Too many pings under way"]
    status: Literal[429]
    detail: str
    instance: str
    code: Literal["TOO_MANY_PINGS"]
    request_id: str


class TooManyPingsProblem(_TooManyPingsProblem, total=False):
    """As many pings of the organisation as may be under way together are waiting for the answers of their receivers. Wait the seconds of Retry-After, then repeat the request: no ping takes longer.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    retry_after_seconds: int

UnassignableCode = Union[Literal["COURSE_INACTIVE", "LICENSE_EXPIRED", "PATH_ONLY"], str]

UnassignableReason = Union[Literal["inactive", "path_only", "license_expired"], str]


class _UnauthorizedProblem(TypedDict):
    type: str
    title: Literal["Unauthorized"]
    status: Literal[401]
    detail: str
    instance: str
    code: Literal["UNAUTHORIZED"]
    request_id: str


class UnauthorizedProblem(_UnauthorizedProblem, total=False):
    """The request could not be authenticated. The answer is the same for every cause: an unknown or wrong secret, a missing or foreign tenant code, a client that is disabled, revoked or expired, a method that is switched off, an address outside the allow-list. Check the secret, X-Tenant-Code and the client's settings in the IT administration panel. Twenty failures within a minute block the source address for ten minutes.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _UnavailableProblem(TypedDict):
    type: str
    title: Literal["Service unavailable"]
    status: Literal[503]
    detail: str
    instance: str
    code: Literal["UNAVAILABLE"]
    request_id: str


class UnavailableProblem(_UnavailableProblem, total=False):
    """The database did not answer in time, or the service is starting, stopping or overloaded. Repeat the request after Retry-After. A create whose outcome is unknown is safe to repeat: 409 means that it succeeded.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str

UniquePersonField = Union[Literal["employee_no", "login", "email"], str]

UnmetReason = Union[Literal["NOT_HELD", "NOT_COMPLETED", "OVERDUE", "EXPIRED", "REVOKED"], str]


class _UnsupportedMediaTypeProblem(TypedDict):
    type: str
    title: Literal["Unsupported media type"]
    status: Literal[415]
    detail: str
    instance: str
    code: Literal["UNSUPPORTED_MEDIA_TYPE"]
    request_id: str


class UnsupportedMediaTypeProblem(_UnsupportedMediaTypeProblem, total=False):
    """The body's media type, charset or content encoding is not one that this operation reads. Send Content-Type: application/json, in UTF-8 and without content encoding.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class _UriTooLongProblem(TypedDict):
    type: str
    title: Literal["URI too long"]
    status: Literal[414]
    detail: str
    instance: str
    code: Literal["URI_TOO_LONG"]
    request_id: str


class UriTooLongProblem(_UriTooLongProblem, total=False):
    """The URL is longer than 8 KiB. Send fewer or shorter query parameters.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str


class UserAnonymizedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["user.anonymized"]
    created_at: str
    tenant_code: str
    data: UserAnonymizedEventData


class UserAnonymizedEventData(TypedDict):
    """user: By its `id`: the number is no longer the person's."""

    user: UserAnonymizedEventDataUser
    anonymized_at: str


class UserAnonymizedEventDataUser(TypedDict):
    """By its `id`: the number is no longer the person's."""

    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class UserCreatedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["user.created"]
    created_at: str
    tenant_code: str
    data: UserCreatedEventData


class UserCreatedEventData(TypedDict):
    user: UserCreatedEventDataUser
    actor: UserCreatedEventDataActor
    batch_id: Union[str, None]


class UserCreatedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class UserCreatedEventDataActor(TypedDict):
    type: str
    id: Union[str, None]
    name: str


class UserDeactivatedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["user.deactivated"]
    created_at: str
    tenant_code: str
    data: UserDeactivatedEventData


class UserDeactivatedEventData(TypedDict):
    """changed_fields: Names of the record's members that have changed, sorted; of attributes `attributes.KEY`. Values are read by API."""

    user: UserDeactivatedEventDataUser
    changed_fields: List[str]
    actor: UserDeactivatedEventDataActor
    batch_id: Union[str, None]


class UserDeactivatedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class UserDeactivatedEventDataActor(TypedDict):
    type: str
    id: Union[str, None]
    name: str


class UserReactivatedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["user.reactivated"]
    created_at: str
    tenant_code: str
    data: UserReactivatedEventData


class UserReactivatedEventData(TypedDict):
    """changed_fields: Names of the record's members that have changed, sorted; of attributes `attributes.KEY`. Values are read by API."""

    user: UserReactivatedEventDataUser
    changed_fields: List[str]
    actor: UserReactivatedEventDataActor
    batch_id: Union[str, None]


class UserReactivatedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class UserReactivatedEventDataActor(TypedDict):
    type: str
    id: Union[str, None]
    name: str


class UserUpdatedEvent(TypedDict):
    """id: Of the event: its deliveries repeat it, in X-LMS-Event-Id as well.

    tenant_code: The organisation, where one endpoint serves several.
    """

    id: str
    type: Literal["user.updated"]
    created_at: str
    tenant_code: str
    data: UserUpdatedEventData


class UserUpdatedEventData(TypedDict):
    """changed_fields: Names of the record's members that have changed, sorted; of attributes `attributes.KEY`. Values are read by API."""

    user: UserUpdatedEventDataUser
    changed_fields: List[str]
    actor: UserUpdatedEventDataActor
    batch_id: Union[str, None]


class UserUpdatedEventDataUser(TypedDict):
    id: str
    employee_no: Union[str, None]
    department_id: Union[str, None]
    department_name: Union[str, None]
    worker_type: WorkerType
    contractor_id: Union[str, None]


class UserUpdatedEventDataActor(TypedDict):
    type: str
    id: Union[str, None]
    name: str


class _ValidationFailedProblem(TypedDict):
    type: str
    title: Literal["Validation failed"]
    status: Literal[422]
    detail: str
    instance: str
    code: Literal["VALIDATION_FAILED"]
    request_id: str


class ValidationFailedProblem(_ValidationFailedProblem, total=False):
    """The request was read, but some of its fields cannot be accepted. Mend each entry of `errors` (it names the place and a code) and send the request again.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    errors: List[FieldFault]

ValidityUnit = Union[Literal["day", "week", "month", "year"], str]

WaitingReason = Union[Literal["no_seat", "inactive", "license_expired", "path_only"], str]


class WebhookDelivery(TypedDict):
    """status: pending: waiting for its next attempt, also while the subscription is disabled; succeeded: acknowledged by a 2xx; failed: no attempt is left; expired: it waited for 30 days.

    max_attempts: 5, and one more for each attempt that was interrupted or asked for by hand.

    next_attempt_at: The next attempt begins then or, behind others, later. null: none is due, because the delivery has ended, an attempt is under way, or the subscription is disabled.

    delivered_at: When it was acknowledged.

    payload_sha256: Of the body in the format platform.v1, in hex, whatever the format of the delivery.

    attempts: The first one first; those of the last 30 days. Neither bodies nor answers are kept.
    """

    id: str
    subscription_id: str
    event_id: str
    event_type: EventType
    status: DeliveryStatus
    attempt_count: int
    max_attempts: int
    next_attempt_at: Union[str, None]
    created_at: str
    delivered_at: Union[str, None]
    payload_bytes: int
    payload_sha256: str
    attempts: List[WebhookDeliveryAttempt]


class WebhookDeliveryAttempt(TypedDict):
    """trigger: scheduled: the first one or a retry by schedule; manual: asked for by `retry`; replay: the first one of a replayed event; ping: of `ping`.

    response_status: null: no status line came in time.

    error: null: a 2xx came in time. INTERRUPTED: the service was stopped during the attempt, so that it does not know whether the receiver got it; it is made again after 30 s, and neither uses up an attempt nor counts as a failure of the receiver.

    host: Where it went: the subscription's URL may have changed since.
    """

    number: int
    trigger: AttemptTrigger
    attempted_at: str
    duration_ms: int
    response_status: Union[int, None]
    error: Union[AttemptError, None]
    host: str


class WebhookDeliveryList(TypedDict):
    pagination: CursorPagination
    deliveries: List[WebhookDelivery]


class _WebhookHostNotAllowedProblem(TypedDict):
    type: str
    title: Literal["Webhook host not allowed"]
    status: Literal[403]
    detail: str
    instance: str
    code: Literal["WEBHOOK_HOST_NOT_ALLOWED"]
    request_id: str


class WebhookHostNotAllowedProblem(_WebhookHostNotAllowedProblem, total=False):
    """The target URL's host is not on the list of webhook hosts that the IT administrator has allowed for this client. Ask the IT administrator to allow `host` for the client, or use a host that is allowed.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    host: str


class WebhookPing(TypedDict):
    event_id: str
    delivery: WebhookDelivery


class WebhookReplay(TypedDict):
    """queued: Events that will be delivered anew.

    next_since: There may be more: send the request again with this `since`. null: these were all.
    """

    queued: int
    next_since: Union[str, None]


class WebhookSubscription(TypedDict):
    """target_url: Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts.

    subscribed_events: Event types that are delivered. A ping is sent whether it is listed or not.

    delivery_format: platform.v1: the event as the feed shows it. cloudevents.v1: CloudEvents 1.0 in the structured mode of its HTTP binding, with the same id, type and data.

    department_ids: Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody.

    course_ids: Only events of these courses and learning paths; null: of all.

    state: active: deliveries are sent. degraded: they are sent one at a time, after failures. disabled: they wait until the subscription is enabled again, after 20 failures in a row or three days of failures.

    state_reason: Why it is degraded or disabled; null while active.

    consecutive_failures: Failed attempts since the last acknowledged one, over all deliveries. Pings do not count.

    pending_deliveries: Deliveries that wait for their first or next attempt.

    previous_secret_expires_at: Until then deliveries carry a signature of the previous secret, too; null: they do not.
    """

    id: str
    client_id: str
    name: str
    target_url: str
    subscribed_events: List[EventType]
    delivery_format: DeliveryFormat
    department_ids: Union[List[str], None]
    course_ids: Union[List[str], None]
    state: SubscriptionState
    state_reason: Union[SubscriptionStateReason, None]
    state_changed_at: str
    consecutive_failures: int
    failing_since: Union[str, None]
    last_success_at: Union[str, None]
    last_failure_at: Union[str, None]
    pending_deliveries: int
    previous_secret_expires_at: Union[str, None]
    created_at: str
    updated_at: str


class WebhookSubscriptionList(TypedDict):
    subscriptions: List[WebhookSubscription]


class _WebhookSubscriptionsQuotaExceededProblem(TypedDict):
    type: str
    title: Literal["Webhook subscription quota exceeded"]
    status: Literal[409]
    detail: str
    instance: str
    code: Literal["WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED"]
    request_id: str


class WebhookSubscriptionsQuotaExceededProblem(_WebhookSubscriptionsQuotaExceededProblem, total=False):
    """The organisation has as many subscriptions as its contract allows. Disabled ones count, and those of its other clients, unless these have been revoked. Delete a subscription that is no longer needed, or subscribe one of them to more event types.

    type: Page that explains the problem.

    detail: What happened.

    instance: Path of the request.

    code: Machine-readable, stable.

    request_id: As in X-Request-Id.

    trace_id: Of the operator's trace of this request, where one is kept.
    """

    trace_id: str
    limit: int

WorkerType = Union[Literal["internal_payroll", "b2b_contractor"], str]

#: The name of each event's type here, by the `type` that it carries.
EVENT_TYPES: Mapping[str, str] = {
    "course.completed": "CourseCompletedEvent",
    "course.failed": "CourseFailedEvent",
    "compliance.certified": "ComplianceCertifiedEvent",
    "compliance.expired": "ComplianceExpiredEvent",
    "compliance.status_changed": "ComplianceStatusChangedEvent",
    "enrollment.assigned": "EnrollmentAssignedEvent",
    "enrollment.updated": "EnrollmentUpdatedEvent",
    "enrollment.cancelled": "EnrollmentCancelledEvent",
    "group.member_joined": "GroupMemberJoinedEvent",
    "group.member_left": "GroupMemberLeftEvent",
    "user.created": "UserCreatedEvent",
    "user.updated": "UserUpdatedEvent",
    "user.deactivated": "UserDeactivatedEvent",
    "user.reactivated": "UserReactivatedEvent",
    "user.anonymized": "UserAnonymizedEvent",
    "ping": "PingEvent",
}

KnownEvent = Union["CourseCompletedEvent", "CourseFailedEvent", "ComplianceCertifiedEvent", "ComplianceExpiredEvent", "ComplianceStatusChangedEvent", "EnrollmentAssignedEvent", "EnrollmentUpdatedEvent", "EnrollmentCancelledEvent", "GroupMemberJoinedEvent", "GroupMemberLeftEvent", "UserCreatedEvent", "UserUpdatedEvent", "UserDeactivatedEvent", "UserReactivatedEvent", "UserAnonymizedEvent", "PingEvent"]
