// Schemas that rules and groups share.
import { Type, type Static } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { PersonStatus, WorkerType } from "../people/schema.ts";

const list_entries_max = 100;
const attributes_max = 50;
const value_max = 1_000;

const conditions = {
  department_ids: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: list_entries_max, description: "One of these departments." }),
  ),
  include_subdepartments: Type.Optional(
    Type.Boolean({ description: "Whether people of the departments below count as well. Default: true." }),
  ),
  worker_type: Type.Optional(WorkerType),
  contractor_ids: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: list_entries_max, description: "One of these companies." }),
  ),
  job_title_contains: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Part of the job title; case and diacritics do not count." }),
  ),
  attributes: Type.Optional(
    Type.Record(
      Type.String({ pattern: "^[a-z][a-z0-9_]{0,63}$" }),
      Type.Unsafe<string | number | boolean>({
        type: ["string", "number", "boolean"],
        maxLength: value_max,
        contract: () =>
          Type.Union([Type.String({ maxLength: value_max }), Type.Number(), Type.Boolean()], { $id: "ConditionValue" }),
      }),
      {
        additionalProperties: false,
        maxProperties: attributes_max,
        description: "Values by key; of an attribute that is a list, one of its entries.",
      },
    ),
  ),
};

/**
 * Conditions of a rule or a dynamic group, as requests send them. A person must meet each condition that is given; at least one
 * is given.
 */
export const ConditionsInput = Closed(conditions);

const sentConditions = () => ({ ...ConditionsInput, $id: "ConditionsInput" });

/** ConditionsInput under a name in the contract, because several requests use it. */
export const NamedConditionsInput = Type.Unsafe<Static<typeof ConditionsInput>>({ ...ConditionsInput, contract: sentConditions });

/**
 * ConditionsInput, or null for a group that is not dynamic. One schema of two types: with a union, each wrong value would be
 * reported twice.
 */
export const ConditionsInputOrNull = Type.Unsafe<Static<typeof ConditionsInput> | null>({
  ...ConditionsInput,
  type: ["object", "null"],
  contract: () => Nullable(sentConditions()),
});

/** Conditions as responses show them. */
export const ConditionsRecord = Closed(conditions, { $id: "Conditions" });

const days_max = 3_650;

/** What a rule or group asks for, as requests send it. */
export const asked_input = {
  due_days: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: days_max }), {
      description: "Days from the assignment, or from the first day of employment when that is later. Null: the course's.",
    }),
  ),
  on_leave: Type.Optional(
    OneOf(["cancel", "keep"] as const, {
      named: "OnLeave",
      description: "What becomes of enrollments that were not started when it no longer applies. Default: cancel.",
    }),
  ),
};

export const CourseIds = Type.Array(Id, { maxItems: list_entries_max, description: "Courses and learning paths." });

/** The version that the client has read, so that it does not overwrite a later change of another user. */
export const Version = Type.Optional(Type.Integer({ minimum: 1, description: "Refused with 412 when another one stands." }));

/** What a rule or group asks for, as responses show it. */
export const asked_record = {
  courses: Type.Array(
    Closed({
      id: Id,
      code: Type.String(),
      title: Type.String(),
      type: OneOf(["course", "learning_path"] as const),
      active: Type.Boolean(),
    }),
  ),
  due_days: Nullable(Type.Integer()),
  on_leave: OneOf(["cancel", "keep"] as const, { named: "OnLeave" }),
};

const Count = Type.Integer({ minimum: 0 });

/** An evaluation of all people in the background, with its progress. */
export const Batch = Closed(
  {
    id: Id,
    people_total: Count,
    people_done: Count,
    done: Closed({ matched: Count, unmatched: Count, joined: Count, left: Count, assigned: Count, cancelled: Count }),
    started_at: Instant,
    updated_at: Instant,
    finished_at: Nullable(Instant, { description: "Null: it is not done." }),
    state: OneOf(["running", "failed", "stalled", "finished"] as const, {
      description: "failed: its last try was; stalled: nothing has gone on with it for a while. Both may be tried again.",
    }),
    failed_at: Nullable(Instant),
    failure: Nullable(
      OneOf(["too_long", "database", "other"] as const, { description: "Why its last try failed; the service's log says more." }),
    ),
  },
  { $id: "RuleBatch" },
);

export const LastBatch = Nullable(Batch, { description: "The last evaluation that a change of it has started." });

export const Names = Type.Record(Type.String(), Type.String(), { description: "What the conditions call by id." });

/** What was done to a rule or a group, and by whom. */
export const ChangeHistory = Closed(
  {
    entries: Type.Array(
      Closed({
        id: Id,
        occurred_at: Instant,
        actor_type: Type.String({ example: "administrator" }),
        actor_name: Nullable(Type.String()),
        operation: Type.String({ example: "rule.update" }),
        changes: Type.Record(Type.String(), Type.Unknown(), { description: "Fields by name, as [before, after]." }),
      }),
    ),
    names: Type.Record(Type.String(), Type.String(), { description: "What the changes call by id." }),
  },
  { $id: "ChangeHistory" },
);

/** A person to whom a rule applies, or who belongs to a group. */
const ListedPerson = Closed(
  {
    id: Id,
    employee_no: Nullable(Type.String()),
    full_name: Nullable(Type.String()),
    login: Type.String(),
    department_name: Nullable(Type.String()),
    status: PersonStatus,
    since: Instant,
  },
  { $id: "ListedPerson" },
);

export const ListedPeople = Closed({ pagination: CursorPagination, people: Type.Array(ListedPerson) }, { $id: "ListedPeople" });

const { updated_since: _, ...walk } = walkParameters(200, 50);

export const ListedPeopleQuery = Type.Object({
  ...walk,
  q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name, employee number, login or e-mail address." })),
});
