import { Type, type TObject, type TProperties, type TSchema } from "typebox";

/** An id of a record: UUIDv7 in lower case. */
export const Id = Type.String({ format: "uuid", example: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f" });

/**
 * A text of one line: without control characters, line breaks and characters that override the writing direction, which could
 * make a name look like another one. Character ranges are written out for readers of the contract that do not support Unicode
 * properties.
 */
export const line_pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$";

/** The detail for a text that breaks `line_pattern`. */
export const line_detail =
  "must be one line, without control characters and without characters that change the direction of writing";

/** A required text of one line, for example a name. */
export function line(maxLength: number, options: Record<string, unknown> = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: line_pattern, ...options });
}

/** An organisation's code for a record, unique within its kind regardless of letter case. */
export const Code = line(64, { description: "A code of one line." });

export const Name = line(200);

/** A text with at least one character that is not blank. */
export const not_blank_pattern = "\\S";

/** For dates and timestamps: a year before 1900 is a mistake. */
export const year_pattern = "^(19|[2-9][0-9])[0-9]{2}-";
export const date_text = "date from 1900 on, YYYY-MM-DD";
export const timestamp_text = "timestamp from 1900 on, RFC 3339";

/** A calendar date in the tenant's time zone. */
export const DateOnly = Type.String({
  format: "date",
  pattern: year_pattern,
  description: `A ${date_text}.`,
  example: "2026-03-31",
});

/** An instant, RFC 3339 in UTC with milliseconds. */
export const Instant = Type.String({ format: "date-time", example: "2026-02-02T07:00:00.000Z" });

/** An instant sent by a client: RFC 3339 with any offset. */
export const InstantInput = Type.String({
  format: "date-time",
  pattern: year_pattern,
  maxLength: 40,
  description: `A ${timestamp_text}.`,
  example: "2026-02-02T07:00:00Z",
});

/** `T` or null. Fields without a value are null and are never left out. */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** One of a list of texts, as an `enum`; `named`: the name of the list in the contract. */
export function OneOf<const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ type: "string", enum: [...values], ...options });
}

/** A closed object: unknown members are refused in requests and never appear in answers. */
export function Closed<T extends TProperties>(properties: T, options: Record<string, unknown> = {}): TObject<T> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Members of a record that clients may send back but cannot set: accepted and ignored. */
export function readOnly<K extends string>(names: readonly K[]) {
  return Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown({ readOnly: true }))])) as unknown as Record<
    K,
    ReturnType<typeof Type.Optional>
  >;
}

export const offset_max = Number.MAX_SAFE_INTEGER;

/** The parameters `limit` (1 to limit_max) and `offset` of a list. */
export function pageParameters(limit_max: number, limit_default: number) {
  return {
    limit: Type.Integer({ minimum: 1, maximum: limit_max, default: limit_default, description: "Entries on one page." }),
    offset: Type.Integer({ minimum: 0, maximum: offset_max, default: 0, description: "Entries to skip." }),
  };
}
