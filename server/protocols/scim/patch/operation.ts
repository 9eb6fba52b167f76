import type { Attribute } from "../attributes.ts";
import type { Filter } from "../filter/filter.ts";
import type { Tree } from "../filter/parser.ts";
import type { Json, JsonObject } from "./merge-json.ts";

/** The attribute that an operation changes, resolved by the schemas (RFC 7644 §3.5.2). */
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
  /** The filter as written, with its literals. */
  tree: Tree;
  /** The value that the filter describes if it consists of equalities, otherwise null. */
  described: JsonObject | null;
  /** How many comparisons the filter has. */
  comparisons: number;
};

/** A strict operation of RFC 7644: one target, and a value of the type in the schema. */
export type StrictOperation = {
  /** Index of the operation in the request; several strict operations may come from one. */
  index: number;
  /** For error details: the operation and its path as sent. */
  place: string;
  op: "add" | "replace" | "remove";
  target: PatchTarget;
  /** Undefined removes the attribute. For `remove`: the values to remove, or undefined for all. */
  value: Json | undefined;
};
