import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf, line } from "../../platform/http/schema.ts";

const role = OneOf(["it_admin", "training_admin", "compliance_officer", "guard"], { example: "training_admin" });
const Email = Type.String({ format: "email", maxLength: 254, example: "anna.nowak@acme.example" });
const Name = line(200, { example: "Anna Nowak" });

export const Administrator = Closed(
  {
    id: Id,
    email: Type.String({ example: "anna.nowak@acme.example" }),
    name: Type.String({ example: "Anna Nowak" }),
    role,
    state: OneOf(["invited", "active", "disabled"], { description: "invited: has no password yet." }),
    second_factor: Type.Boolean(),
    last_seen_at: Nullable(Instant, { description: "Latest use among the sessions that are kept." }),
    sessions: Type.Integer({ minimum: 0, description: "Browsers that are signed in now.", example: 1 }),
    created_at: Instant,
  },
  { $id: "Administrator" },
);
export const AdministratorList = Closed({ administrators: Type.Array(Administrator) }, { $id: "AdministratorList" });

export const InviteRequest = Closed({ email: Email, name: Name, role });
export const ChangeRequest = Closed({
  name: Type.Optional(Name),
  role: Type.Optional(role),
  disabled: Type.Optional(Type.Boolean({ description: "A disabled administrator cannot sign in." })),
});
