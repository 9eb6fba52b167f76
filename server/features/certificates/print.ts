import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Pool } from "../../platform/db/pool.ts";
import { isUuid } from "../../platform/ids.ts";
import { noSuchCertificate } from "./errors.ts";
import { findPrintable, type Printable } from "./print-sql.ts";

// The fonts that every PDF reader has know no Polish letters.
const font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
const bold_font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));
const [ink, quiet, accent] = ["#1d2430", "#5b626d", "#4c5fd5"];

/** A certificate as PDF, with the address at which anybody can check it; `person_id`: only if it is this person's. Throws 404. */
export async function printCertificate(
  pool: Pool,
  tenant_id: string,
  id: string,
  { base_url, person_id = null }: { base_url: string; person_id?: string | null },
): Promise<{ name: string; stream: Readable }> {
  const found = isUuid(id) ? await findPrintable(pool, tenant_id, id, person_id) : undefined;
  if (found === undefined) throw noSuchCertificate();
  const url = `${base_url}/c/${found.code}`;
  return { name: `${found.number.replaceAll(/[^A-Za-z0-9._-]/g, "-")}.pdf`, stream: await draw(found, url) };
}

async function draw(facts: Printable, url: string): Promise<Readable> {
  // Loaded by the first certificate that is printed: a start has no use for it.
  const { default: Pdf } = await import("pdfkit");
  const info = { Title: `Certificate ${facts.number}`, Author: facts.organisation };
  const page = new Pdf({ size: "A4", layout: "landscape", margin: 64, lang: "en", displayTitle: true, info });
  const { width, height } = page.page;
  page
    .rect(24, 24, width - 48, height - 48)
    .lineWidth(1.5)
    .stroke(accent);
  const line = (text: string, size: number, { color = ink, strong = false, gap = 0 } = {}) => {
    page
      .moveDown(gap / size)
      .font(strong ? bold_font : font)
      .fontSize(size)
      .fillColor(color)
      .text(text, { align: "center" });
  };
  page.y = 88;
  line(facts.organisation, 15, { color: quiet });
  line("Certificate", 34, { strong: true, gap: 10 });
  line(facts.full_name, 24, { gap: 18 });
  line("has completed", 12, { color: quiet, gap: 8 });
  line(facts.course_title, 20, { strong: true, gap: 8 });
  line(facts.course_code, 11, { color: quiet, gap: 4 });
  line(`Valid from ${facts.valid_from} ${facts.valid_until === null ? "without an end" : `until ${facts.valid_until}`}`, 13, {
    gap: 22,
  });
  line(`${facts.number}  ·  issued on ${facts.issued_on}${facts.issuer === null ? "" : ` by ${facts.issuer}`}`, 11, {
    color: quiet,
    gap: 6,
  });
  if (facts.revoked) line("REVOKED", 22, { color: "#b3261e", strong: true, gap: 10 });
  if (facts.is_sandbox) line("A trial: it proves nothing", 14, { color: "#b3261e", strong: true, gap: 10 });
  page.font(font).fontSize(10).fillColor(accent);
  page.text(`Check it: ${url}`, 64, height - 84, { align: "center", width: width - 128, link: url, lineBreak: false });
  page.end();
  return Readable.from(page);
}
