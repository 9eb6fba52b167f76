import { notFound, problem, type Problem } from "../../platform/http/problem.ts";

export const sessionClosed = problem("COURSE_SESSION_CLOSED", 409, "Course session closed", {
  cause: "The course session has begun, has ended or was cancelled.",
  remedy: "Choose another session of the course.",
});

export const sessionFull = problem("COURSE_SESSION_FULL", 409, "Course session full", {
  cause: "All places of the course session are taken, and so are those of its waiting list.",
  remedy: "Choose another session of the course, or look again later.",
});

export const bookedElsewhere = problem("COURSE_SESSION_BOOKED_ELSEWHERE", 409, "Booked in another course session", {
  cause: "The person is booked, or waits, in another session of the same course.",
  remedy: "Withdraw from that one first.",
});

export const sessionHasResults = problem("COURSE_SESSION_HAS_RESULTS", 409, "Course session has results", {
  cause: "Results of the course session are recorded already.",
  remedy: "Leave it as it is, and make another session where one is needed.",
});

export const attendanceNotOpen = problem("ATTENDANCE_NOT_OPEN", 409, "Attendance not open", {
  cause: "The course session has not begun yet, or was cancelled.",
  remedy: "Note who is there from two hours before it begins, and results from its beginning on.",
});

export const resultRecorded = problem("RESULT_ALREADY_RECORDED", 409, "Result already recorded", {
  cause: "Another result of this person in this course session is recorded already.",
  remedy: "Leave it; a training administrator corrects results in the person's enrollment.",
});

export const trainerIsNoAttendee = problem("TRAINER_IS_NO_ATTENDEE", 409, "Trainer is no attendee", {
  cause: "A trainer cannot attend the course session that they hold, nor record a result of their own.",
  remedy: "Choose a session that somebody else holds, or let a training administrator record the result.",
});

export const checkInOutdated = problem("CHECK_IN_OUTDATED", 409, "Code outdated", {
  cause: "The code is older than a minute, or is none that a room of this organisation shows.",
  remedy: "Read the code again that the room shows now.",
});

export const notBooked = problem("NOT_BOOKED", 409, "Not booked in this session", {
  cause: "Nobody is booked in this course session under that name or number.",
  remedy: "The trainer adds who is there without a booking.",
});

/** Same answer for an unknown session, one of another organisation or person, and a text that is not an id. */
export function noSuchSession(): Problem {
  return notFound("No such course session.");
}
