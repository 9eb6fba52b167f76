import type { Attribute } from "../attributes.ts";
import type { Filter } from "../filter/filter.ts";
import type { Tree } from "../filter/parser.ts";
import type { Json, JsonObject } from "./merge-json.ts";

/** What an operation is about, by the schemas (RFC 7644 §3.5.2). */
export type PatchTarget = {
  /** The URN of the attribute's extension; null for the resource itself. */
  extension: string | null;
  attribute: Attribute;
  selection: Selection | null;
  sub: Attribute | null;
};

/** The filter in brackets, which selects values of a multi-valued attribute. */
export type Selection = {
  filter: Filter;
  /** As written, for those who need the literals themselves. */
  tree: Tree;
  /** The value that the filter describes where it is a conjunction of equalities, otherwise null. */
  described: JsonObject | null;
  /** How many there are in the filter. */
  comparisons: number;
};

/** One operation as RFC 7644 has it: one target, and a value of the type that the schema gives. */
export type StrictOperation = {
  /** In the request; several strict operations may come of one. */
  index: number;
  /** For details of errors: the operation and its path as sent. */
  place: string;
  op: "add" | "replace" | "remove";
  target: PatchTarget;
  /** Undefined takes the attribute away; for `remove`, the values to remove, or undefined for all. */
  value: Json | undefined;
};
