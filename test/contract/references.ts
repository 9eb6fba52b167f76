import assert from "node:assert/strict";
import type { Operation, Parameter, Schema } from "./document.ts";
import { newPerson } from "./samples/people.ts";
import { created, type Kind, type Place, type Reference, type SampleRequest } from "./samples/sample.ts";
import { group, newRule, rule } from "./samples/structure.ts";
import { failedDelivery, subscription } from "./samples/webhooks.ts";

/** The members of an operation's request that look like references, as `path.id`, `body.course_code` … */
export function referencesOf(operation: Operation, body: Schema | null): string[] {
  const in_parameters = operation.parameters
    .filter(
      (parameter) =>
        parameter.in === "path" || (parameter.in === "query" && looksLikeReference(parameter.name, parameter.schema)),
    )
    .map((parameter: Parameter) => `${parameter.in}.${parameter.name}`);
  const in_body = Object.entries(body?.properties ?? {})
    .filter(([name, schema]) => looksLikeReference(name, schema))
    .map(([name]) => `body.${name}`);
  return [...in_parameters, ...in_body];
}

function looksLikeReference(name: string, schema: Schema): boolean {
  return (
    schema.format === "uuid" || /(^|_)(ids?|no|codes?|keys?|names?|emails?|logins?|refs?|cursor|attributes|q|query)$/.test(name)
  );
}

/** How to find the one record of an organisation by kind; `$2` is the organisation's mark. */
const statements: Readonly<Partial<Record<Kind, string>>> = {
  person_id: "select id as value from person where tenant_id = $1 and employee_no = 'E1-' || $2",
  department_id: "select id as value from department where tenant_id = $1 and code = 'LOG-' || $2",
  contractor_id: "select id as value from contractor where tenant_id = $1 and code = 'BUILD-' || $2",
  course_id: "select id as value from course where tenant_id = $1 and code = 'FIRE-' || $2",
  client_id: "select id as value from client where tenant_id = $1 and $2::text is not null",
  hook_id: "select id as value from webhook_subscription where tenant_id = $1 and name = 'Hook ' || $2",
  event_id: "select id as value from event where tenant_id = $1 and $2::text is not null order by id limit 1",
  import_id: "select id as value from import where tenant_id = $1 and failure is not null and $2::text is not null",
  certificate_id: "select id as value from certificate where tenant_id = $1 and number = 'NO-' || $2",
  enrollment_id: `select e.id as value from enrollment e join person p on p.tenant_id = e.tenant_id and p.id = e.person_id
    where e.tenant_id = $1 and p.employee_no = 'E1-' || $2 and e.cycle_year = 2020`,
};

/** Values that contain the organisation's mark. With the mark of no organisation, they are unknown values. */
const texts: Readonly<Partial<Record<Kind, (mark: string, tag: string) => unknown>>> = {
  employee_no: (mark, tag) => `K-${tag}-${mark}`,
  enrolled_employee_no: (mark) => `E1-${mark}`,
  email: (mark, tag) => `k-${tag}@${mark}.example`,
  person_text: (mark) => `Kowalska${mark}`,
  department_name: (mark) => `Logistics ${mark}`,
  department_text: (mark) => `Logistics ${mark}`,
  department_code: (mark, tag) => `D-${tag}-${mark}`,
  contractor_code: (mark, tag) => `C-${tag}-${mark}`,
  group_code: (mark, tag) => `G-${tag}-${mark}`,
  group_text: (mark) => `Group ${mark}`,
  rule_name: (mark, tag) => `R-${tag}-${mark}`,
  rule_text: (mark) => `Rule ${mark}`,
  contractor_name: (mark) => `Builders ${mark}`,
  contractor_text: (mark) => `Builders ${mark}`,
  course_code: (mark) => `SEAT-${mark}`,
  course_text: (mark) => `Fire ${mark}`,
  attributes: (mark) => ({ [`only_${mark}`]: "x" }),
};

/** Creates a record with the given code or name, which no other record of its kind can have. */
const taken: Readonly<Partial<Record<Kind, (place: Place, tag: string, value: string) => Promise<string>>>> = {
  department_code: ({ api }, tag, code) => created(api.post("/api/v1/departments", { name: `Of ${tag}`, code })),
  contractor_code: ({ api }, tag, code) => created(api.post("/api/v1/contractors", { name: `Of ${tag}`, code })),
  group_code: ({ api }, tag, code) => created(api.post("/api/v1/groups", { name: `Of ${tag}`, code, kind: "manual" })),
  rule_name: async (place, tag, name) => created(place.api.post("/api/v1/rules", { ...(await newRule(place, tag)), name })),
};

/** Kinds that are lists of ids, and the kind of their entries. */
const listed: Readonly<Partial<Record<Kind, Kind>>> = { course_ids: "course_id", department_ids: "department_id" };

/** A real value of a kind in an organisation. A record that can be used only once is created, with the tag. */
export async function realValue(place: Place, kind: Kind, tag: string): Promise<unknown> {
  const { database, organisation, mark } = place;
  if (kind === "subscription_id") return subscription(place, tag);
  if (kind === "delivery_id") return (await failedDelivery(place)).delivery_id;
  if (kind === "group_id") return group(place, tag);
  if (kind === "rule_id") return rule(place, tag);
  const one = listed[kind];
  if (one !== undefined) return [await realValue(place, one, tag)];
  const statement = statements[kind];
  if (statement === undefined) {
    const value = texts[kind]!(mark, tag);
    if (kind === "employee_no" || kind === "email") {
      await created(place.api.post("/api/v1/users", { ...newPerson(place, `${tag}-of-${mark}`), [kind]: value }));
    }
    await taken[kind]?.(place, tag, String(value));
    return value;
  }
  const { rows } = await database.superuser.query<{ value: unknown }>(statement, [organisation.tenant_id, mark]);
  assert.equal(rows.length, 1, `${organisation.code} has no ${kind}`);
  return rows[0]!.value;
}

/** An unknown value of a kind: a new random id, or the same text with the mark of no organisation. */
export function madeUpValue(kind: Kind, id: string, mark: string, tag: string): unknown {
  return texts[kind]?.(mark, tag) ?? (listed[kind] === undefined ? id : [id]);
}

/** The request with another value at one place, and the rest of the request as that place requires it. */
export function withReference(request: SampleRequest, place: string, reference: Reference, value: unknown): SampleRequest {
  const [where, name] = place.split(".") as ["path" | "query" | "body", string];
  const rest = Object.fromEntries(
    Object.entries(request[where] ?? {}).filter(([member]) => !reference.without?.includes(member)),
  );
  return { ...request, [where]: { ...rest, ...reference.with, [name]: value } };
}
