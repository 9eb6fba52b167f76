import { Type, type TProperties } from "typebox";

const RowFault = Type.Object({
  pointer: Type.String({ description: "JSON Pointer into the row, as a URI fragment: `#/course_code`." }),
  code: Type.String({ example: "UNKNOWN_COURSE" }),
  detail: Type.String(),
});

/** What a row is answered whose course is unknown. */
export const row_problem_example = {
  type: "https://muster.example/problems/validation-failed",
  title: "Validation failed",
  status: 422,
  detail: "1 field is invalid.",
  code: "VALIDATION_FAILED",
  errors: [{ pointer: "#/course_code", code: "UNKNOWN_COURSE", detail: "names no course of this organisation" }],
};

/** Why a row of several was refused; `members` are what problems of the operation for one row say besides. */
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
