import { Type } from "typebox";
import { Closed, Id, Instant, Nullable } from "../../../platform/http/schema.ts";

export const PersonHistory = Closed(
  {
    entries: Type.Array(
      Closed({
        id: Id,
        occurred_at: Instant,
        actor_type: Type.String({ example: "administrator" }),
        actor_name: Nullable(Type.String()),
        operation: Type.String({ example: "person.change" }),
        fields: Type.Array(Type.String(), { description: "What was changed." }),
      }),
    ),
  },
  { $id: "PersonHistory" },
);
