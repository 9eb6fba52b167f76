import assert from "node:assert/strict";
import type { TSchema } from "typebox";
import { buildValidator } from "../../server/platform/http/validation.ts";

type Validate = ((value: unknown) => boolean) & { errors?: unknown };

/** Asserts that what was answered is what the schema says, closed objects included. */
export function matchesSchema(schema: TSchema, value: unknown): void {
  const validate = buildValidator({})({ schema, method: "GET", url: "/", httpPart: "body" }) as Validate;
  assert.ok(validate(structuredClone(value)), JSON.stringify(validate.errors, null, 2));
}
