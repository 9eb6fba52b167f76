import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { emitAll } from "../../events/emit.ts";
import type { AttributeValue, PersonState } from "../definition.ts";
import type { Differences } from "../differences.ts";
import { actorOn, typeOfChange, type EventUser } from "../events.ts";
import { listEventUsers } from "../lock-sql.ts";

/** A change of a person whose row is already written. */
export type Written = {
  id: string;
  /** The previous state of the account; undefined: a new person. */
  was: PersonState | undefined;
  is: PersonState;
  /** Null for a new person. */
  differences: Differences | null;
};

/** The differences if only the state of the account has changed. */
export function stateChange(was: PersonState, is: PersonState): Differences {
  return { changes: { state: [was, is] }, personal: {} };
}

/**
 * Emits one event for each person that this transaction has written, in their order (docs/decisions/0056). The caller has locked
 * the people's rows, and passes each person once.
 */
export async function emitChanges(db: Db, context: Context, written: readonly Written[], batch_id: string | null): Promise<void> {
  const typed = written.flatMap((one) => {
    const type = typeOfChange(one.was, one.is);
    const changed_fields = one.differences === null ? [] : changedFields(one.differences);
    const former_department_id = formerDepartmentOf(one);
    return type === null || (one.was !== undefined && changed_fields.length === 0)
      ? []
      : [{ id: one.id, type, changed_fields, former_department_id }];
  });
  if (typed.length === 0) return;
  const users = new Map(
    (
      await listEventUsers(
        db,
        context.tenant.id,
        typed.map(({ id }) => id),
      )
    ).map((user) => [user.id, user]),
  );
  await emitAll(
    db,
    context,
    typed.map(({ id, type, changed_fields, former_department_id }) => ({
      type,
      former_department_id,
      data: bodyOf(context, users.get(id)!, type === "user.created" ? {} : { changed_fields }, batch_id),
    })),
  );
}

/** Emits the events of new people in the same packet as their rows, because their content is known without reading the rows. */
export async function emitCreations(db: Db, context: Context, users: readonly EventUser[]): Promise<void> {
  await emitAll(
    db,
    context,
    users.map((user) => ({ type: "user.created", data: bodyOf(context, user, {}, null) })),
  );
}

function bodyOf(context: Context, user: EventUser, changed: { changed_fields?: string[] }, batch_id: string | null) {
  return { user, ...changed, actor: actorOn(user, context), batch_id };
}

function formerDepartmentOf({ was, differences }: Written): string | null {
  const [left = null] = was === undefined ? [] : ((differences?.changes["department_id"] ?? []) as (string | null)[]);
  return left;
}

/** The changed columns under their names in the record. */
function changedFields({ changes, personal }: Differences): string[] {
  const pairs = Object.entries({ ...changes, ...personal }) as [string, [unknown, unknown]][];
  return pairs.flatMap(([column, [was, is]]) => namesOf(column, was, is)).toSorted();
}

function namesOf(column: string, was: unknown, is: unknown): string[] {
  if (column === "state") return ["status"];
  if (column !== "attributes") return [column];
  const [before, after] = [was ?? {}, is ?? {}] as Record<string, AttributeValue>[];
  const keys = [...new Set([...Object.keys(before!), ...Object.keys(after!)])];
  return keys.filter((key) => !isSame(before![key], after![key])).map((key) => `attributes.${key}`);
}

/** Compares values of an attribute: texts, numbers, booleans or lists of texts. */
function isSame(one: AttributeValue | undefined, other: AttributeValue | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
