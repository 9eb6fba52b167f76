import { optional_fields, type OptionalField } from "../../api/person-fields.ts";
import type { AttributeDefinition } from "../../components/forms/conditions.ts";
import type { Person } from "./people-data.ts";

/** The value of an attribute's field. Yes and no are texts, because the field may also be empty. */
export type AttributeField = string | number | string[];

/** The initial values of the fields. A value whose type does not fit the definition is shown as empty. */
export function attributeFieldsOf(
  attributes: Person["attributes"] | undefined,
  definitions: readonly AttributeDefinition[],
): Record<string, AttributeField> {
  return Object.fromEntries(
    definitions.map(({ key, type }) => {
      const value = attributes?.[key];
      if (type === "string_array") return [key, Array.isArray(value) ? value : []];
      return [key, typeof value === type ? (typeof value === "boolean" ? String(value) : (value as string | number)) : ""];
    }),
  );
}

/** The attributes for the fields' values: null if a field is empty. */
export function attributesOf(fields: Record<string, AttributeField>, definitions: readonly AttributeDefinition[]) {
  return Object.fromEntries(
    definitions.map(({ key, type }) => {
      const field = fields[key] ?? "";
      if (field === "" || (Array.isArray(field) && field.length === 0)) return [key, null];
      return [key, type === "boolean" ? field === "true" : field];
    }),
  );
}

export type PersonValues = ReturnType<typeof valuesOf>;

/** The initial values of the form; a missing value is an empty field. */
export function valuesOf(person: Partial<Person>, definitions: readonly AttributeDefinition[]) {
  return {
    employee_no: person.employee_no ?? "",
    first_name: person.first_name ?? "",
    last_name: person.last_name ?? "",
    email: person.email ?? "",
    worker_type: person.worker_type ?? "internal_payroll",
    department_id: person.department_id ?? "",
    contractor_id: person.contractor_id ?? "",
    manager_employee_no: person.manager_employee_no ?? "",
    ...optionalValuesOf(person),
    attributes: attributeFieldsOf(person.attributes, definitions),
  };
}

function optionalValuesOf(person: Partial<Person>) {
  return Object.fromEntries(optional_fields.map(({ name }) => [name, person[name] ?? ""])) as Record<OptionalField, string>;
}

/** The request's body for the form's values: null if a field is empty. */
export function bodyOf({ attributes, ...values }: PersonValues, definitions: readonly AttributeDefinition[]) {
  const { employee_no, first_name, last_name, worker_type, ...optional } = values;
  const rest = Object.fromEntries(Object.entries(optional).map(([name, value]) => [name, value === "" ? null : value]));
  const contractor_id = worker_type === "b2b_contractor" ? rest["contractor_id"] : null;
  const own = { attributes: attributesOf(attributes, definitions) };
  return { employee_no, first_name, last_name, worker_type, ...rest, contractor_id, ...own };
}
