import { Type } from "typebox";
import { Closed, Id, Name, OneOf } from "../../platform/http/schema.ts";

/** Lists whose filters can be saved. */
const SavedList = OneOf([
  "people",
  "departments",
  "contractors",
  "courses",
  "paths",
  "licences",
  "enrollments",
  "matrix",
  "certificates",
  "requests",
] as const);

const Filters = Type.Record(Type.String({ pattern: "^[a-z_]{1,40}$" }), Type.String({ maxLength: 500 }), {
  maxProperties: 20,
  additionalProperties: false,
  description: "What the list is narrowed to and sorted by, as the panel's address says it.",
});

export const SavedView = Closed({ id: Id, name: Name, filters: Filters }, { $id: "SavedView" });
export const SavedViewList = Closed({ views: Type.Array(SavedView) }, { $id: "SavedViewList" });
export const SavedViewInput = Closed({ list: SavedList, name: Name, filters: Filters }, { $id: "SavedViewInput" });
export const SavedViewQuery = Closed({ list: SavedList });
export const SavedViewParams = Type.Object({ id: Type.String() });
