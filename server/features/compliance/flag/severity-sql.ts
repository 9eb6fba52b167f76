import { constant, part, type Fragment } from "../../../platform/db/sql.ts";
import { flags, severity_order } from "./status.ts";

// The order of flags as SQL: a rank counts from 1, the worst.

const array: Fragment = { parts: [`array[${severity_order.map((flag) => `'${flag}'`).join(", ")}]`], parameters: [] };

/** The rank of a flag; null: of none. */
export function rankOf(flag: Fragment): Fragment {
  return part`array_position(${array}, ${flag})`;
}

/** The flag of a rank. */
export function flagOfRank(rank: Fragment): Fragment {
  return part`(${array})[${rank}]`;
}

/** The worst flag of a group of rows; null: none has one. */
export function worstOfAll(flag: Fragment): Fragment {
  return flagOfRank(part`min(${rankOf(flag)})`);
}

const covered = constant(severity_order.flatMap((flag) => (flags[flag].covered ? [`'${flag}'`] : [])).join(", "));

/** Whether a person with this flag is covered. */
export function isCovered(flag: Fragment): Fragment {
  return part`${flag} in (${covered})`;
}

/** A rank behind all. */
export const last_rank: Fragment = { parts: [String(severity_order.length + 1)], parameters: [] };
