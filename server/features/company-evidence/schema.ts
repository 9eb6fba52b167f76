import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, line, Nullable, OneOf, pageParameters } from "../../platform/http/schema.ts";

const days_default = 14;
const days_max = 90;

export const ContractorParams = Type.Object({ id: Type.String() });
export const SubmissionParams = Type.Object({ id: Type.String() });

const link = {
  id: Id,
  contractor_id: Id,
  created_at: Instant,
  created_by_name: Nullable(Type.String(), { description: "null: the account is gone." }),
  expires_at: Instant,
  ended_at: Nullable(Instant),
  submissions: Type.Integer({ minimum: 0, description: "Files that came by it." }),
};

export const EvidenceLinkList = Closed(
  { links: Type.Array(Closed(link), { description: "The newest first." }) },
  { $id: "EvidenceLinkList" },
);

export const EvidenceLinkRequest = Closed({ days: Type.Integer({ minimum: 1, maximum: days_max, default: days_default }) });

export const NewEvidenceLink = Closed(
  { id: Id, expires_at: Instant, url: Type.String({ description: "To be sent to the company; it is shown once." }) },
  { $id: "NewEvidenceLink" },
);

const submission_states = ["waiting", "accepted", "refused"] as const;

const submission = {
  id: Id,
  state: OneOf([...submission_states]),
  full_name: Type.String(),
  course_title: Type.String(),
  completed_on: DateOnly,
  file_name: Type.String(),
  submitted_at: Instant,
  reason: Nullable(Type.String(), { description: "Why it was refused." }),
};

export const SubmissionQuery = Type.Object({
  state: Type.Optional(OneOf([...submission_states])),
  ...pageParameters(200, 50),
});

export const SubmissionList = Closed(
  {
    pagination: Closed({ total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }),
    submissions: Type.Array(
      Closed({
        ...submission,
        user_id: Id,
        enrollment_id: Id,
        contractor_id: Id,
        contractor_name: Type.String(),
        employee_no: Nullable(Type.String()),
        course_code: Type.String(),
        due_date: Nullable(DateOnly),
        decided_at: Nullable(Instant),
        decided_by_name: Nullable(Type.String()),
      }),
      { description: "What came first stands first." },
    ),
  },
  { $id: "SubmissionList" },
);

export const RefuseSubmissionRequest = Closed({ reason: line(300, { example: "The page with the signature is missing." }) });

export const OpenedEvidenceLink = Closed(
  {
    organisation: Type.String(),
    contractor: Type.String(),
    expires_at: Instant,
    today: DateOnly,
    asked: Type.Array(
      Closed({
        enrollment_id: Id,
        full_name: Type.String(),
        course_title: Type.String(),
        assigned_on: DateOnly,
        due_date: Nullable(DateOnly),
        waits: Type.Boolean({ description: "Evidence was handed in and waits." }),
      }),
      { description: "Open enrollments in courses that are held elsewhere, the first due first." },
    ),
    submissions: Type.Array(Closed(submission), { description: "What came by this link, the newest first." }),
  },
  { $id: "OpenedEvidenceLink" },
);

export const SubmitQuery = Type.Object({
  enrollment_id: Type.String({ format: "uuid" }),
  completed_on: Type.String({ format: "date", description: "When the course was completed." }),
  name: line(200, { description: "What the file is called." }),
});

export const Submitted = Closed({ id: Id }, { $id: "Submitted" });
