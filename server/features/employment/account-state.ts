import type { Static } from "typebox";
import { personSuspended } from "../people/errors.ts";
import type { PersonState } from "../people/definition.ts";
import type { PersonChange } from "../people/schema.ts";
import type { StoredPerson } from "../people/sql.ts";

/** A change, with the status that a record which was read brings along. */
export type PersonPatch = Static<typeof PersonChange> & { status?: unknown };

type Account = { state: PersonState; deactivated_at: string | null };

/**
 * The account after `active` was sent. False deactivates from every state, true brings back who was deactivated; both
 * change nothing where they say what is so already. A suspended account is not active either, so that `active: false` of a
 * record that was read and is written back would deactivate it: the record's own `status` beside it tells the two apart.
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

/** Whether an employment ended before a day. */
export function hasEnded({ employment_end_date: end }: Employment, today: string): boolean {
  return end !== null && end < today;
}

type Employment = { employment_end_date: string | null };

/**
 * The end of the employment after an account has moved. A person who comes back is employed: a past end that the request does not send
 * goes, or the next midnight would end the account again.
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
