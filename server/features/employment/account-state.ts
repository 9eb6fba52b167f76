import type { Static } from "typebox";
import { personSuspended } from "../people/errors.ts";
import type { PersonState } from "../people/definition.ts";
import type { PersonChange } from "../people/schema.ts";
import type { StoredPerson } from "../people/sql.ts";

/** A change of a person, with the `status` that a record has when a client sends it back. */
export type PersonPatch = Static<typeof PersonChange> & { status?: unknown };

type Account = { state: PersonState; deactivated_at: string | null };

/**
 * The account after a request has sent `active`. False deactivates from every state, true reactivates a deactivated account;
 * otherwise nothing changes. A record of a suspended account also says `active: false`. When a client sends such a record back,
 * its `status` shows that no deactivation is meant.
 */
export function nextState(
  before: Pick<StoredPerson, "state" | "last_sign_in_at" | "deactivated_at">,
  { active, status }: Pick<PersonPatch, "active" | "status">,
  now: Temporal.Instant,
): Account {
  const { state, deactivated_at } = before;
  const same = { state, deactivated_at };
  if (active === undefined) return same;
  if (active) {
    if (state === "suspended")
      throw personSuspended("An administrator has suspended this account; it cannot be reactivated here.");
    if (state !== "deactivated") return same;
    return { state: before.last_sign_in_at === null ? "invited" : "active", deactivated_at: null };
  }
  if (state === "deactivated" || (state === "suspended" && status === "suspended")) return same;
  return { state: "deactivated", deactivated_at: now.toString() };
}

/** Whether the employment ended before a day. */
export function hasEnded({ employment_end_date: end }: Employment, today: string): boolean {
  return end !== null && end < today;
}

type Employment = { employment_end_date: string | null };

/**
 * The end of the employment after the account's state has changed. A person who returns is employed: a past end that the request
 * does not set is removed, because the next midnight would end the account again.
 */
export function endOfEmployment(
  fields: Employment,
  { employment_end_date: sent }: Pick<PersonPatch, "employment_end_date">,
  [before, after]: readonly [PersonState, PersonState],
  today: string,
): string | null {
  const is_back = before === "deactivated" && after !== "deactivated";
  return is_back && sent === undefined && hasEnded(fields, today) ? null : fields.employment_end_date;
}
