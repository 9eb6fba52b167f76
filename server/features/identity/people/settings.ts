import type { WorkerType } from "../../people/definition.ts";

/** What of a provider's word a new person is made of: names of claims, or of attributes with SAML. */
export type PeopleSettings = {
  /** Whether people are created at their first sign-in. */
  on: boolean;
  first_name_claim: string;
  last_name_claim: string;
  /** null: the person gets a number that is still free. */
  employee_no_claim: string | null;
  /** Holds the name of the department; null: none does. */
  department_claim: string | null;
  /** The department of people for whom no claim names one. */
  department_id: string | null;
  worker_type: WorkerType;
  /** The company of b2b_contractor. */
  contractor_id: string | null;
};

/** The claims from which a new person is created. */
export function claimsOf(settings: PeopleSettings): string[] {
  const { first_name_claim, last_name_claim, employee_no_claim, department_claim } = settings;
  return [first_name_claim, last_name_claim, employee_no_claim, department_claim].filter((name) => name !== null);
}
