import { person } from "./people.ts";
import { created, cursor, nothing, of_walk, type Make, type Place, type Sample, type Samples } from "./sample.ts";

type Field = "department" | "contractor";

const newPlace = ({ mark }: Place, tag: string) => ({ name: `Place ${tag} ${mark}`, code: `P-${tag}` });

/** A department is created below another one, so that it can be moved. */
const place = (field: Field) => async (at: Place, tag: string) => {
  const make = (given: object) => created(at.api.post(`/api/v1/${field}s`, given));
  if (field === "contractor") return make(newPlace(at, tag));
  const parent_id = await make({ ...newPlace(at, tag), code: `PP-${tag}` });
  return make({ ...newPlace(at, tag), parent_id });
};

/** The common samples of both kinds; `change` must not affect records that other samples look up. */
function samplesOf(field: Field, Name: string, change: object, further: Pick<Sample, "references" | "no_references">): Samples {
  const make = place(field);
  const at =
    (body: object): Make =>
    async (one, tag) => ({ ...nothing, path: { id: await make(one, tag) }, body: { ...body } });
  const references = { "body.code": { kind: `${field}_code` as const }, ...further.references };
  const no_references = { "body.name": "its own, which others may have", ...further.no_references };
  const domain_codes = {
    "#/code": ["ALREADY_TAKEN"],
    "#/parent_id": ["UNKNOWN_DEPARTMENT", "OUT_OF_USE", "BELOW_ITSELF"],
  };
  return {
    [`get${Name}`]: {
      status: 200,
      make: async (one, tag) => ({ ...nothing, path: { id: await make(one, tag) } }),
      references: { "path.id": { kind: `${field}_id` } },
    },
    [`create${Name}`]: {
      status: 201,
      make: async (one, tag) => ({ ...nothing, body: newPlace(one, tag) }),
      references,
      no_references,
      domain_codes,
    },
    [`change${Name}`]: {
      status: 200,
      make: at(change),
      variants: { "takes it out of use": at({ active: false }) },
      references: { "path.id": { kind: `${field}_id` }, ...references },
      no_references,
      domain_codes,
    },
  };
}

const newGroup = ({ mark }: Place, tag: string) => ({ code: `S-${tag}`, name: `Sample ${tag} ${mark}`, kind: "manual" });

export const group = (at: Place, tag: string) => created(at.api.post("/api/v1/groups", newGroup(at, tag)));

/** A manual group with two members, so that its list has a second page. */
async function groupOfTwo(at: Place, tag: string): Promise<string> {
  const id = await group(at, tag);
  const ids = [await person(at, `${tag}-1`), await person(at, `${tag}-2`)];
  const moved = await at.api.post(`/api/v1/groups/${id}/members`, {
    members: ids.map((user_id) => ({ action: "join", user_id })),
  });
  if (moved.body.counts?.joined !== 2) throw new Error(`a sample could not be arranged: ${moved.text}`);
  return id;
}

/** A rule that is switched off, because no sample needs an evaluation. */
export async function newRule({ database, organisation, mark }: Place, tag: string): Promise<Record<string, unknown>> {
  const { rows } = await database.superuser.query("select id from course where tenant_id = $1 and code = $2", [
    organisation.tenant_id,
    `FIRE-${mark}`,
  ]);
  const conditions = { worker_type: "b2b_contractor" };
  return { name: `Sample ${tag} ${mark}`, conditions, course_ids: [rows[0].id], active: false };
}

export const rule = async (at: Place, tag: string) => created(at.api.post("/api/v1/rules", await newRule(at, tag)));

type MakeRecord = (at: Place, tag: string) => Promise<string>;
const pathOf =
  (make: MakeRecord, body: Record<string, unknown> | null = null): Make =>
  async (at, tag) => ({ ...nothing, path: { id: await make(at, tag) }, body: body && { ...body } });

const of_conditions = { "#/conditions": ["REQUIRED", "INVALID_FORMAT", "INVALID_TYPE"], "#/course_ids": ["REQUIRED"] };

const samples_of_groups: Samples = {
  listGroups: {
    status: 200,
    make: async () => nothing,
    references: { "query.q": { kind: "group_text" }, "query.cursor": cursor },
    domain_codes: of_walk,
  },
  createGroup: {
    status: 201,
    make: async (at, tag) => ({ ...nothing, body: newGroup(at, tag) }),
    references: { "body.code": { kind: "group_code" }, "body.course_ids": { kind: "course_ids" } },
    no_references: { "body.name": "its own, which others may have" },
    domain_codes: of_conditions,
  },
  getGroup: { status: 200, make: pathOf(group), references: { "path.id": { kind: "group_id" } } },
  changeGroup: {
    status: 200,
    make: pathOf(group, { due_days: 5 }),
    references: {
      "path.id": { kind: "group_id" },
      "body.code": { kind: "group_code" },
      "body.course_ids": { kind: "course_ids" },
    },
    no_references: { "body.name": "its own, which others may have" },
    domain_codes: of_conditions,
  },
  retireGroup: { status: 204, make: pathOf(group), references: { "path.id": { kind: "group_id" } } },
  listGroupMembers: {
    status: 200,
    make: pathOf(groupOfTwo),
    references: { "path.id": { kind: "group_id" }, "query.cursor": cursor },
    domain_codes: of_walk,
  },
  moveGroupMembers: {
    status: 200,
    make: async (at, tag) => {
      const members = [{ action: "join", user_id: await person(at, tag) }];
      return { ...nothing, path: { id: await group(at, tag) }, body: { members } };
    },
    references: { "path.id": { kind: "group_id" } },
    judged_by_entry: "members",
  },
};

const samples_of_rules: Samples = {
  listRules: {
    status: 200,
    make: async () => nothing,
    references: { "query.q": { kind: "rule_text" }, "query.cursor": cursor },
    domain_codes: of_walk,
  },
  createRule: {
    status: 201,
    make: async (at, tag) => ({ ...nothing, body: await newRule(at, tag) }),
    references: { "body.name": { kind: "rule_name" }, "body.course_ids": { kind: "course_ids" } },
    domain_codes: of_conditions,
  },
  getRule: { status: 200, make: pathOf(rule), references: { "path.id": { kind: "rule_id" } } },
  changeRule: {
    status: 200,
    make: pathOf(rule, { look_back_days: 30 }),
    references: { "path.id": { kind: "rule_id" }, "body.name": { kind: "rule_name" }, "body.course_ids": { kind: "course_ids" } },
    domain_codes: of_conditions,
  },
  retireRule: { status: 204, make: pathOf(rule), references: { "path.id": { kind: "rule_id" } } },
  previewRule: {
    status: 200,
    make: async (at, tag) => {
      const { name: _, ...draft } = await newRule(at, tag);
      return { ...nothing, body: { ...draft, active: true } };
    },
    references: { "body.id": { kind: "rule_id" }, "body.course_ids": { kind: "course_ids" } },
    domain_codes: of_conditions,
  },
};

/** Samples for departments, companies, groups and rules. */
export const samples_of_structure: Samples = {
  ...samples_of_groups,
  ...samples_of_rules,
  ...samplesOf("department", "Department", { parent_id: null }, { references: { "body.parent_id": { kind: "department_id" } } }),
  ...samplesOf(
    "contractor",
    "Contractor",
    { country: "PL" },
    { references: {}, no_references: { "body.tax_id": "the company's own number" } },
  ),
};
