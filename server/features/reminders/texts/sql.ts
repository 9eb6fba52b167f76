import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Language } from "../../../platform/languages.ts";
import type { OwnReminderTexts, ReminderKind } from "../../mail/facts.ts";

export type TextRow = { kind: ReminderKind; language: Language; subject: string; text: string; line: string };

/** Texts that the organisation has written. */
export async function listTexts(db: Db, tenant_id: string): Promise<TextRow[]> {
  return db.rows(sql`
    select kind, language, subject, text, line from reminder_text where tenant_id = ${tenant_id} order by kind, language`);
}

/** Texts that the organisation has written, in the form that letters need. */
export async function ownTexts(db: Db, tenant_id: string): Promise<OwnReminderTexts> {
  return asOwn(await listTexts(db, tenant_id));
}

export function asOwn(rows: readonly TextRow[]): OwnReminderTexts {
  const own: { [Of in Language]?: Record<string, unknown> } = {};
  for (const { kind, language, subject, text, line } of rows)
    own[language] = { ...own[language], [kind]: { subject, text: text.split("\n"), line } };
  return own;
}

export async function upsertText(db: Db, tenant_id: string, row: TextRow): Promise<void> {
  await db.count(sql`
    insert into reminder_text (tenant_id, kind, language, subject, text, line)
    values (${tenant_id}, ${row.kind}, ${row.language}, ${row.subject}, ${row.text}, ${row.line})
    on conflict (tenant_id, kind, language)
    do update set subject = excluded.subject, text = excluded.text, line = excluded.line, changed_at = now()`);
}

/** Locks the organisation's text of a reason in a language; undefined: there is none. */
export async function lockText(
  db: Db,
  tenant_id: string,
  { kind, language }: Pick<TextRow, "kind" | "language">,
): Promise<TextRow | undefined> {
  return db.row(sql`
    select kind, language, subject, text, line from reminder_text
    where tenant_id = ${tenant_id} and kind = ${kind} and language = ${language}
    for update`);
}

export async function deleteText(
  db: Db,
  tenant_id: string,
  { kind, language }: Pick<TextRow, "kind" | "language">,
): Promise<void> {
  await db.count(sql`
    delete from reminder_text where tenant_id = ${tenant_id} and kind = ${kind} and language = ${language}`);
}
