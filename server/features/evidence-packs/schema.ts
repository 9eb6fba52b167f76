import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { Selection } from "../bulk/schema.ts";

/** The most people of one pack. */
export const people_max = 5_000;
/** The most pairs of person and course of one pack. */
export const pairs_max = 200_000;
const courses_max = 1_000;

export const pack_statuses = ["queued", "running", "ready", "failed", "cancelled", "removed"] as const;

/** The order of a pack. */
export const EvidencePackOrder = Closed(
  {
    selection: Selection,
    course_ids: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: courses_max, uniqueItems: true, description: "Left out: all courses." }),
    ),
    from: Type.Optional(
      Nullable(DateOnly, { description: "The first day of the period; null or left out: from the beginning." }),
    ),
    as_of: Type.Optional(
      Nullable(DateOnly, { description: "The last day, at whose end flags are told; null, left out or today: now." }),
    ),
  },
  { $id: "EvidencePackOrder" },
);

export const EvidencePack = Closed(
  {
    id: Id,
    status: OneOf(pack_statuses, { named: "EvidencePackStatus" }),
    failure: Nullable(OneOf(["too_large"]), { description: "Why it has failed." }),
    from: Nullable(DateOnly),
    as_of: Instant,
    ordered_by: Type.String({ description: "The administrator's name." }),
    ordered_at: Instant,
    people_total: Type.Integer({ minimum: 0 }),
    people_done: Type.Integer({ minimum: 0 }),
    courses: Type.Integer({ minimum: 0, description: "How many." }),
    stopped: Type.Boolean({ description: "Nothing has moved for a minute." }),
    size_bytes: Type.Integer({ minimum: 0 }),
    sha256: Nullable(Type.String({ description: "Of the archive, in hexadecimal digits." })),
    finished_at: Nullable(Instant),
    expires_at: Nullable(Instant, { description: "When the file goes." }),
  },
  { $id: "EvidencePack" },
);

export const EvidencePackList = Closed(
  {
    packs: Type.Array(EvidencePack),
    key_fingerprint: Type.String({
      description: "SHA-256 of the public key with which the organisation signs, as DER, in hexadecimal digits.",
    }),
  },
  { $id: "EvidencePackList" },
);

export const EvidencePackParams = Type.Object({ id: Type.String() });
