import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf, line } from "../../platform/http/schema.ts";
import { NamedDepartment } from "../sign-in/schema.ts";

export const AdministratorRole = OneOf(["it_admin", "training_admin", "compliance_officer", "guard"], {
  example: "training_admin",
});
const Email = Type.String({ format: "email", maxLength: 254, example: "anna.nowak@acme.example" });
/** The most departments that one administrator can be given; departments below them are included without being named. */
const departments_max = 100;
const Name = line(200, { example: "Anna Nowak" });

export const Administrator = Closed(
  {
    id: Id,
    email: Type.String({ example: "anna.nowak@acme.example" }),
    name: Type.String({ example: "Anna Nowak" }),
    role: AdministratorRole,
    departments: Nullable(Type.Array(NamedDepartment), {
      description: "What the administrator is limited to, with all departments below; null: nothing.",
    }),
    state: OneOf(["invited", "active", "disabled"], { description: "invited: has no password yet." }),
    second_factor: Type.Boolean(),
    last_seen_at: Nullable(Instant, { description: "Latest use among the sessions that are kept." }),
    sessions: Type.Integer({ minimum: 0, description: "Browsers that are signed in now.", example: 1 }),
    created_at: Instant,
  },
  { $id: "Administrator" },
);
export const AdministratorList = Closed({ administrators: Type.Array(Administrator) }, { $id: "AdministratorList" });

const department_ids = Type.Optional(
  Nullable(Type.Array(Id, { minItems: 1, maxItems: departments_max, uniqueItems: true }), {
    description: "Departments that a training administrator or compliance officer looks after, with all below them. null: all.",
  }),
);

export const InviteRequest = Closed({ email: Email, name: Name, role: AdministratorRole, department_ids });
export const ChangeRequest = Closed({
  name: Type.Optional(Name),
  role: Type.Optional(AdministratorRole),
  department_ids,
  disabled: Type.Optional(Type.Boolean({ description: "A disabled administrator cannot sign in." })),
});
