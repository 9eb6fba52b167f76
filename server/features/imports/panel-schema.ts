import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

export const ImportList = Closed(
  {
    imports: Type.Array(
      Closed({
        id: Id,
        format: OneOf(["csv", "ndjson"] as const),
        dry_run: Type.Boolean(),
        status: OneOf(["receiving", "queued", "running", "finished", "failed"] as const),
        started_by: Nullable(Type.String({ description: "Who sent the file." })),
        created_at: Instant,
        finished_at: Nullable(Instant),
        rows_done: Type.Integer(),
        rows: Type.Integer(),
        invalid: Type.Integer(),
      }),
    ),
  },
  { $id: "ImportList" },
);
