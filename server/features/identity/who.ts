import type { AccountKey } from "../sign-in/accounts-sql.ts";
import type { Identity } from "./providers.ts";
import { Refused } from "./failures.ts";

/** `created`: the person was made at this sign-in. */
export type LinkedBy = "external_id" | "email" | "created";

/** What the organisation knows of an identity: whose account its subject is, and whose address and externalId are the same. */
export type Known = {
  linked: AccountKey | null;
  administrators_by_email: readonly AccountKey[];
  people_by_email: readonly AccountKey[];
  people_by_external_id: readonly AccountKey[];
  /** Whether the organisation has proved the address's domain to be its own: only then a new subject is found by it. */
  email_counts: boolean;
};

/** `linked_by`: the subject is to be linked, found that way; null: it is. */
export type Decided = { account: AccountKey; linked_by: LinkedBy | null };

/**
 * Whose account an identity is (docs/decisions/0066). A subject that is linked stays with its account; where externalId or verified address
 * now mean somebody else, one of the two was given to another person, and nobody gets in. Throws Refused.
 */
export function decideWho(known: Known, identity: Pick<Identity, "has_unverified_email">): Decided {
  const { linked, administrators_by_email, people_by_email, people_by_external_id, email_counts } = known;
  const meant = [...administrators_by_email, ...people_by_email, ...people_by_external_id];
  if (linked !== null) {
    if (meant.length > 0 && !meant.some(({ id }) => id === linked.id)) throw new Refused("SUBJECT_REASSIGNED", null);
    return { account: linked, linked_by: null };
  }
  // An administrator who is a person as well signs in as administrator, as with the administrator's password.
  if (administrators_by_email.length > 0 && email_counts) return { account: administrators_by_email[0]!, linked_by: "email" };
  const people = new Map([...people_by_external_id, ...(email_counts ? people_by_email : [])].map((one) => [one.id, one]));
  const [account, ...others] = people.values();
  if (others.length > 0) throw new Refused("AMBIGUOUS", null);
  if (account === undefined && meant.length > 0) throw new Refused("DOMAIN_NOT_VERIFIED", null);
  if (account === undefined) throw new Refused(identity.has_unverified_email ? "EMAIL_NOT_VERIFIED" : "NOT_KNOWN", null);
  return { account, linked_by: people_by_external_id.length > 0 ? "external_id" : "email" };
}
