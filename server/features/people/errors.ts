import { Type } from "typebox";
import { problem } from "../../platform/http/problem.ts";
import { OneOf } from "../../platform/http/schema.ts";
import { PersonStatus } from "./schema.ts";

export const personAlreadyExists = problem("PERSON_ALREADY_EXISTS", 409, "Person already exists", {
  slug: "person-exists",
  cause:
    "Another person of the organisation has this employee number, login or e-mail address; letter case does not count. People who have left keep theirs.",
  remedy:
    "Look the person up by `employee_no` or `email` and change the record: `active: true` brings back someone who has left. `conflicts` names every field at fault, and the records if the client has the scope users:read.",
  members: {
    conflicts: Type.Array(
      Type.Object({
        field: OneOf(["employee_no", "login", "email"] as const, { named: "UniquePersonField" }),
        user_id: Type.Optional(Type.String()),
        status: Type.Optional(PersonStatus),
      }),
      { example: [{ field: "employee_no", user_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f", status: "deactivated" }] },
    ),
  },
});

export const managedElsewhere = problem("MANAGED_ELSEWHERE", 409, "Managed elsewhere", {
  cause: "The account was provisioned by SCIM and belongs to the identity provider.",
  remedy: "Change the person in the identity provider, which passes the change on.",
  members: { managed_by: Type.String({ example: "scim" }) },
});

export const personSuspended = problem("PERSON_SUSPENDED", 409, "Person is suspended", {
  cause: "The request reactivates an account that an administrator has suspended, for a leave or a block.",
  remedy: "An administrator ends the suspension in the panel. Leave `active` out to change the record's other fields.",
});

export const personAnonymized = problem("PERSON_ANONYMIZED", 409, "Person is anonymized", {
  cause: "The person's data have been erased; the record is kept for statistics and cannot be changed.",
  remedy: "Create a new person if someone is employed again.",
});

export const personNotDeactivated = problem("PERSON_NOT_DEACTIVATED", 409, "Person is not deactivated", {
  cause: "The data of a person whose account has not ended cannot be erased.",
  remedy:
    "Deactivate the person first: here, in the file of people, or in the identity provider that manages them; then ask again.",
});

export const personNotInUse = problem("PERSON_NOT_IN_USE", 409, "Account is not in use", {
  cause: "The account has ended: the person was deactivated, or their data have been erased.",
  remedy: "Reactivate a deactivated account first; an erased one stays as it is.",
});

export const sandboxFull = problem("SANDBOX_FULL", 409, "Sandbox is full", {
  cause: "The sandbox of an organisation holds 500 people at most, those who have left included.",
  remedy: "Change people who are there, or have an administrator reset the sandbox in the panel.",
});
