import { Type } from "typebox";
import { problem } from "../../../platform/http/problem.ts";
import { Id, Nullable } from "../../../platform/http/schema.ts";
import { EnrollmentStatus } from "../schema.ts";

export const externalIdReused = problem("EXTERNAL_ID_REUSED", 422, "External id reused", {
  cause: "This client has reported another attempt under this `external_id`: another person, course, result, score or time.",
  remedy: "Send each attempt under an id of its own. What was reported once stays; a training administrator corrects results.",
  members: { enrollment_id: Id },
});

export const courseHeldHere = problem("COURSE_HELD_HERE", 409, "Course held here", {
  cause: "The course has content here (a link, a document or a quiz): its results come from the learner's own page.",
  remedy: "Report results of courses without content only, or let a training administrator take the content out of the course.",
});

export const noOpenEnrollment = problem("NO_OPEN_ENROLLMENT", 409, "No open enrollment", {
  cause: "The person has no enrollment in this course (and cycle) that takes a result: none at all, or it has ended.",
  remedy:
    "Assign the course by `POST /api/v1/enrollments`, for another cycle where `enrollment_status` is completed; then report again.",
  members: { enrollment_id: Nullable(Id), enrollment_status: Nullable(EnrollmentStatus) },
});

export const noAttemptsLeft = problem("NO_ATTEMPTS_LEFT", 409, "No attempts left", {
  cause: "The last attempt that the course allows has failed.",
  remedy: "Ask a training administrator to grant one more attempt; then report again.",
  members: { enrollment_id: Id, attempts_allowed: Type.Integer({ example: 3 }) },
});
