// Changes people to what the rows of a file say, one batch at a time, each in a transaction of the caller:
//
//   judge    each row against the existing person, as REST would (judge-row.ts)
//   lock     the people who will change, and judge them again, so that no change in between is overwritten
//   keys     refuse addresses and logins that other people keep (settle-keys.ts)
//   room     refuse new people beyond the limit of an organisation's sandbox
//   write    in a few statements, with audit rows, rules, groups, enrollments and flags (bring-people.ts)
//
// A row that is refused does not stop the others. A batch that is repeated finds all people as the rows say, and changes nothing.
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { faultOfText } from "../../platform/http/bodies/json-body.ts";
import { caseNorm } from "../../platform/text.ts";
import { listPersonRows, lockPeople, parkKeys, type StandingPerson } from "../people/apply-sql.ts";
import type { Directory } from "../people/directory.ts";
import { sandboxFull } from "../people/errors.ts";
import { peopleInSandbox, sandbox_people_max, wordsOfFull } from "../people/writing/sandbox-room.ts";
import { bringPeople, type PersonChanged } from "./bring-people.ts";
import { listEffects, type Effects } from "./effects-sql.ts";
import { judgeRow, type JudgeOptions, type Judgement, type RowFault, type SyncRow } from "./judge-row.ts";
import { settleKeys, type Keys } from "./settle-keys.ts";

/** The most rows of one call. With more, their memory survives into Node's old generation (a peak of 300 MB instead of 200). */
export const synchronised_max = 250;

export type SyncOptions = JudgeOptions & {
  batch_id: string;
  keys: Keys;
  /** In a dry run: how many people earlier batches, which were rolled back, would have added. */
  pretended: number;
  /** Called when people are written and locked, before the consequences. */
  whenWritten: () => Promise<void>;
};

/** The result of a row. */
export type SyncOutcome = {
  row: number;
  employee_no: string | null;
  /** First and last name, as far as they are known: after the row, or else those of the person or of the row. */
  full_name: string | null;
  action: "create" | "update" | "deactivate" | "unchanged" | "invalid";
  /** `[before, after]` by field, as the record shows them; empty for a new person. */
  changes: Record<string, unknown>;
  effects: Effects;
  errors: readonly RowFault[];
};

export const no_effects: Effects = { enrollments_assigned: [], enrollments_cancelled: [] };

/** Changes people to what the rows say. Returns one outcome for each row, in order. No two rows may name the same person. */
export async function synchronise(
  db: Db,
  context: Context,
  rows: readonly SyncRow[],
  options: SyncOptions,
): Promise<SyncOutcome[]> {
  const tenant_id = context.tenant.id;
  const judged = await judgeUnderLock(db, context, rows, options);
  const { judgements: settled, parked } = await settleKeys(db, tenant_id, judged, options.keys);
  const judgements = await refuseBeyondRoom(db, context, settled, options.pretended);
  const targets = judgements.flatMap(({ target }) => (target ? [target] : []));
  if (parked.length > 0) await parkKeys(db, tenant_id, parked);
  const { created, changed } = await bringPeople(db, context, options.batch_id, targets, options.whenWritten);
  const changes = new Map([...created, ...changed].map((change) => [change.wanted.id, change]));
  const effects = changes.size === 0 ? new Map<string, Effects>() : await listEffects(db, tenant_id, [...changes.keys()]);
  return Promise.all(
    judgements.map(async (judgement) => {
      const change = judgement.target && changes.get(judgement.target.wanted.id);
      const outcome = { ...nothingOf(judgement), effects: effects.get(change?.wanted.id ?? "") ?? no_effects };
      if (change) {
        const shown = { ...(await shownChanges(options.directory, change)), ...managerChange(judgement) };
        return { ...outcome, action: actionOf(change), changes: shown };
      }
      return judgement.manager ? { ...outcome, action: "update", changes: managerChange(judgement) } : outcome;
    }),
  );
}

