// Creates a person at the first sign-in, in its transaction, if the provider vouches for them, the address belongs to a verified
// domain and no account matches. A sign-in never changes an existing person. Of two concurrent sign-ins the second waits for the
// row of the first, and then finds the person and the link.
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { Problem, validationFailed, type ErrorItem } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { createWithin, judgeNew } from "../../employment/create.ts";
import { numberFor } from "../../employment/number-for.ts";
import { personAlreadyExists, sandboxFull } from "../../people/errors.ts";
import { listNumbersTaken } from "../../people/provisioned-sql.ts";
import { domainOfAddress } from "../domains/domain-name.ts";
import { isVerified } from "../domains/domains-sql.ts";
import { Refused } from "../failures.ts";
import type { Identity } from "../providers.ts";
import { newcomerOf, incomplete } from "./newcomer.ts";
import { hasScim } from "./people-sql.ts";
import type { PeopleSettings } from "./settings.ts";

/**
 * Creates the person and returns the id. Throws Refused; PERSON_CONFLICTS also if a concurrent sign-in has created the person.
 */
export async function createPersonOf(db: Db, context: Context, identity: Identity, settings: PeopleSettings): Promise<string> {
  const body = await judged(db, context, identity, settings);
  return refusing(settings, async () => (await createWithin(db, context, body)).id);
}

/** Checks without writing whether the person could be created. Throws Refused if not. */
export async function judgePersonOf(db: Db, context: Context, identity: Identity, settings: PeopleSettings): Promise<void> {
  const body = await judged(db, context, identity, settings);
  await refusing(settings, () => judgeNew(db, context, body));
}

async function judged(db: Db, { tenant }: Context, identity: Identity, settings: PeopleSettings) {
  const { email, has_unverified_email } = identity;
  if (await hasScim(db, tenant.id)) throw new Refused("SCIM_BRINGS_PEOPLE", null);
  if (email === null) {
    if (has_unverified_email) throw new Refused("EMAIL_NOT_VERIFIED", null);
    throw new Refused("PERSON_INCOMPLETE", "email: is missing");
  }
  const domain = domainOfAddress(email);
  if (domain === null || !(await isVerified(db, tenant.id, domain))) throw new Refused("DOMAIN_NOT_VERIFIED", domain);
  const newcomer = newcomerOf(identity, settings);
  const { employee_no = await numberFor([email], (each) => listNumbersTaken(db, tenant.id, newId(), each)) } = newcomer;
  return { ...newcomer, employee_no };
}

/** Converts the problems of creating a person to refusals, which administrators read in the list of sign-ins. */
async function refusing<T>(settings: PeopleSettings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.type === validationFailed.type) throw incomplete(error.members["errors"] as readonly ErrorItem[], settings);
    if (error.type === personAlreadyExists.type) throw new Refused("PERSON_CONFLICTS", error.detail, error);
    if (error.type === sandboxFull.type) throw new Refused("SANDBOX_FULL", error.detail, error);
    throw error;
  }
}
