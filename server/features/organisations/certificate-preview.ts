import type { Readable } from "node:stream";
import type { Static } from "typebox";
import { todayOf, type PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import type { Language } from "../../platform/languages.ts";
import { mentioned } from "../../platform/mentioned.ts";
import { findPrintedLogo } from "../certificates/evidence/print-sql.ts";
import { printExample } from "../certificates/evidence/print.ts";
import { checkedWords } from "./settings.ts";
import type { CertificatePreviewRequest } from "./settings-schema.ts";
import { readTenantRow } from "./sql.ts";

/** A sample certificate with the given words, and examples for missing values. Nothing is stored. */
export async function previewCertificate(
  pool: Pool,
  { tenant, now, account }: PanelCaller,
  given: Static<typeof CertificatePreviewRequest>,
  { verified_at, language }: { verified_at: string; language: Language },
): Promise<Readable> {
  const words = mentioned(checkedWords(given));
  const row = (await withTenant(pool, tenant.id, (db) => readTenantRow(db, tenant.id)))!;
  const today = todayOf({ tenant, now });
  const looks = { ...row, ...words };
  const example = {
    organisation: row.name,
    full_name: account.name,
    course_title: "Lorem ipsum",
    course_code: "LOREM-01",
    number: `LOREM-01-${today.slice(0, 4)}-000000`,
    code: "0000-0000-0000",
    issued_on: today,
    valid_from: today,
    valid_until: Temporal.PlainDate.from(today).add({ years: 1 }).subtract({ days: 1 }).toString(),
    color: looks.color,
    certificate_title: looks.certificate_title,
    certificate_text: looks.certificate_text,
    certificate_signatory: looks.certificate_signatory,
    certificate_signatory_title: looks.certificate_signatory_title,
    certificate_orientation: looks.certificate_orientation,
  };
  const drawing = { url: verified_at + example.code, today, language };
  return printExample(example, drawing, await findPrintedLogo(pool, tenant.id));
}
