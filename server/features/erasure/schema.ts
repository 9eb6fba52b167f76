import { Type, type Static } from "typebox";
import { Closed, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

const Count = Type.Integer({ minimum: 0 });

/** Data about a person that can be counted in tables, without reading logs. */
const Held = Closed({
  documents: { ...Count, description: "Evidence files; they go." },
  audit_entries: {
    ...Count,
    description: "About the person, their training, and what they did; personal values go, entries stay.",
  },
  sync_log_entries: { ...Count, description: "Of the SCIM sync log; names and values go, entries stay." },
  mails: { ...Count, description: "To the person; they go." },
  enrollments: { ...Count, description: "They stay." },
  certificates: { ...Count, description: "They stay, with number and dates." },
  flags: { ...Count, description: "Entries of the history of flags; they stay." },
});

export const Erasure = Closed(
  {
    state: OneOf(["possible", "not_deactivated", "running", "done"] as const, {
      named: "ErasureState",
      description: "running: the person's record is erased, and logs are being searched.",
    }),
    confirmation: Nullable(Type.String(), { description: "What has to be typed: the employee number, or else the login." }),
    held: Held,
    erased: Type.Record(Type.String(), Type.Integer(), { description: "How much of each kind was erased so far." }),
    requested_at: Nullable(Instant),
    completed_at: Nullable(Instant),
  },
  { $id: "Erasure" },
);
export type Erasure = Static<typeof Erasure>;

export const ErasureRequest = Closed({ confirmation: Type.String({ maxLength: 254 }) });
