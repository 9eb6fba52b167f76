import assert from "node:assert/strict";
import test from "node:test";
import { Type } from "typebox";
import { needs } from "../access.ts";
import type { MountedOperation } from "./mounted-operations.ts";
import { describeApi } from "./openapi.ts";
import { createComponents, exampleOf } from "./schemas.ts";
import { catalogueOf } from "./problems.ts";
import { preconditionFailed, problem } from "../problem.ts";
import { Closed, Id, Nullable, OneOf } from "../schema.ts";

test("a schema with an $id stands in the document once, and two different ones cannot share a name", () => {
  const components = createComponents();
  const Named = Closed({ id: Id }, { $id: "Named" });
  assert.deepEqual(components.answer(Type.Array(Named)), { type: "array", items: { $ref: "#/components/schemas/Named" } });
  assert.deepEqual(components.answer(Named), { $ref: "#/components/schemas/Named" });
  assert.deepEqual(Object.keys(components.schemas), ["Named"]);
  assert.throws(() => components.answer(Closed({ other: Id }, { $id: "Named" })), /two schemas are named Named/);
});

test("a value or null is written as OpenAPI 3.1 writes it", () => {
  const { answer } = createComponents();
  assert.deepEqual(answer(Nullable(Type.String({ maxLength: 5 }))), { type: ["string", "null"], maxLength: 5 });
  assert.deepEqual(answer(Nullable(OneOf(["a", "b"]))), { type: ["string", "null"], enum: ["a", "b", null] });
  assert.deepEqual(answer(Nullable(Closed({}, { $id: "Thing" }))), {
    anyOf: [{ $ref: "#/components/schemas/Thing" }, { type: "null" }],
  });
});

test("requests are closed in the contract as they are in our validation; answers are open, because they may gain fields", () => {
  const { answer, body } = createComponents();
  assert.equal(body(Closed({ id: Id }))["additionalProperties"], false);
  assert.ok(!("additionalProperties" in answer(Closed({ id: Id }))));
});

test("a member that is named like a keyword is a member", () => {
  const { answer } = createComponents();
  const schema = answer(Closed({ $id: Type.String(), example: Type.String(), optional: Type.String() }));
  assert.deepEqual(Object.keys(schema["properties"] as object), ["$id", "example", "optional"]);
});

test("an example is made of the examples that stand in a schema", () => {
  const schema = Closed({
    name: Type.String({ example: "Anna" }),
    state: OneOf(["on", "off"]),
    parent: Nullable(Id),
    note: Nullable(Type.String()),
    list: Type.Array(Type.Integer({ minimum: 3 })),
    ignored: Type.Optional(Type.Unknown({ readOnly: true })),
  });
  assert.deepEqual(exampleOf(schema), {
    name: "Anna",
    state: "on",
    parent: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
    note: null,
    list: [3],
  });
});

const mounted = (overrides: Partial<MountedOperation["operation"]>): MountedOperation => ({
  method: "PATCH",
  url: "/api/v1/things/:id",
  access: needs("users:read", "users:write"),
  operation: {
    id: "changeThing",
    tag: "Things",
    summary: "Change a thing",
    answers: { 200: { description: "Done.", schema: null } },
    problems: [],
    ...overrides,
  },
  params: null,
  query: null,
  headers: null,
  body: Closed({ name: Type.String() }),
});

const describe = (operation: MountedOperation) =>
  describeApi(
    {
      title: "T",
      version: "1",
      text: "",
      base_url: "https://muster.example",
      tags: { Things: "Things." },
      scopes: {} as never,
      changelog: [],
    },
    [operation],
    [],
  ) as any;

test("an operation that can answer 412 reads If-Match; several scopes are alternatives; a deprecated one says so", () => {
  const deprecation = { deprecated_on: "2026-01-01", sunset_on: "2027-01-01", link: "https://muster.example/docs" };
  const document = describe(mounted({ problems: [preconditionFailed], deprecation }));
  const { patch } = document.paths["/api/v1/things/{id}"];
  assert.deepEqual(
    patch.parameters.map((parameter: any) => parameter.$ref ?? parameter.name),
    ["id", "#/components/parameters/XTenantCode", "If-Match"],
  );
  assert.deepEqual(patch.security, [{ apiKey: [] }, { oauth2: ["users:read"] }, { oauth2: ["users:write"] }]);
  assert.equal(patch.deprecated, true);
  assert.ok(patch.responses["200"].headers.Deprecation);
  assert.deepEqual(patch.responses["412"], { $ref: "#/components/responses/PreconditionFailed" });
  assert.ok(document.components.responses.PreconditionFailed.headers.Sunset);
});

test("a tag without a description, and two problems with one address, stop the start", () => {
  assert.throws(() => describe(mounted({ tag: "Unknown" })), /"Unknown" has no description/);
  const again = problem("NOT_FOUND", 410, "Gone", { cause: "", remedy: "" });
  assert.throws(() => catalogueOf([mounted({ problems: [again] })]), /two problems have the address \/problems\/not-found/);
});
