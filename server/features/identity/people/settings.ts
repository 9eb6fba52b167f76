import type { WorkerType } from "../../people/definition.ts";

/** The claims (or SAML attributes) from which a new person is built. */
export type PeopleSettings = {
  /** Whether people are created at their first sign-in. */
  on: boolean;
  first_name_claim: string;
  last_name_claim: string;
  /** null: the person gets a free number. */
  employee_no_claim: string | null;
  /** The claim with the name of the department; null: none. */
  department_claim: string | null;
  /** The department of people without a department in their claims. */
  department_id: string | null;
  worker_type: WorkerType;
  /** The company, for the worker type b2b_contractor. */
  contractor_id: string | null;
};

/** The names of the claims from which a new person is created. */
export function claimsOf(settings: PeopleSettings): string[] {
  const { first_name_claim, last_name_claim, employee_no_claim, department_claim } = settings;
  return [first_name_claim, last_name_claim, employee_no_claim, department_claim].filter((name) => name !== null);
}