async function judgeUnderLock(db: Db, context: Context, rows: readonly SyncRow[], options: JudgeOptions): Promise<Judgement[]> {
  const tenant_id = context.tenant.id;
  const judge = async (row: SyncRow, standing: ReadonlyMap<string, StandingPerson>) =>
    judgeRow(context, row, standing.get(numberOf(row) ?? ""), options);
  const standing = await listStanding(db, tenant_id, rows);
  const judgements = await Promise.all(rows.map((row) => judge(row, standing)));
  const changing = judgements.filter(({ target }) => target?.stands !== undefined);
  if (changing.length === 0) return judgements;
  await lockPeople(
    db,
    tenant_id,
    changing.map(({ target }) => target!.wanted.id),
  );
  const locked = await listStanding(
    db,
    tenant_id,
    changing.map(({ row }) => row),
  );
  return Promise.all(judgements.map(async (one) => (one.target?.stands === undefined ? one : judge(one.row, locked))));
}

/** In a sandbox, which limits the number of people, the first new people are created, and each further row is refused. */
async function refuseBeyondRoom(db: Db, context: Context, judgements: Judgement[], pretended: number): Promise<Judgement[]> {
  const isNew = ({ target }: Judgement) => target !== undefined && target.stands === undefined;
  const people = judgements.some(isNew) ? await peopleInSandbox(db, context) : null;
  if (people === null) return judgements;
  let count = people + pretended;
  return judgements.map((one) => {
    if (!isNew(one)) return one;
    if (count >= sandbox_people_max) {
      const full = { pointer: "#", code: sandboxFull.type.code, detail: wordsOfFull(count) };
      return { row: one.row, stands: one.stands, errors: [full] };
    }
    count += 1;
    return one;
  });
}

async function listStanding(db: Db, tenant_id: string, rows: readonly SyncRow[]): Promise<Map<string, StandingPerson>> {
  // Includes rows that are refused: which members they lack depends on whether the person exists.
  const numbers = rows.flatMap((row) => numberOf(row) ?? []).filter((number) => faultOfText(number) === null);
  const people = await listPersonRows(db, tenant_id, numbers);
  return new Map(people.map((person) => [caseNorm(person.employee_no), person]));
}

/** The number of a row's person in its normal form; null: there is none. */
export function numberOf(row: Pick<SyncRow, "body">): string | null {
  const given = givenNumberOf(row);
  return given === null || given === "" ? null : caseNorm(given);
}

/** A number that is not a text is accepted here: the row is refused for it, but its person is known. */
function givenNumberOf({ body: { employee_no } }: Pick<SyncRow, "body">): string | null {
  return typeof employee_no === "string" || typeof employee_no === "number" ? String(employee_no) : null;
}

function managerChange({ manager }: Judgement): Record<string, unknown> {
  return manager ? { manager_employee_no: manager } : {};
}

function nothingOf({ row, stands, target, errors }: Judgement): SyncOutcome {
  return {
    row: row.row,
    employee_no: givenNumberOf(row),
    full_name: fullNameOf(target?.wanted ?? stands ?? row.body),
    action: errors.length > 0 ? "invalid" : "unchanged",
    changes: {},
    effects: no_effects,
    errors,
  };
}

function fullNameOf({ first_name, last_name }: { first_name?: unknown; last_name?: unknown }): string | null {
  const names = [first_name, last_name].filter((name) => typeof name === "string" && name !== "");
  return names.length === 0 ? null : names.join(" ");
}

function actionOf({ stands, wanted }: PersonChanged): "create" | "update" | "deactivate" {
  if (stands === undefined) return "create";
  return wanted.state === "deactivated" && stands.state !== "deactivated" ? "deactivate" : "update";
}

/** Changes as the record shows them: references by name, and the account's state as `status`. */
async function shownChanges(
  { departments, contractors, managers }: Directory,
  { stands, differences }: PersonChanged,
): Promise<Record<string, unknown>> {
  if (stands === undefined) return {};
  const { department_id, contractor_id, manager_id, state, ...others } = { ...differences.changes, ...differences.personal } as {
    [field: string]: [string | null, string | null];
  };
  const named = (register: Directory["departments"], ids: [string | null, string | null]) =>
    Promise.all(ids.map(async (id) => (id === null ? null : ((await register.find(id))?.name ?? null))));
  return {
    ...others,
    ...(department_id && { department_name: await named(departments, department_id) }),
    ...(contractor_id && { contractor_name: await named(contractors, contractor_id) }),
    // Only when the manager is removed; a new one is set after all rows.
    ...(manager_id && { manager_employee_no: [(await managers.find(manager_id[0]!))?.employee_no ?? null, null] }),
    ...(state && { status: state }),
  };
}
