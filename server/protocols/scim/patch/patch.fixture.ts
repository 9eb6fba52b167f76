// Shared by the tests of PATCH: a person, a group, and a function that applies operations to either.
import type { ResourceType } from "../attributes.ts";
import { ScimError } from "../errors.ts";
import { planMembership, type MembershipPlan } from "../groups/membership.ts";
import type { JsonObject } from "./merge-json.ts";
import { normalisePatch } from "../normalise/normalise.ts";
import type { Note } from "../normalise/request.ts";
import { patchResource, type Patched } from "./patch.ts";
import { profiles, type ProfileName } from "../profile.ts";
import { group_type, userType } from "../schemas.ts";

export const patch_urn = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const core_urn = "urn:ietf:params:scim:schemas:core:2.0:User";
export const enterprise_urn = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

export const user_type = userType([
  { key: "shift", type: "string" },
  { key: "skills", type: "string_array" },
  { key: "points", type: "number" },
]);

export const person: JsonObject = {
  schemas: [core_urn, enterprise_urn],
  id: "p-1",
  externalId: "ext-1",
  userName: "anna@example.com",
  name: { givenName: "Anna", familyName: "Nowak" },
  title: "Driver",
  active: true,
  emails: [
    { type: "home", value: "anna@home.example", primary: true },
    { type: "other", value: "a@other.example" },
  ],
  groups: [{ value: "g-1", display: "Drivers" }],
  meta: { resourceType: "User", version: 'W/"1"' },
  [enterprise_urn]: { department: "Transport", manager: { value: "p-9", $ref: "../Users/p-9", displayName: "Ewa" } },
};

export const group: JsonObject = {
  schemas: [group_type.core.id],
  id: "g-1",
  displayName: "Drivers",
  meta: { resourceType: "Group" },
};

export type Sent = { body: unknown; profile: ProfileName; resource?: JsonObject; type?: ResourceType };
export type Outcome = Patched & { notes: readonly Note[]; members: MembershipPlan };

/** Applies a body to a resource as a request would. Members of groups are planned, everything else is applied. */
export function send({ body, profile, resource = person, type = user_type }: Sent): Outcome {
  const { operations, notes } = normalisePatch(body, { type, profile: profiles[profile], id: resource["id"] as string });
  const members: MembershipPlan =
    type.name === "Group" ? planMembership(operations) : { add: [], remove: [], replace: null, others: operations };
  return { ...patchResource(resource, members.others, type, profiles[profile]), notes, members };
}

/** Like `send`, but returns a refusal instead of throwing it. */
export function attempt(sent: Sent): Outcome | ScimError {
  try {
    return send(sent);
  } catch (error) {
    if (error instanceof ScimError) return error;
    throw error;
  }
}

export function patchBody(...operations: readonly unknown[]): JsonObject {
  return { schemas: [patch_urn], Operations: operations } as JsonObject;
}
