import type { AccountKey } from "../accounts-sql.ts";

export const sign_in_rules = ["offered", "required_for_administrators", "required_for_all"] as const;

/** Who must sign in through the company's identity provider, and the administrator who may sign in without it in an emergency. */
export type SignInRule = { rule: (typeof sign_in_rules)[number]; break_glass_id: string | null };

/**
 * `own`: with a password, link or other credentials of this service. `break_glass`: the same, and IT administrators are notified.
 * `company`: through the identity provider.
 */
export type Door = "own" | "break_glass" | "company";

/** How an account must sign in (docs/decisions/0069). */
export function doorOf({ rule, break_glass_id }: SignInRule, { kind, id }: AccountKey): Door {
  if (rule === "offered") return "own";
  if (kind === "administrator") return id === break_glass_id ? "break_glass" : "company";
  return rule === "required_for_all" ? "company" : "own";
}
