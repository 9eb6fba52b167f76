import { Type, type TProperties } from "typebox";

const RowFault = Type.Object({
  pointer: Type.String({ description: "JSON Pointer into the row, as a URI fragment: `#/course_code`." }),
  code: Type.String({ example: "UNKNOWN_COURSE" }),
  detail: Type.String(),
});

/** The answer for a row with an unknown course. */
export const row_problem_example = {
  type: "https://muster.example/problems/validation-failed",
  title: "Validation failed",
  status: 422,
  detail: "1 field is invalid.",
  code: "VALIDATION_FAILED",
  errors: [{ pointer: "#/course_code", code: "UNKNOWN_COURSE", detail: "names no course of this organisation" }],
};

/** The schema of a problem of one row. `members`: the additional members that problems of the single operation have. */
export function rowProblem<T extends TProperties>(name: string, operation: string, members: T) {
  return Type.Object(
    {
      type: Type.String({ format: "uri", example: "https://muster.example/problems/validation-failed" }),
      title: Type.String({ example: "Validation failed" }),
      status: Type.Integer({ example: 422, description: `With which \`${operation}\` would have answered.` }),
      detail: Type.String({ example: "1 field is invalid." }),
      code: Type.String({ example: "VALIDATION_FAILED" }),
      errors: Type.Optional(Type.Array(RowFault)),
      ...members,
    },
    {
      $id: name,
      description: `Why a row was refused: the problem of \`${operation}\`, without what belongs to the request.`,
      example: row_problem_example,
    },
  );
}
