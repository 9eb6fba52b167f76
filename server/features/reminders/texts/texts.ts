import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { languages } from "../../../platform/languages.ts";
import { invalid, type ErrorItem } from "../../../platform/http/problem.ts";
import { record } from "../../audit/record.ts";
import { fields_of_letter, fieldsOfLine, productText } from "../../mail/reminder-text.ts";
import { faultsIn, tidy } from "../../mail/template.ts";
import { reminder_kinds, type ReminderTextDraft, type ReminderTexts } from "./schema.ts";
import { deleteText, listTexts, lockText, upsertText, type TextRow } from "./sql.ts";

type Which = Pick<TextRow, "kind" | "language">;

/** The texts of reminders, by reason and language. */
export async function readReminderTexts(pool: Pool, { tenant }: Context): Promise<ReminderTexts> {
  const own = await withTenant(pool, tenant.id, (db) => listTexts(db, tenant.id));
  const texts = reminder_kinds.flatMap((kind) =>
    languages.map((language) => {
      const written = own.find((row) => row.kind === kind && row.language === language);
      const says = written ?? productRow({ kind, language });
      return { ...says, is_own: written !== undefined, fields: [...fields_of_letter], line_fields: [...fieldsOfLine(kind)] };
    }),
  );
  return { texts };
}

/** Sets the organisation's own text of a reason in a language, with one audit entry. Throws 422 with a pointer for each fault. */
export async function setReminderText(pool: Pool, context: Context, given: ReminderTextDraft): Promise<ReminderTexts> {
  const wanted = judged(given);
  const tenant_id = context.tenant.id;
  await withTenant(pool, tenant_id, async (db) => {
    const before = await lockText(db, tenant_id, wanted);
    if (before !== undefined && saysSame(before, wanted)) return;
    await upsertText(db, tenant_id, wanted);
    await record(db, context, { ...entryOf(context), changes: changesOf(before, wanted) });
  });
  return readReminderTexts(pool, context);
}

/** Restores the product's text, with one audit entry. */
export async function resetReminderText(pool: Pool, context: Context, which: Which): Promise<ReminderTexts> {
  const tenant_id = context.tenant.id;
  await withTenant(pool, tenant_id, async (db) => {
    const before = await lockText(db, tenant_id, which);
    if (before === undefined) return;
    await deleteText(db, tenant_id, which);
    await record(db, context, { ...entryOf(context), changes: changesOf(before, undefined) });
  });
  return readReminderTexts(pool, context);
}

/** A text as it is stored. Throws 422 with all its faults. */
export function judged({ kind, language, ...given }: ReminderTextDraft): TextRow {
  const says = { subject: tidy(given.subject), text: tidy(given.text), line: tidy(given.line) };
  const faults: ErrorItem[] = [];
  for (const name of ["subject", "text", "line"] as const) {
    const pointer = `#/${name}`;
    if (name !== "text" && says[name].includes("\n")) faults.push({ pointer, code: "INVALID_VALUE", detail: "must be one line" });
    const known = name === "line" ? fieldsOfLine(kind) : fields_of_letter;
    for (const fault of faultsIn(says[name], known)) faults.push({ pointer, ...fault });
  }
  if (!says.line.includes("{course_title}"))
    faults.push({
      pointer: "#/line",
      code: "INVALID_VALUE",
      detail: "must say {course_title}: nobody would know which course is meant",
    });
  if (faults.length > 0) throw invalid(faults);
  return { kind, language, ...says };
}

function productRow({ kind, language }: Which): TextRow {
  const { subject, text, line } = productText(kind, language);
  return { kind, language, subject, text: text.join("\n"), line };
}

function saysSame(one: TextRow, other: TextRow): boolean {
  return one.subject === other.subject && one.text === other.text && one.line === other.line;
}

function entryOf({ tenant }: Context) {
  return { operation: "organisation.set_reminder_text", target_type: "organisation", target_id: tenant.id } as const;
}

function changesOf(before: TextRow | undefined, after: TextRow | undefined) {
  const { kind, language } = (after ?? before)!;
  const said = (row: TextRow | undefined) =>
    row === undefined ? null : { subject: row.subject, text: row.text, line: row.line };
  return { kind, language, says: [said(before), said(after)] };
}
