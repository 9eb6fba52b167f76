import { Type } from "typebox";
import { notFound, problem, type Problem } from "../../platform/http/problem.ts";
import { Id, OneOf } from "../../platform/http/schema.ts";
import { UnassignableReason } from "../courses/schema.ts";
import { EnrollmentStatus } from "./schema.ts";

const enrollment_status = EnrollmentStatus;

export const alreadyEnrolled = problem("ENROLLMENT_ALREADY_EXISTS", 409, "Enrollment already exists", {
  slug: "enrollment-exists",
  cause:
    "The person has an enrollment in this course and cycle already, in any state but cancelled and withdrawn. A repeated request is answered so too, whatever has become of seats, licence and dates since the first one.",
  remedy: "Take `enrollment_id` as the result of the assignment, or name another `cycle_year`.",
  members: { enrollment_id: Id, enrollment_status },
});

export const courseNotAssignable = problem("COURSE_NOT_ASSIGNABLE", 422, "Course not assignable", {
  cause:
    "The course is archived, no licence that covers it is in force today, or it is licensed only as part of a learning path.",
  remedy:
    "For path_only assign one of `path_codes` instead; otherwise ask the training administrator to restore the course or renew its licence.",
  members: {
    unassignable_reason: { ...UnassignableReason, example: "path_only" },
    path_codes: Type.Array(Type.String(), { example: ["PATH-FIRE"] }),
    errors: Type.Array(
      Type.Object({
        pointer: Type.String(),
        code: OneOf(["COURSE_INACTIVE", "LICENSE_EXPIRED", "PATH_ONLY"], { named: "UnassignableCode" }),
        detail: Type.String(),
      }),
      { example: [{ pointer: "#/course_code", code: "PATH_ONLY", detail: "assign one of the paths PATH-FIRE instead" }] },
    ),
  },
});

export const seatLimitReached = problem("SEAT_LIMIT_REACHED", 409, "Seat limit reached", {
  cause: "The course is licensed by seats, and every seat of every licence in force is taken.",
  remedy: "Cancel assignments that were not started, or ask the training administrator for more seats; then repeat the request.",
  members: {
    license: Type.Object({ id: Id, seats_total: Type.Integer({ example: 50 }), seats_used: Type.Integer({ example: 50 }) }),
  },
});

export const notCancellable = problem("ENROLLMENT_NOT_CANCELLABLE", 409, "Enrollment not cancellable", {
  cause: "Only an enrollment that was not started can be cancelled.",
  remedy: "Leave it to end by itself, or ask the training administrator to withdraw it.",
  members: { enrollment_status },
});

export const notChangeable = problem("ENROLLMENT_NOT_CHANGEABLE", 409, "Enrollment not changeable", {
  cause: "The enrollment has ended: it is completed, cancelled or withdrawn.",
  remedy: "Assign the course again, for another cycle if this one was completed.",
  members: { enrollment_status },
});

export const enrollmentNotOpen = problem("ENROLLMENT_NOT_OPEN", 409, "Enrollment not open", {
  cause:
    "The enrollment is not at the stage from which this step can be taken: it was not started, it has failed finally, or it has ended.",
  remedy: "Read the enrollment; `enrollment_status` says where it stands. Assign the course again where it has ended.",
  members: { enrollment_status },
});

export const personNotActive = problem("PERSON_NOT_ACTIVE", 409, "Person not active", {
  cause: "The account is suspended or deactivated; nothing that the person has to do goes on meanwhile.",
  remedy: "Bring the account back first.",
});

export const pathFollowsCourses = problem("LEARNING_PATH_FOLLOWS_COURSES", 409, "Learning path follows its courses", {
  cause: "A learning path starts and is completed with its courses; it has no result of its own.",
  remedy: "Report the progress of the enrollments whose `parent_enrollment_id` is this one.",
});

/** One answer for an unknown id, a malformed id and an id of another organisation, so that it reveals nothing. */
export function noSuchEnrollment(): Problem {
  return notFound("No such enrollment.");
}
