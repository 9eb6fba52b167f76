import type { SyncRow } from "../../employment/judge-row.ts";
import { faultOfText, readJsonObject } from "../../../platform/http/json-body.ts";
import { Problem, type ErrorItem } from "../../../platform/http/problem.ts";
import { tidy } from "../../../platform/text.ts";
import { FileFault } from "./file-fault.ts";
import type { Piece } from "./lines.ts";

/** Rows of newline-delimited JSON: each line the body of a create or of a PATCH; empty lines are no rows. */
export async function* readNdjson(pieces: AsyncIterable<Piece>): AsyncGenerator<SyncRow> {
  for await (const { text, line } of pieces) {
    const lines = text.split("\n");
    for (const [index, one] of lines.entries()) {
      if (one.trim() !== "") yield rowOf(one, line + index);
    }
  }
}

function rowOf(text: string, row: number): SyncRow {
  try {
    return { row, body: readJsonObject(Buffer.from(text)), faults: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // JSON, but with texts or numbers that cannot be kept: a fault of this row alone.
    const faults = error.members["errors"] as ErrorItem[] | undefined;
    if (faults) return { row, body: keyOf(text), faults };
    throw new FileFault(row, error.detail.replace("The body", "The line"));
  }
}

/** Of a row that cannot be taken whom it names: they are not missing in the file. */
function keyOf(text: string): Record<string, unknown> {
  const { employee_no } = JSON.parse(text) as Record<string, unknown>;
  if (typeof employee_no !== "string") return { employee_no };
  return faultOfText(employee_no) === null ? { employee_no: tidy(employee_no) } : {};
}
