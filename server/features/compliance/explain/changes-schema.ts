import { Type } from "typebox";
import { feedParameters, FeedPagination } from "../../../platform/http/feed.ts";
import { Closed, DateOnly, Id, Instant, Nullable } from "../../../platform/http/schema.ts";
import { Flag } from "../flag/status-schema.ts";

export const ChangesQuery = Type.Object(feedParameters(500, 100, "changes"));

const Change = Closed({
  user_id: Id,
  employee_no: Nullable(Type.String()),
  course_id: Id,
  course_code: Type.String(),
  previous_status: Nullable(Flag, { description: "null: there was no entry." }),
  status: Nullable(Flag, { description: "null: there is no entry any more." }),
  changed_at: Instant,
  due_date: Nullable(DateOnly),
  enrollment_id: Nullable(Id),
  certificate_id: Nullable(Id),
  valid_until: Nullable(DateOnly),
  next_status: Nullable(Flag),
  next_change_on: Nullable(DateOnly),
});

export const ComplianceChanges = Closed(
  {
    pagination: FeedPagination,
    changes: Type.Array(Change, { description: "The oldest first; of two that were made at once the later may stand first." }),
  },
  {
    $id: "ComplianceChanges",
    example: {
      pagination: { limit: 100, next_cursor: null, resume_cursor: "WzEsIjczMSIsMTIsbnVsbF0" },
      changes: [
        {
          user_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
          employee_no: "10042",
          course_id: "019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a",
          course_code: "FORKLIFT-01",
          previous_status: null,
          status: "PENDING",
          changed_at: "2026-02-02T07:00:00.000Z",
          due_date: "2026-03-31",
          enrollment_id: "019a4a01-1111-7222-8333-444455556666",
          certificate_id: null,
          valid_until: null,
          next_status: "OVERDUE",
          next_change_on: "2026-04-01",
        },
      ],
    },
  },
);
