// Many results in one request. Each is handled as if it had been sent alone, in a transaction of its own, so that locks are held
// for one row only. A request that is interrupted leaves complete rows; its repetition finds them by their ids.
import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { unavailable } from "../../../platform/db/failures.ts";
import { invalid, Problem, problemOfPart, type ErrorItem } from "../../../platform/http/problem.ts";
import { withoutNulls } from "../../../platform/http/route.ts";
import { faultsOf } from "../../../platform/http/validation.ts";
import type { EnrollmentState } from "../schema.ts";
import { listFurther } from "./further-faults.ts";
import type { AttemptBody } from "./read-report.ts";
import { reportAttempt } from "./report.ts";
import { AttemptRow } from "./schema.ts";

type RowResult = {
  index: number;
  external_id: string | null;
  status: "recorded" | "replayed" | "refused";
  enrollment_id: string | null;
  number: number | null;
  enrollment_status: EnrollmentState | null;
  problem: object | null;
};

type AttemptBatchResult = {
  counts: { rows: number; recorded: number; replayed: number; refused: number };
  results: RowResult[];
};

type AttemptRecord = {
  status: "recorded" | "replayed";
  enrollment_id: string;
  number: number;
  enrollment: { status: EnrollmentState };
};

/** Faults that are reported for one row at most. */
const row_faults_max = 10;

/** Reports attempts in their order. Throws Unavailable between two rows if the client has gone or the time is up (`isOver`). */
export async function reportBatch(
  pool: Pool,
  caller: Caller,
  rows: readonly unknown[],
  { base_url, isOver }: { base_url: string; isOver: () => boolean },
): Promise<AttemptBatchResult> {
  // The Idempotency-Key is not used for single rows: a repeated request finds their results by `external_id`.
  const { once: _, ...each } = caller;
  const results: RowResult[] = [];
  for (const [index, row] of rows.entries()) {
    if (isOver()) throw unavailable("the request ended between two of its rows");
    results.push(resultOf(index, row, await outcomeOf(pool, each, row), base_url));
  }
  const count = (status: RowResult["status"]) => results.filter((one) => one.status === status).length;
  const [recorded, replayed, refused] = [count("recorded"), count("replayed"), count("refused")];
  return { counts: { rows: rows.length, recorded, replayed, refused }, results };
}

async function outcomeOf(pool: Pool, caller: Caller, row: unknown): Promise<string | Problem> {
  try {
    return await reportAttempt(pool, caller, await readRow(pool, caller, row));
  } catch (error) {
    if (error instanceof Problem && error.type.status < 500) return error;
    throw error;
  }
}

const faultsOfRow = faultsOf(AttemptRow);

/** Returns a valid row. Otherwise throws all faults of the row at once, like a single report (docs/decisions/0022). */
async function readRow(pool: Pool, caller: Caller, row: unknown): Promise<AttemptBody> {
  const faults = faultsOfRow(row);
  const body = (isObject(row) ? withoutNulls(AttemptRow, row) : {}) as AttemptBody;
  if (faults.length === 0) return body;
  if (faults[0]!.pointer === "#") throw invalid(faults);
  const at_fault = new Set(faults.map(({ pointer }) => pointer));
  const given = Object.fromEntries(Object.entries(body).filter(([name]) => !at_fault.has(`#/${name}`))) as Partial<AttemptBody>;
  const items = [...faults, ...(await listFurther(pool, caller, body, given))];
  throw invalid(firstOfEachPlace(items).slice(0, row_faults_max));
}

function firstOfEachPlace(items: readonly ErrorItem[]): ErrorItem[] {
  const places = new Map<string, ErrorItem>();
  for (const item of items) if (!places.has(item.pointer!)) places.set(item.pointer!, item);
  return [...places.values()];
}

function resultOf(index: number, row: unknown, outcome: string | Problem, base_url: string): RowResult {
  const sent = isObject(row) ? row["external_id"] : null;
  const external_id = typeof sent === "string" ? sent : null;
  if (outcome instanceof Problem) {
    const nothing = { enrollment_id: null, number: null, enrollment_status: null };
    return { index, external_id, status: "refused", ...nothing, problem: problemOfPart(outcome, base_url) };
  }
  const { status, enrollment_id, number, enrollment } = JSON.parse(outcome) as AttemptRecord;
  return { index, external_id, status, enrollment_id, number, enrollment_status: enrollment.status, problem: null };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
