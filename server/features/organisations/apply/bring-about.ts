import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { insertAudits } from "../../audit/batch-sql.ts";
import { changesBetween } from "../../audit/changes.ts";
import type { Target } from "./target.ts";

/** One run of applying a file: its transaction and the changes so far. */
export type Run = {
  db: Db;
  context: Context;
  /** Shared by the audit rows of this run. */
  batch_id: string;
  changes: { created: number; updated: number; unchanged: number };
};

/** How records of a kind are written and audited. */
export type Kind<Row> = {
  target_type:
    | "organisation"
    | "attribute"
    | "department"
    | "contractor"
    | "course"
    | "license"
    | "group"
    | "rule"
    | "administrator"
    | "client";
  /** Members with personal data. They are written to the part of an audit row that erasure blanks. */
  personal?: readonly (keyof Row)[];
  insert(db: Db, tenant_id: string, rows: readonly Row[]): Promise<void>;
  update(db: Db, tenant_id: string, rows: readonly Row[]): Promise<void>;
};

/** Creates missing records, changes different ones and counts equal ones. Created and changed records get an audit row each. */
export async function bringAbout<Row extends object>(run: Run, kind: Kind<Row>, targets: readonly Target<Row>[]): Promise<void> {
  const created = targets.filter((target) => target.stands === undefined);
  const updated = targets.filter((target) => target.stands !== undefined && !isDeepStrictEqual(target.stands, target.wanted));
  const tenant_id = run.context.tenant.id;
  if (created.length > 0) await kind.insert(run.db, tenant_id, created.map(wantedOf));
  if (updated.length > 0) await kind.update(run.db, tenant_id, updated.map(wantedOf));
  const entries = [
    ...created.map((target) => entryOf(kind, "create", target)),
    ...updated.map((target) => entryOf(kind, "update", target)),
  ];
  if (entries.length > 0) await insertAudits(run.db, run.context, run.batch_id, entries);
  run.changes.created += created.length;
  run.changes.updated += updated.length;
  run.changes.unchanged += targets.length - created.length - updated.length;
}

function wantedOf<Row>(target: Target<Row>): Row {
  return target.wanted;
}

function entryOf<Row extends object>(kind: Kind<Row>, verb: "create" | "update", { stands, wanted }: Target<Row>) {
  const changes: Record<string, unknown> = {};
  const personal: Record<string, unknown> = {};
  for (const [member, change] of Object.entries(changesBetween(stands, wanted))) {
    (kind.personal?.includes(member as keyof Row) ? personal : changes)[member] = change;
  }
  const target_id = "id" in wanted ? String(wanted.id) : null;
  const operation = `${kind.target_type}.${verb}` as const;
  return { id: newId(), operation, target_type: kind.target_type, target_id, changes, personal };
}
