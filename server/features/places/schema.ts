import { Type } from "typebox";
import { Closed, Code, DateOnly, Id, Instant, Name, Nullable, OneOf, line, readOnly } from "../../platform/http/schema.ts";
import { Contractor } from "../contractors/schema.ts";
import { Department } from "../departments/schema.ts";

const department = { name: Name, code: Code, parent_id: Nullable(Id, { description: "The department above; null: none." }) };

export const DepartmentCreate = Closed({ ...department, parent_id: Type.Optional(department.parent_id) });
export const DepartmentChange = Closed({
  name: Type.Optional(Name),
  code: Type.Optional(Code),
  parent_id: Type.Optional(department.parent_id),
  active: Type.Optional(Type.Boolean()),
});

const contractor = {
  tax_id: Type.Optional(Nullable(line(32))),
  country: Type.Optional(
    Nullable(Type.String({ pattern: "^[A-Z]{2}$", description: "Two capital letters, ISO 3166-1.", example: "PL" })),
  ),
  contract_valid_until: Type.Optional(Nullable(DateOnly, { description: "Its people are deactivated at the end of this day." })),
};

export const ContractorCreate = Closed({ name: Name, code: Code, ...contractor });
export const ContractorChange = Closed({
  name: Type.Optional(Name),
  code: Type.Optional(Code),
  active: Type.Optional(Type.Boolean()),
  ...contractor,
});

// Read-only members of the record are accepted and ignored, so that a client can send back a record that it has read.
const shown_of_departments = readOnly(["id", "path", "people_count", "updated_at"]);
const shown_of_contractors = readOnly(["id", "people_count", "updated_at"]);

/** Departments and companies as API clients send them. */
export const DepartmentSent = Closed({ ...DepartmentCreate.properties, ...shown_of_departments, ...readOnly(["active"]) });
export const DepartmentPatch = Closed({ ...DepartmentChange.properties, ...shown_of_departments });
export const ContractorSent = Closed({ ...ContractorCreate.properties, ...shown_of_contractors, ...readOnly(["active"]) });
export const ContractorPatch = Closed({ ...ContractorChange.properties, ...shown_of_contractors });

export const MergeRequest = Closed({ into_id: { ...Id, description: "What survives." } });
export const PlaceParams = Closed({ id: Type.String({ maxLength: 64 }) });
/** For the integration API, where a text that is not an id is answered like an unknown id. */
export const PlacePath = Type.Object({ id: Type.String() });
export const AliasQuery = Closed({ value: Type.String({ minLength: 1, maxLength: 1_000 }) });

const count = Type.Integer({ minimum: 0 });

export const Merged = Closed(
  { into_id: Id, people: count, departments: count, rules: count, groups: count, aliases: count },
  { $id: "MergedPlace" },
);

export const Merging = Closed(
  {
    into_id: Id,
    people: Type.Integer({ minimum: 0, description: "People who have gone over so far." }),
    people_total: Type.Integer({ minimum: 0, description: "Everybody who goes over; the others follow in the background." }),
    departments: count,
    rules: count,
    groups: count,
    aliases: count,
  },
  { $id: "MergingPlace" },
);

/** What belongs to a department or company, and would move to the survivor of a merge. */
const belongings = {
  origin: Nullable(
    Closed({
      source: OneOf(["file", "panel", "scim", "api"]),
      by: Nullable(Type.String(), { description: "The administrator or client." }),
      at: Instant,
    }),
    { description: "Whence it came, as the audit log has it; null: that does not say." },
  ),
  people_total: Type.Integer({ minimum: 0, description: "All people in it, those who have left too." }),
  merging: Nullable(
    Closed({
      into_id: Id,
      into_name: Type.String(),
      people_done: count,
      people_total: count,
      started_at: Instant,
      updated_at: Instant,
    }),
    { description: "How far its people are on their way to what it is merged into; null: no merge of it is under way." },
  ),
  aliases: Type.Array(Closed({ value: Type.String(), decided_at: Instant }), {
    description: "Names by which identity providers call it, in the form in which names are compared.",
  }),
  rules: Type.Array(Closed({ id: Id, name: Type.String(), active: Type.Boolean() })),
  groups: Type.Array(Closed({ id: Id, name: Type.String() })),
};

export const DepartmentDetail = Closed(
  {
    department: Department,
    children: Type.Array(Closed({ id: Id, name: Type.String(), code: Type.String(), active: Type.Boolean() })),
    ...belongings,
  },
  { $id: "DepartmentDetail" },
);

export const ContractorDetail = Closed({ contractor: Contractor, ...belongings }, { $id: "ContractorDetail" });
