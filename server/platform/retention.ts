// How long each kind of record is kept: the one definition (docs/decisions/0043). Migration 0052 gives each organisation a row a kind.

export type RetentionKind = {
  /** For how many days, unless the organisation or the operator says otherwise; null: for ever. */
  days: number | null;
  /** What an organisation can set. */
  days_min: number;
  days_max: number;
  /** What becomes of a record whose time is over. */
  outcome: "removed" | "erased";
};

const log: RetentionKind = { days: 30, days_min: 7, days_max: 730, outcome: "removed" };

export const retention_kinds = {
  request_log: log,
  sync_log: log,
  mails: log,
  import_reports: log,
  /** Longer than any reason for a reminder lasts: so no reminder is sent a second time because the first one was forgotten. */
  reminders: { days: 1_095, days_min: 400, days_max: 3_650, outcome: "removed" },
  bulk_orders: { days: 730, days_min: 30, days_max: 3_650, outcome: "removed" },
  /** Since the end of their accounts. */
  people_who_left: { days: null, days_min: 30, days_max: 36_500, outcome: "erased" },
} as const satisfies Record<string, RetentionKind>;

export type RetentionName = keyof typeof retention_kinds;
export const retention_names = Object.keys(retention_kinds) as RetentionName[];

/** Days that cannot be changed; null: for ever. Deliveries, events and kept answers are promised to clients, the rest is evidence. */
export const fixed_kinds = {
  webhook_deliveries: 30,
  events: 30,
  kept_answers: 1,
  audit_log: null,
  training_records: null,
} as const satisfies Record<string, number | null>;

/** Minimums that the law asks for, as the operator has set them. */
export type LegalMinimums = Readonly<Partial<Record<RetentionName, number>>>;

/** For how many days a kind is kept where the organisation has set `own`, null being nothing; null: for ever. */
export function daysKept(name: RetentionName, own: number | null, minimums: LegalMinimums): number | null {
  const { days, days_min } = retention_kinds[name];
  const wanted = own ?? days;
  // Whatever stands in the table, nothing goes before the bounds allow it.
  return wanted === null ? null : Math.max(wanted, days_min, minimums[name] ?? 0);
}

/** Minimums as the environment says them: `request_log=90,people_who_left=3650`. */
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
