// Where a user of SCIM has the fields of a person that it says as they are, as features/people/definition.ts tells.
import { scim_fields, type ScimField } from "../../../features/people/definition.ts";
import { enterprise_schema } from "../schemas-user.ts";

export type Place = {
  field: ScimField;
  /** Whether `<field>_norm` has the form in which the field is compared. */
  norm: boolean;
  /** The member that holds it: one of the resource, or of its member `holder`. */
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
