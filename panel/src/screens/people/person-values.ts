import { optional_fields, type OptionalField } from "../../api/person-fields.ts";
import type { AttributeDefinition } from "../../components/forms/conditions.ts";
import type { Person } from "./people-data.ts";

/** What a field of an attribute holds; yes and no are texts, because an attribute may also have neither. */
export type AttributeField = string | number | string[];

/** What the fields hold at first; what is there of another type than defined is shown as none. */
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

/** The values for which fields stand: null where a field is empty. */
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

/** What the form's fields hold; an empty field is no value. */
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

/** The body that a form stands for: null where a field is empty. */
export function bodyOf({ attributes, ...values }: PersonValues, definitions: readonly AttributeDefinition[]) {
  const { employee_no, first_name, last_name, worker_type, ...optional } = values;
  const rest = Object.fromEntries(Object.entries(optional).map(([name, value]) => [name, value === "" ? null : value]));
  const contractor_id = worker_type === "b2b_contractor" ? rest["contractor_id"] : null;
  const own = { attributes: attributesOf(attributes, definitions) };
  return { employee_no, first_name, last_name, worker_type, ...rest, contractor_id, ...own };
}
