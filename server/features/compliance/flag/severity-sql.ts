import { constant, part, type Fragment } from "../../../platform/db/sql.ts";
import { flags, severity_order } from "./status.ts";

// The order of flags as SQL. Ranks count from 1, which is the worst.

const array: Fragment = { parts: [`array[${severity_order.map((flag) => `'${flag}'`).join(", ")}]`], parameters: [] };

/** The rank of a flag; null for no flag. */
export function rankOf(flag: Fragment): Fragment {
  return part`array_position(${array}, ${flag})`;
}

/** The flag of a rank. */
export function flagOfRank(rank: Fragment): Fragment {
  return part`(${array})[${rank}]`;
}

/** The worst flag of a group of rows; null if none has a flag. */
export function worstOfAll(flag: Fragment): Fragment {
  return flagOfRank(part`min(${rankOf(flag)})`);
}

const covered = constant(severity_order.flatMap((flag) => (flags[flag].covered ? [`'${flag}'`] : [])).join(", "));

/** Whether this flag means covered. */
export function isCovered(flag: Fragment): Fragment {
  return part`${flag} in (${covered})`;
}

/** A rank after that of every flag. */
export const last_rank: Fragment = { parts: [String(severity_order.length + 1)], parameters: [] };
