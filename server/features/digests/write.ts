import type { Facts } from "../mail/facts.ts";
import type { BulkMail } from "../mail/write-mail.ts";
import type { OrganisationState, Recipient } from "./state-sql.ts";
import { due_soon_days, expiring_days, type Team } from "./teams-sql.ts";

/** The most lines of one mail; the mail says how many more there are. */
export const lines_max = 50;

type Day = { on: string; base_url: string };

/** The digest of a manager. */
export function teamDigest(team: Team, { on, base_url }: Day): BulkMail<"digest.manager"> {
  const { id, name, email, language, overdue, due_soon, expiring, escalated, lines } = team;
  const further = overdue + due_soon + expiring + escalated - lines.length;
  const url = teamUrl(base_url, escalated);
  const facts = { on, due_soon_days, expiring_days, overdue, due_soon, expiring, escalated, lines, further, url, is_test: false };
  return { receiver_id: id, to: { name, email, language }, facts };
}

type States = { state: OrganisationState; before: OrganisationState | null };

/** The page with a manager's people; it includes those of managers below when something of them was escalated. */
export const teamUrl = (base_url: string, escalated: number) => `${base_url}/panel/my-team${escalated > 0 ? "?reports=all" : ""}`;

/** The digest of an administrator. */
export function stateDigest(
  { id, name, email, language }: Recipient,
  states: States,
  day: Day,
): BulkMail<"digest.administrator"> {
  return { receiver_id: id, to: { name, email, language }, facts: stateFacts(states, day) };
}

export function stateFacts({ state, before }: States, { on, base_url }: Day): Facts["digest.administrator"] {
  return { on, due_soon_days, expiring_days, state, before, url: `${base_url}/panel/compliance`, is_test: false };
}
