import type { AccountKey } from "../sign-in/accounts-sql.ts";
import type { Identity } from "./providers.ts";
import { Refused } from "./failures.ts";

/** How the account was found; `created`: the person was created at this sign-in. */
export type LinkedBy = "external_id" | "email" | "created";

/** The accounts that match an identity: by its linked subject, by its address and by its externalId. */
export type Known = {
  linked: AccountKey | null;
  administrators_by_email: readonly AccountKey[];
  people_by_email: readonly AccountKey[];
  people_by_external_id: readonly AccountKey[];
  /** Whether the domain of the address is verified. Only then is a new subject found by its address. */
  email_counts: boolean;
};

/** `linked_by`: how the account was found, for a subject that is to be linked; null: it is linked already. */
export type Decided = { account: AccountKey; linked_by: LinkedBy | null };

/**
 * Decides whose account an identity is (docs/decisions/0066). A linked subject keeps its account. If externalId or the verified
 * address belongs to a different account, one of them was reassigned to another person, and the sign-in is refused. Throws
 * Refused.
 */
export function decideWho(known: Known, identity: Pick<Identity, "has_unverified_email">): Decided {
  const { linked, administrators_by_email, people_by_email, people_by_external_id, email_counts } = known;
  const meant = [...administrators_by_email, ...people_by_email, ...people_by_external_id];
  if (linked !== null) {
    if (meant.length > 0 && !meant.some(({ id }) => id === linked.id)) throw new Refused("SUBJECT_REASSIGNED", null);
    return { account: linked, linked_by: null };
  }
  // An administrator who is also a person signs in as administrator, as with the administrator's password.
  if (administrators_by_email.length > 0 && email_counts) return { account: administrators_by_email[0]!, linked_by: "email" };
  const people = new Map([...people_by_external_id, ...(email_counts ? people_by_email : [])].map((one) => [one.id, one]));
  const [account, ...others] = people.values();
  if (others.length > 0) throw new Refused("AMBIGUOUS", null);
  if (account === undefined && meant.length > 0) throw new Refused("DOMAIN_NOT_VERIFIED", null);
  if (account === undefined) throw new Refused(identity.has_unverified_email ? "EMAIL_NOT_VERIFIED" : "NOT_KNOWN", null);
  return { account, linked_by: people_by_external_id.length > 0 ? "external_id" : "email" };
}
