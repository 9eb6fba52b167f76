// Where a SCIM user has the fields that are taken over unchanged, from features/people/definition.ts.
import { scim_fields, type ScimField } from "../../../features/people/definition.ts";
import { enterprise_schema } from "../schemas-user.ts";

export type Place = {
  field: ScimField;
  /** Whether there is a column `<field>_norm` with the form for comparison. */
  norm: boolean;
  /** The name of the member with the value; `holder`: the member that contains it, null for the resource itself. */
  holder: string | null;
  member: string;
  /** The attribute's name in filters, and in sentences about it. */
  attribute: string;
  name: string;
  max: number | undefined;
};

export const places: readonly Place[] = scim_fields.map(({ name: field, norm, schema, path, max }) => {
  const keys = schema === "enterprise" ? [enterprise_schema.id, ...path] : path;
  const name = path.join(".");
  return {
    field,
    norm,
    holder: keys.length === 1 ? null : keys[0],
    member: keys.at(-1)!,
    attribute: schema === "enterprise" ? `${enterprise_schema.id}:${name}` : name,
    name,
    max,
  };
});
