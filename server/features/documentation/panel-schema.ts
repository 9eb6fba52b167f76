import { Type } from "typebox";
import { Closed } from "../../platform/http/schema.ts";

const Deprecation = Closed({
  operation_id: Type.String({ example: "listUsers" }),
  method: Type.String({ example: "GET" }),
  path: Type.String({ example: "/api/v1/users" }),
  summary: Type.String({ example: "List people" }),
  deprecated_on: Type.String({ format: "date", description: "As its answers say in `Deprecation`." }),
  sunset_on: Type.String({ format: "date", description: "As they say in `Sunset`: from then on it may be gone." }),
  link: Type.String({ description: "What to use instead." }),
});

export const ContractChanges = Closed(
  {
    version: Type.String({ description: "The contract's, as in `info.version`.", example: "0.60.0" }),
    changelog: Type.Array(Closed({ version: Type.String(), changes: Type.Array(Type.String({ description: "Markdown." })) }), {
      description: "What each version changed, the newest first.",
    }),
    deprecations: Type.Array(Deprecation, { description: "Operations that are deprecated, the first to go first." }),
  },
  { $id: "ContractChanges" },
);
