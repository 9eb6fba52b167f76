import { Type } from "typebox";
import { Closed, Id, Nullable, line } from "../../../platform/http/schema.ts";
import { WorkerType } from "../../people/schema.ts";

const claim = (description: string, example: string) => line(200, { description, example });

const members = {
  on: Type.Boolean({
    description:
      "Whether somebody whom nobody here knows is created as a person at the first sign-in. It takes a provider that was tested and a verified domain.",
  }),
  first_name_claim: claim("Which claim holds the first name; with SAML, which attribute.", "given_name"),
  last_name_claim: claim("Which claim holds the last name.", "family_name"),
  employee_no_claim: Nullable(claim("Which claim holds the employee number.", "employee_number"), {
    description: "null: the person gets a number that nobody has.",
  }),
  department_claim: Nullable(claim("Which claim holds the department's name.", "department"), {
    description: "Case, diacritics and extra spaces do not count. null: the department is department_id.",
  }),
  department_id: Nullable(Id, { description: "The department of whom no claim names one; null: none." }),
  worker_type: WorkerType,
  contractor_id: Nullable(Id, { description: "The company, where the worker type is b2b_contractor." }),
};

export const IdentityPeople = Closed(members, { $id: "IdentityPeople" });
export const IdentityPeopleRequest = Closed(members);
