import { Type, type TSchema } from "typebox";

/** Limits of the file: people, entries of small lists, days. */
export const people_max = 1_000_000;
export const list_entries_max = 100;
export const days_max = 3_650;

/** A value that the file may remove with null. */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Union([schema, Type.Null()], options);
}

export const Email = Type.String({ format: "email", maxLength: 254 });
export const Reference = Type.String({ minLength: 1, maxLength: 200 });

export const attribute_key = "^[a-z][a-z0-9_]{0,63}$";
