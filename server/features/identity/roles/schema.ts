import { Type, type Static } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf, line } from "../../../platform/http/schema.ts";
import { AdministratorRole } from "../../administrators/schema.ts";
import { roles_faults } from "./read-roles.ts";
import { lines_max, value_chars_max } from "./settings.ts";

const departments_max = 100;

const RoleLine = Closed({
  value: line(value_chars_max, { description: "Exactly as the provider writes it.", example: "muster-training" }),
  role: AdministratorRole,
  department_ids: Nullable(Type.Array(Id, { minItems: 1, maxItems: departments_max }), {
    description:
      "Of training administrators and compliance officers: whose people they see, with all below. null: the whole organisation.",
  }),
});

const mapping = {
  claim: line(200, {
    description: "Which claim of the ID token, by name or path, or which attribute with SAML, holds the values.",
    example: "groups",
  }),
  lines: Type.Array(RoleLine, {
    maxItems: lines_max,
    description: "The first one whose value the provider says counts; with none, there is no role.",
  }),
};

export const IdentityRoles = Closed(
  { on: Type.Boolean({ description: "Whether roles are given and taken at sign-ins." }), ...mapping },
  { $id: "IdentityRoles" },
);
export const IdentityRolesRequest = Closed(mapping);
export const SwitchRolesRequest = Closed({ on: Type.Boolean({ description: "Whether roles are given and taken at sign-ins." }) });

export const role_effects = ["nothing", "given", "changed", "taken", "kept", "refused"] as const;
export type RoleEffect = (typeof role_effects)[number];

const Previewed = Closed(
  {
    sign_in_id: Id,
    at: Instant,
    subject: Type.String({ description: "The provider's id of who signed in." }),
    name: Nullable(Type.String({ example: "Anna Nowak" }), { description: "Whose account it was; null: nobody's." }),
    values: Type.Array(Type.String(), { description: "What the claim held." }),
    fault: Nullable(OneOf(roles_faults), { description: "Why it could not be read; null: it could." }),
    value: Nullable(Type.String(), { description: "The value that counts; null: none has a line." }),
    role_now: Nullable(AdministratorRole, { description: "null: no administrator." }),
    role_then: Nullable(AdministratorRole, { description: "After the next sign-in that says the same." }),
    effect: OneOf(role_effects, {
      description:
        "kept: the administrator for emergencies, or the last IT administrator. refused: an administrator whose roles cannot be read does not get in.",
    }),
  },
  { $id: "IdentityRolePreviewed" },
);
export const IdentityRolePreview = Closed({ people: Type.Array(Previewed) }, { $id: "IdentityRolePreview" });

export type IdentityRolesGiven = Static<typeof IdentityRolesRequest>;
