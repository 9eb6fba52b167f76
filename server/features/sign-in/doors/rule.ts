import type { AccountKey } from "../accounts-sql.ts";

export const sign_in_rules = ["offered", "required_for_administrators", "required_for_all"] as const;

/** Who must sign in with the company's identity, and the administrator who may do without, in an emergency. */
export type SignInRule = { rule: (typeof sign_in_rules)[number]; break_glass_id: string | null };

/** `own`: a password, a link, or what else is kept here. `break_glass`: the same, and the administrators are told of it. */
export type Door = "own" | "break_glass" | "company";

/** By which door an account signs in (docs/decisions/0069). */
export function doorOf({ rule, break_glass_id }: SignInRule, { kind, id }: AccountKey): Door {
  if (rule === "offered") return "own";
  if (kind === "administrator") return id === break_glass_id ? "break_glass" : "company";
  return rule === "required_for_all" ? "company" : "own";
}
