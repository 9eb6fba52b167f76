import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, DateOnly, Id, Instant, Nullable } from "../../platform/http/schema.ts";

export const Contractor = Closed(
  {
    id: Id,
    name: Type.String({ maxLength: 200, example: "Bud-Serwis Sp. z o.o." }),
    code: Type.String({ maxLength: 64, example: "BUDSERWIS" }),
    tax_id: Nullable(Type.String({ maxLength: 32, example: "PL5252248481" })),
    country: Nullable(Type.String({ description: "ISO 3166-1 alpha-2.", example: "PL" })),
    active: Type.Boolean(),
    contract_valid_until: Nullable(DateOnly),
    people_count: Type.Integer({ minimum: 0, description: "People of this company whose account is invited or active." }),
    updated_at: Instant,
  },
  {
    $id: "Contractor",
    example: {
      id: "019a2b11-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
      name: "Bud-Serwis Sp. z o.o.",
      code: "BUDSERWIS",
      tax_id: "PL5252248481",
      country: "PL",
      active: true,
      contract_valid_until: "2026-12-31",
      people_count: 18,
      updated_at: "2026-01-10T10:00:00.000Z",
    },
  },
);

export const ContractorList = Closed(
  { pagination: CursorPagination, contractors: Type.Array(Contractor) },
  { $id: "ContractorList" },
);

export const ContractorQuery = Type.Object({
  ...walkParameters(500, 100),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: "Part of the name, code or tax number; case and diacritics do not count." }),
  ),
  active: Type.Optional(Type.Boolean({ description: "Only companies that are, or are not, in use; without it, both." })),
});
