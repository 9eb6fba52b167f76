// Builds a new person from the claims of an identity without an account, as a pure function of the claims and the organisation's
// settings.
import type { Static } from "typebox";
import type { ErrorItem } from "../../../platform/http/problem.ts";
import { faultsOf } from "../../../platform/http/validation.ts";
import type { PersonCreate } from "../../people/schema.ts";
import { PersonCreate as person_create } from "../../people/schema.ts";
import { claimAt } from "../claim.ts";
import { Refused } from "../failures.ts";
import type { Identity } from "../providers.ts";
import type { PeopleSettings } from "./settings.ts";

/** A new person in the form of the REST API; without an employee number one is generated later. */
export type Newcomer = Omit<Static<typeof PersonCreate>, "employee_no"> & { employee_no?: string };

const faultsOfNew = faultsOf(person_create);
/** A placeholder for the generated number, for validation. */
const any_number = "1";

/** Builds the new person. Throws Refused that names all missing or unusable claims. */
export function newcomerOf({ email, claims }: Pick<Identity, "email" | "claims">, settings: PeopleSettings): Newcomer {
  const { department_claim, department_id, worker_type, contractor_id, employee_no_claim } = settings;
  const department_name = department_claim === null ? undefined : textOf(claimAt(claims, department_claim));
  const employee_no = employee_no_claim === null ? undefined : textOf(claimAt(claims, employee_no_claim));
  const given = {
    first_name: textOf(claimAt(claims, settings.first_name_claim)),
    last_name: textOf(claimAt(claims, settings.last_name_claim)),
    email,
    worker_type,
    ...(employee_no_claim === null ? {} : { employee_no }),
    ...(contractor_id === null ? {} : { contractor_id }),
    ...(department_name !== undefined ? { department_name } : department_id !== null ? { department_id } : {}),
  };
  const body = withoutNothing({ employee_no: any_number, ...given });
  const faults = faultsOfNew(body);
  if (faults.length > 0) throw incomplete(faults, settings);
  return withoutNothing(given) as Newcomer;
}

/** The refusal for the faults of a person built from claims; each fault names its claim. */
export function incomplete(faults: readonly Pick<ErrorItem, "pointer" | "detail">[], settings: PeopleSettings): Refused {
  const claims: Readonly<Record<string, string | null>> = {
    first_name: settings.first_name_claim,
    last_name: settings.last_name_claim,
    employee_no: settings.employee_no_claim,
    department_name: settings.department_claim,
  };
  const said = faults.map(({ pointer, detail }) => {
    const field = pointer?.slice("#/".length) ?? "";
    const claim = claims[field] ?? null;
    return claim === null ? `${field}: ${detail}` : `${claim} (${field}): ${detail}`;
  });
  return new Refused("PERSON_INCOMPLETE", said.join("; "));
}

/** A text, or an integer, because directories store employee numbers as such. Other values count as missing. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim().normalize("NFC") : undefined;
}

function withoutNothing(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
}
