import { notFound, problem, type Problem } from "../../../platform/http/problem.ts";

export const courseFileRefused = problem("COURSE_FILE_REFUSED", 422, "File of another kind", {
  cause: "The file does not begin as one of the kinds that can be items of a course, whatever it is called.",
  remedy: "Send a PDF, PNG or JPEG as a document, an MP4 or WebM as a video, or captions as WebVTT in UTF-8.",
});

export const tooManyCourseFiles = problem("TOO_MANY_COURSE_FILES", 409, "Too many files", {
  cause: "The course has as many files, or the organisation as many bytes of them, as it may have.",
  remedy:
    "Take files out of courses that no longer need them, and save: what no version of a course refers to is removed a day after it came, with the next change.",
});

export const courseFileIncomplete = problem("COURSE_FILE_INCOMPLETE", 409, "File incomplete", {
  cause: "Parts of the file are missing, or it is complete already and takes no more parts.",
  remedy: "Send the parts that are missing, then finish the file; another file is begun anew.",
});

export const rangeNotSatisfiable = problem("RANGE_NOT_SATISFIABLE", 416, "Range not satisfiable", {
  cause: "The range that the request asks for begins behind the end of the file (RFC 9110 §15.5.17).",
  remedy: "Ask for a range within the length that Content-Range names, or for the whole file.",
});

export function noSuchCourseFile(): Problem {
  return notFound("No such file.");
}
