import type { SyncRow } from "../../employment/judge-row.ts";
import { escapeToken, faultOfText, faults_max, parseJsonObject } from "../../../platform/http/bodies/json-body.ts";
import { Problem, type ErrorItem } from "../../../platform/http/problem.ts";
import { FileFault } from "./file-fault.ts";
import type { Piece } from "./lines.ts";

/** Rows of newline-delimited JSON: each line is the body of a create or of a PATCH; empty lines are skipped. */
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
    const { value, faults } = parseJsonObject(Buffer.from(text));
    return { row, body: faults.length === 0 ? value : soundOf(value, faults), faults };
  } catch (error) {
    if (error instanceof Problem) throw new FileFault(row, error.detail.replace("The body", "The line"));
    throw error;
  }
}

/**
 * The members of a row that can be stored, without texts or numbers that cannot. A very long list of faults is cut off, so then
 * only the employee number is kept.
 */
function soundOf(body: Record<string, unknown>, faults: readonly ErrorItem[]): Record<string, unknown> {
  const isSound = (name: string) => {
    const place = `#/${escapeToken(name)}`;
    return !faults.some(({ pointer }) => pointer === place || pointer?.startsWith(`${place}/`));
  };
  const sound = Object.entries(body).filter(([name]) => isSound(name));
  return Object.fromEntries(
    faults.length < faults_max ? sound : sound.filter(([name]) => name === "employee_no" && isKept(body)),
  );
}

function isKept({ employee_no }: Record<string, unknown>): boolean {
  return typeof employee_no !== "string" || faultOfText(employee_no) === null;
}
