import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, Id, Instant, InstantInput, Nullable, OneOf } from "../../platform/http/schema.ts";
import type { AuditOperation, AuditTarget } from "./operations.ts";

/**
 * One audit entry: an operation on a target. Personal data (names, addresses, numbers of people) go into `personal`, which
 * erasure empties.
 */
export type AuditEntry = {
  operation: AuditOperation;
  target_type: AuditTarget;
  target_id: string | null;
  /** Changed fields that are not personal: `{field: [before, after]}`. */
  changes?: Record<string, unknown>;
  personal?: Record<string, unknown>;
  /** The id that joins the rows of one mass operation. */
  batch_id?: string | null;
};

export const actor_types = ["client", "operator", "administrator", "person", "rule", "system"] as const;

const Changed = Type.Record(Type.String(), Type.Unknown(), { description: "Fields by name, mostly as [before, after]." });

const AuditRecord = Closed(
  {
    id: Id,
    occurred_at: Instant,
    actor: Closed({ type: OneOf(actor_types), id: Nullable(Id), name: Nullable(Type.String()) }),
    operation: Type.String({ example: "enrollment.assign" }),
    target_type: Type.String(),
    target_id: Nullable(Id),
    changes: Changed,
    personal: Type.Record(Type.String(), Type.Unknown(), { description: "Changed fields that are personal data." }),
    request_id: Nullable(Type.String()),
    batch_id: Nullable(Id, { description: "Rows of one mass operation share it." }),
    seq: Nullable(Type.Integer(), { description: "Its place in the chain; null: it is sealed within a second or so." }),
  },
  { $id: "AuditRecord" },
);

/** A record with one of the ids that entries mention, under its present name. */
export const AuditNamed = Closed({
  type: Type.String({ example: "certificate" }),
  id: Id,
  name: Nullable(Type.String(), { description: "null: it has none of its own, as an enrollment." }),
  user: Nullable(Closed({ id: Id, name: Nullable(Type.String(), { description: "null: the person's data were erased." }) }), {
    description: "Whose it is, or who it is.",
  }),
  course: Nullable(Closed({ id: Id, title: Type.String(), is_path: Type.Boolean() }), { description: "Of which course." }),
});

export const AuditList = Closed(
  {
    pagination: CursorPagination,
    entries: Type.Array(AuditRecord),
    named: Type.Array(AuditNamed, { description: "What the entries are about, and what else their changes name by id." }),
  },
  { $id: "AuditList" },
);

const filters = {
  actor_type: Type.Optional(OneOf(actor_types)),
  actor_id: Type.Optional(Id),
  operation: Type.Optional(
    Type.String({ maxLength: 100, description: "The operation, or how it begins: `enrollment.`", example: "client.rotate" }),
  ),
  target_id: Type.Optional(Id),
  batch_id: Type.Optional(Id),
  request_id: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional({ ...InstantInput, description: "What happened at or after it." }),
  until: Type.Optional({ ...InstantInput, description: "What happened before it." }),
};
const { updated_since: _, ...walk } = walkParameters(200, 50);

export const AuditQuery = Type.Object({ ...walk, ...filters });
export const AuditExportQuery = Type.Object(filters);

export const VerificationQuery = Type.Object({
  checkpoint: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "One that was kept outside the database, from an earlier answer or the worker's log.",
    }),
  ),
});

const Writer = Closed({
  system_identifier: Nullable(Type.String({ description: "Of the database cluster; null: not known." })),
  timeline: Nullable(Type.Integer({ description: "Of the cluster; a restore to a point in time and a promotion begin one." })),
});

export const AuditVerification = Closed(
  {
    intact: Type.Boolean(),
    rows: Type.Integer({ minimum: 0, description: "Rows from the first one on that are as they were sealed." }),
    unsealed: Type.Integer({ minimum: 0, description: "The latest rows, which wait for their seal." }),
    first_fault: Nullable(
      Closed({
        kind: OneOf(["ROW_MISSING", "ROW_DIFFERS", "SEAL_MISSING", "NEVER_SEALED"]),
        seq: Nullable(Type.Integer()),
        audit_id: Id,
      }),
      { description: "The first row that is not as it was sealed." },
    ),
    checkpoint: Nullable(Type.String(), { description: "The end of the chain, to be kept somewhere else." }),
    checkpoint_holds: Nullable(Type.Boolean(), { description: "Whether the chain passes through the given checkpoint." }),
    takeovers: Type.Array(
      Closed({
        seq: Type.Integer({ minimum: 1, description: "The sealed row that says so." }),
        epoch: Type.Integer({ minimum: 1 }),
        began_at: Instant,
        before: Writer,
        after: Writer,
      }),
      { description: "Where another database went on with the log: after a restore, a promotion, a change of the cluster." },
    ),
    restored_before_checkpoint: Nullable(Type.Integer(), {
      description:
        "Of a checkpoint that does not hold: the takeover, by its `seq`, after which the chain went on from a copy that was older than the checkpoint. What the checkpoint stood for is not in this database. Ask the operator for the restore of that day.",
    }),
  },
  { $id: "AuditVerification" },
);
