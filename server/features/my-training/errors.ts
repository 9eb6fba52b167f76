import { problem } from "../../platform/http/problem.ts";

export const noSuchContent = problem("COURSE_HAS_NO_SUCH_CONTENT", 409, "Course has no such content", {
  cause: "The course is not worked on in this way: only documents and links are acknowledged, and only a quiz is answered.",
  remedy: "Open the course again; where it has no content here, its result is recorded by the organisation.",
});
