import { Type } from "typebox";
import { Closed } from "../../platform/http/schema.ts";

/** A kind of problem with the explanations of its page. */
export const ProblemDescription = Closed(
  {
    type: Type.String({ format: "uri", example: "https://muster.example/problems/rate-limited" }),
    code: Type.String({ example: "RATE_LIMITED" }),
    status: Type.Integer({ example: 429 }),
    title: Type.String({ example: "Too many requests" }),
    cause: Type.String({ description: "Why it happens." }),
    remedy: Type.String({ description: "What the caller does about it." }),
    example: Type.Object({}, { additionalProperties: true, description: "A body as it is sent.", example: {} }),
  },
  { $id: "ProblemDescription" },
);

export const ProblemDescriptionList = Closed({ problems: Type.Array(ProblemDescription) }, { $id: "ProblemDescriptionList" });

export const ProblemSlug = Type.Object({
  slug: Type.String({ description: "Last segment of a problem's `type`.", example: "rate-limited" }),
});

export const OpenApiDocument = Type.Object(
  {},
  { additionalProperties: true, description: "An OpenAPI 3.1 document.", example: { openapi: "3.1.1" } },
);

export const EventTypeParams = Type.Object({
  type: Type.String({ description: "An event type.", example: "course.completed" }),
});

export const EventSchemaDocument = Type.Object(
  {},
  {
    additionalProperties: true,
    description: "A JSON Schema.",
    example: { $schema: "https://json-schema.org/draft/2020-12/schema" },
  },
);
