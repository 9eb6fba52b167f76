import { Type, type Static } from "typebox";
import { Closed, Id, Instant, Nullable } from "../../platform/http/schema.ts";
import { WorkerType } from "./schema.ts";

// Events name people by id and employee number; names and addresses are read by API.
export const EventUser = Closed({
  id: Id,
  employee_no: Nullable(Type.String()),
  department_id: Nullable(Id),
  department_name: Nullable(Type.String()),
  worker_type: WorkerType,
  contractor_id: Nullable(Id),
});
export type EventUser = Static<typeof EventUser>;

/** The data of a person were erased: who keeps a copy erases it, too. */
export const UserAnonymized = Closed({
  user: { ...EventUser, description: "By its `id`: the number is no longer the person's." },
  anonymized_at: Instant,
});
