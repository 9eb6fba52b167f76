import assert from "node:assert/strict";
import type { TSchema } from "typebox";
import { buildValidator } from "../../server/platform/http/validation.ts";

type Validate = ((value: unknown) => boolean) & { errors?: unknown };

/** Compiled once for all files of a process, because a schema is compared with many answers. */
const compile = buildValidator({});
const compiled = new WeakMap<TSchema, Validate>();

/** Asserts that a value matches a schema exactly; objects may have no additional members. */
export function matchesSchema(schema: TSchema, value: unknown): void {
  const validate = compiled.get(schema) ?? (compile({ schema, method: "GET", url: "/", httpPart: "body" }) as Validate);
  compiled.set(schema, validate);
  assert.ok(validate(structuredClone(value)), JSON.stringify(validate.errors, null, 2));
}
