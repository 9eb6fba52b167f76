// How long each kind of record is kept: the one definition (docs/decisions/0043). Migration 0052 gives each organisation one row
// per kind.

export type RetentionKind = {
  /** How many days records are kept unless the organisation or the operator sets another number; null: for ever. */
  days: number | null;
  /** The bounds of an organisation's own setting. */
  days_min: number;
  days_max: number;
  /** What happens to an expired record. */
  outcome: "removed" | "erased";
};

const log: RetentionKind = { days: 30, days_min: 7, days_max: 730, outcome: "removed" };

export const retention_kinds = {
  request_log: log,
  sync_log: log,
  mails: log,
  import_reports: log,
  /** Longer than any reason for a reminder lasts, so that deleting the record of a reminder never causes a second one. */
  reminders: { days: 1_095, days_min: 400, days_max: 3_650, outcome: "removed" },
  bulk_orders: { days: 730, days_min: 30, days_max: 3_650, outcome: "removed" },
  /** Counted from the end of a person's account. */
  people_who_left: { days: null, days_min: 30, days_max: 36_500, outcome: "erased" },
} as const satisfies Record<string, RetentionKind>;

export type RetentionName = keyof typeof retention_kinds;
export const retention_names = Object.keys(retention_kinds) as RetentionName[];

/**
 * Fixed numbers of days; null: for ever. Deliveries, events and stored answers are promised to clients; the others are evidence.
 */
export const fixed_kinds = {
  webhook_deliveries: 30,
  events: 30,
  kept_answers: 1,
  audit_log: null,
  training_records: null,
} as const satisfies Record<string, number | null>;

/** Legal minimums in days, set by the operator. */
export type LegalMinimums = Readonly<Partial<Record<RetentionName, number>>>;

/** How many days a kind is kept if the organisation has set `own` (null: nothing); null: for ever. */
export function daysKept(name: RetentionName, own: number | null, minimums: LegalMinimums): number | null {
  const { days, days_min } = retention_kinds[name];
  const wanted = own ?? days;
  // The bounds apply even if the stored value violates them.
  return wanted === null ? null : Math.max(wanted, days_min, minimums[name] ?? 0);
}

/** Parses the minimums of an environment variable: `request_log=90,people_who_left=3650`. */
export function readMinimums(text: string): LegalMinimums {
  const minimums: Partial<Record<RetentionName, number>> = {};
  for (const part of text.split(",")) {
    const [, name = "", days = ""] = /^\s*([a-z_]+)\s*=\s*(\d{1,6})\s*$/.exec(part) ?? [];
    if (!isRetentionName(name))
      throw new Error(`must be such as people_who_left=3650, with kinds of ${retention_names.join(", ")}, and "${part}" is not`);
    if (minimums[name] !== undefined) throw new Error(`names ${name} twice`);
    const { days_max } = retention_kinds[name];
    if (Number(days) < 1 || Number(days) > days_max) throw new Error(`must give ${name} from 1 to ${days_max} days`);
    minimums[name] = Number(days);
  }
  return Object.freeze(minimums);
}

function isRetentionName(name: string): name is RetentionName {
  return Object.hasOwn(retention_kinds, name);
}
