import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, Id, Instant, Nullable } from "../../platform/http/schema.ts";

export const Department = Closed(
  {
    id: Id,
    name: Type.String({ maxLength: 200, example: "Logistyka Północ" }),
    code: Type.String({ maxLength: 64, example: "OPS-LN" }),
    parent_id: Nullable(Id),
    path: Type.Array(Type.String(), {
      description: "Names from the root down to this department.",
      example: ["Operacje", "Logistyka Północ"],
    }),
    active: Type.Boolean(),
    people_count: Type.Integer({
      minimum: 0,
      description: "People directly in this department whose account is invited or active.",
    }),
    updated_at: Instant,
  },
  {
    $id: "Department",
    example: {
      id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b",
      name: "Logistyka Północ",
      code: "OPS-LN",
      parent_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a00",
      path: ["Operacje", "Logistyka Północ"],
      active: true,
      people_count: 57,
      updated_at: "2026-01-10T10:00:00.000Z",
    },
  },
);

export const DepartmentList = Closed(
  { pagination: CursorPagination, departments: Type.Array(Department) },
  { $id: "DepartmentList" },
);

export const DepartmentTree = Closed(
  {
    departments: Type.Array(
      Closed({
        id: Id,
        name: Type.String(),
        code: Type.String(),
        parent_id: Nullable(Id),
        active: Type.Boolean(),
        people_count: Type.Integer({ minimum: 0, description: "People directly in it whose account is invited or active." }),
      }),
      { description: "All of them, in the order of their names." },
    ),
  },
  { $id: "DepartmentTree" },
);

export const DepartmentQuery = Type.Object({
  ...walkParameters(500, 100),
  q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name or code; case and diacritics do not count." })),
  active: Type.Optional(Type.Boolean({ description: "Only departments that are, or are not, in use; without it, both." })),
});
