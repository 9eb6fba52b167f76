// Adds people to a manual group and removes them, by the rows of one request and in one transaction. Each row gets the result
// that it would have if the rows were sent one after the other. The group is locked first, then the people in ascending order of
// their ids: every change of members uses this order.
import type { Context } from "../../../platform/context.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid, problemOfPart, type ErrorItem } from "../../../platform/http/problem.ts";
import { withoutNulls } from "../../../platform/http/route.ts";
import { faultsOf } from "../../../platform/http/validation.ts";
import { newId } from "../../../platform/ids.ts";
import { caseNorm } from "../../../platform/text.ts";
import { lockPeople, type PersonRow } from "../../enrollments/sql.ts";
import { joinGroup, type ManualGroup } from "../join.ts";
import { leaveGroup } from "../leave.ts";
import { manualGroup } from "../move-members.ts";
import { listMemberships, listPathItems, lockGroup } from "../sql.ts";
import { member_enrollments_max, MemberRow } from "./schema.ts";

type RowResult = {
  index: number;
  status: "joined" | "left" | "unchanged" | "refused";
  user_id: string | null;
  problem: object | null;
};

export type MembersAnswer = {
  batch_id: string | null;
  counts: { rows: number; joined: number; left: number; unchanged: number; refused: number };
  results: RowResult[];
};

/** Adds and removes the people whom the rows name. Throws 422 when more enrollments would begin or end than one request may. */
export async function moveRows(
  pool: Pool,
  caller: Context,
  group_id: string,
  rows: readonly unknown[],
  base_url: string,
): Promise<MembersAnswer> {
  const read = rows.map(readRow);
  const { id: tenant_id } = caller.tenant;
  return withTenantOnce(pool, caller, async (db) => {
    const batch_id = newId();
    const group = manualGroup(await lockGroup(db, tenant_id, group_id));
    const outcomes = await judge(db, tenant_id, group, read);
    const movedBy = (status: "joined" | "left") =>
      outcomes.flatMap((one) => ("move" in one && one.move === status ? one.id : []));
    const [joining, leaving] = [movedBy("joined"), movedBy("left")];
    await refuseTooMany(db, tenant_id, group, joining.length + leaving.length);
    if (joining.length > 0) await joinGroup(db, caller, group, joining, batch_id);
    if (leaving.length > 0) await leaveGroup(db, caller, group, leaving, batch_id);
    return answerOf(outcomes, joining.length + leaving.length > 0 ? batch_id : null, base_url);
  });
}

type Given = { action: "join" | "leave"; employee_no?: string; user_id?: string };
type ReadRow = { given: Given; faults: readonly ErrorItem[] };

/** The result of a row: the person has moved or not, or why the row is refused. */
type Outcome = { id: string; move: "joined" | "left" | "unchanged" } | { faults: readonly ErrorItem[] };

/** Faults that are reported for one row. */
const row_faults_max = 10;

const faultsOfRow = faultsOf(MemberRow);

function readRow(row: unknown): ReadRow {
  const found = faultsOfRow(row);
  const is_object = typeof row === "object" && row !== null && !Array.isArray(row);
  const given = (is_object ? withoutNulls(MemberRow, row) : {}) as Given;
  const faults = is_object ? [...found, ...faultsOfName(given, found)] : found;
  return { given, faults: faults.slice(0, row_faults_max) };
}

/** A row must name the person in exactly one way. */
function faultsOfName(given: object, found: readonly ErrorItem[]): ErrorItem[] {
  const [by_number, by_id] = ["employee_no" in given, "user_id" in given];
  const is_known = (pointer: string) => found.some((one) => one.pointer === pointer);
  const detail = "send employee_no or user_id";
  if (!by_number && !by_id) return [{ pointer: "#/employee_no", code: "ONE_OF_REQUIRED", detail }];
  if (!(by_number && by_id) || is_known("#/user_id")) return [];
  return [{ pointer: "#/user_id", code: "CONFLICTING_FIELDS", detail: `${detail}, not both` }];
}

async function judge(db: Db, tenant_id: string, group: ManualGroup, rows: readonly ReadRow[]): Promise<Outcome[]> {
  const sound = rows.filter(({ faults }) => faults.length === 0).map(({ given }) => given);
  const people = await lockPeople(db, tenant_id, {
    ids: sound.flatMap(({ user_id }) => user_id ?? []),
    employee_nos: sound.flatMap(({ employee_no }) => employee_no ?? []),
  });
  const there = people.filter(({ state }) => state !== "anonymized");
  const ids = there.map(({ id }) => id);
  const memberships = await listMemberships(db, tenant_id, ids);
  const members = new Set(memberships.filter(({ group_id }) => group_id === group.id).map(({ person_id }) => person_id));
  const find = finderOf(there);
  const earlier = new Map<string, { index: number; action: Given["action"] }>();
  return rows.map(({ given, faults }, index) => {
    if (faults.length > 0) return { faults };
    const id = find(given);
    if (id === undefined) return { faults: [unknownOf(given)] };
    const before = earlier.get(id);
    if (before && before.action !== given.action) return { faults: [contradictionOf(before.index)] };
    earlier.set(id, { index, action: given.action });
    if (before || members.has(id) === (given.action === "join")) return { id, move: "unchanged" };
    return { id, move: given.action === "join" ? "joined" : "left" };
  });
}

function finderOf(people: readonly PersonRow[]): (given: Given) => string | undefined {
  const ids = new Map(people.map(({ id }) => [id, id]));
  const numbers = new Map(people.map(({ id, employee_no }) => [caseNorm(employee_no ?? ""), id]));
  return ({ user_id, employee_no }) =>
    user_id === undefined ? numbers.get(caseNorm(employee_no!)) : ids.get(user_id.toLowerCase());
}

function unknownOf({ user_id }: Given): ErrorItem {
  const pointer = user_id === undefined ? "#/employee_no" : "#/user_id";
  return { pointer, code: "UNKNOWN_PERSON", detail: "names no person of this organisation" };
}

function contradictionOf(index: number): ErrorItem {
  return { pointer: "#/action", code: "CONFLICTING_FIELDS", detail: `row ${index} says the opposite about this person` };
}

async function refuseTooMany(db: Db, tenant_id: string, group: ManualGroup, moved: number): Promise<void> {
  const course_ids = group.courses.map(({ id }) => id);
  const items = await listPathItems(db, tenant_id, course_ids);
  const asked = moved * (course_ids.length + items.length);
  if (asked <= member_enrollments_max) return;
  const detail = `concerns ${asked} enrollments, with those of the learning paths' courses; one request may concern ${member_enrollments_max}`;
  throw invalid([{ pointer: "#/members", code: "TOO_LONG", detail }]);
}

function answerOf(outcomes: readonly Outcome[], batch_id: string | null, base_url: string): MembersAnswer {
  const results = outcomes.map((outcome, index): RowResult => {
    if ("move" in outcome) return { index, status: outcome.move, user_id: outcome.id, problem: null };
    return { index, status: "refused", user_id: null, problem: problemOfPart(invalid(outcome.faults), base_url) };
  });
  const count = (status: RowResult["status"]) => results.filter((one) => one.status === status).length;
  const [joined, left, unchanged, refused] = [count("joined"), count("left"), count("unchanged"), count("refused")];
  return { batch_id, counts: { rows: results.length, joined, left, unchanged, refused }, results };
}
