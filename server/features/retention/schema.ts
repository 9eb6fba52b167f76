import { Type, type Static } from "typebox";
import { Closed, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { fixed_kinds, retention_kinds, retention_names, type RetentionName } from "../../platform/retention.ts";

const Days = Type.Integer({ minimum: 1 });
const RetentionKind = OneOf(retention_names, { named: "RetentionKind" });

export const Retention = Closed(
  {
    kinds: Type.Array(
      Closed({
        kind: RetentionKind,
        days: Nullable(Days, { description: "How long records are kept, all things considered; null: for ever." }),
        own_days: Nullable(Days, { description: "What the organisation has set; null: nothing." }),
        default_days: Nullable(Days, { description: "Without a setting; null: for ever." }),
        days_min: { ...Days, description: "The least that can be set." },
        days_max: { ...Days, description: "The most that can be set." },
        legal_days_min: Nullable(Days, { description: "What the law asks for, as the operator has set it; null: nothing." }),
        outcome: OneOf(["removed", "erased"], { description: "What becomes of a record whose time is over." }),
      }),
    ),
    fixed: Type.Array(Closed({ kind: OneOf(Object.keys(fixed_kinds) as (keyof typeof fixed_kinds)[]), days: Nullable(Days) }), {
      description: "What is kept equally long in every organisation; null: for ever.",
    }),
  },
  { $id: "Retention" },
);
export type Retention = Static<typeof Retention>;

const daysOf = (name: RetentionName) => {
  const { days_min, days_max, days } = retention_kinds[name];
  return Type.Optional(
    Nullable(Type.Integer({ minimum: days_min, maximum: days_max }), {
      description: days === null ? "null: for ever." : `null: the default, ${days} days.`,
    }),
  );
};

/** Kinds that are left out stay unchanged. */
export const ChangeRetentionRequest = Closed(
  Object.fromEntries(retention_names.map((name) => [name, daysOf(name)])) as Record<RetentionName, ReturnType<typeof daysOf>>,
);
export type ChangeRetention = Static<typeof ChangeRetentionRequest>;

export const RetentionPreview = Closed(
  {
    kinds: Type.Array(
      Closed({
        kind: RetentionKind,
        days: Nullable(Days, { description: "How long records would be kept; null: for ever." }),
        goes: Type.Integer({
          minimum: 0,
          description:
            "Records whose time would be over, 10,000 at most. They go with the next clean-up, people who left in parts: 100 an hour.",
        }),
        goes_more: Type.Boolean({ description: "There are more than that." }),
        oldest_left: Nullable(Instant, { description: "The age of the oldest record that would stay; null: none would." }),
      }),
    ),
  },
  { $id: "RetentionPreview" },
);
export type RetentionPreview = Static<typeof RetentionPreview>;
