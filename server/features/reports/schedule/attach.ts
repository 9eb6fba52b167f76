// The attached file of a mailed report. It is made when the mail is sent, with the rights of the report's owner and in the
// recipient's language.
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { languageAmong } from "../../../platform/languages.ts";
import type { Attach, Review, TopicsOf } from "../../mail/bulk/send.ts";
import { zoneAmong } from "../cells.ts";
import { file_types, reportFile } from "../file.ts";
import { isLongerThan } from "../read.ts";
import { attachment_bytes_max, attachment_rows_max } from "./schema.ts";
import { findLanguages, findObstacle, listReceivers, listScheduled } from "./sql.ts";

/** Reviews report mails that wait to be sent: those whose owner or recipient may not read the report any more are not sent. */
export const reviewReports: Review = async (db, { tenant }, mails) => {
  const ids = [...new Set(mails.map(({ about_id }) => about_id))].filter((id) => id !== null);
  const scheduled = new Map((await listScheduled(db, tenant.id, ids)).map((one) => [one.report_id, one]));
  const may = new Set(
    (
      await listReceivers(
        db,
        tenant.id,
        mails.map(({ receiver_id }) => receiver_id),
      )
    ).map(({ id }) => id),
  );
  const gone = new Set<string>();
  for (const { report_id, owner_id } of scheduled.values())
    if ((await findObstacle(db, tenant.id, owner_id)) !== undefined) gone.add(report_id);
  const stands = (id: string | null, receiver_id: string) =>
    id !== null && !gone.has(id) && may.has(receiver_id) && scheduled.get(id)?.receiver_ids.includes(receiver_id) === true;
  return new Map(
    mails.flatMap(({ id, about_id, receiver_id }) => (stands(about_id, receiver_id) ? [] : [[id, "reason_gone"] as const])),
  );
};

/** All report mails belong to one topic, which recipients may unsubscribe. */
export const topicsOfReports: TopicsOf = async (_db, _context, mails) => new Map(mails.map(({ id }) => [id, "reports"]));

/** Null: the file is too large for a mail, or the report was deleted meanwhile; the link in the mail remains. */
export function attachReport(pool: Pool): Attach {
  return async (tenant_id, { about_id, receiver_id }) => {
    const found = await withTenant(pool, tenant_id, async (db) => {
      const [due] = about_id === null ? [] : await listScheduled(db, tenant_id, [about_id]);
      if (due === undefined || (await findObstacle(db, tenant_id, due.owner_id)) !== undefined) return undefined;
      const context = await contextWithin(db, tenant_id, { type: "administrator", id: due.owner_id, name: "" });
      const languages = await findLanguages(db, tenant_id, receiver_id);
      return {
        due,
        context: context!,
        language: languageAmong([languages?.own ?? null, languages?.organisation ?? null]) ?? "en",
      };
    });
    if (found === undefined) return null;
    const { due, context, language } = found;
    const { name, definition, format } = due;
    if (await isLongerThan(pool, context, definition, attachment_rows_max)) return null;
    const reading = { language, time_zone: zoneAmong(due.time_zone, context.tenant.time_zone) };
    const file = await reportFile(pool, context, { name, definition, reading, format });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of file.stream as AsyncIterable<Buffer | string>) {
      const part = typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk);
      bytes += part.length;
      if (bytes > attachment_bytes_max) return null;
      chunks.push(part);
    }
    return { name: file.name, media_type: file_types[format], content: Buffer.concat(chunks) };
  };
}
