import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { findKnown } from "../../../platform/http/known.ts";
import type { Language } from "../../../platform/languages.ts";
import { inkOf } from "../../../platform/shades.ts";
import { noSuchCertificate } from "../errors.ts";
import { findPrintable, type Printable } from "./print-sql.ts";
import { words } from "../words/words.ts";

// The fonts that every PDF reader has know no Polish letters.
const font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
const bold_font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));
const [ink, quiet, our_accent, warning] = ["#1d2430", "#5b626d", "#4c5fd5", "#b3261e"];

type Print = { verified_at: string; language: Language; person_id?: string | null };

/**
 * A certificate as PDF, with the public address of its verification page and a mark where it no longer counts; external
 * evidence as the stored file. `person_id`: only if the certificate is this person's. Throws 404.
 */
export async function printCertificate(
  pool: Pool,
  caller: Context,
  given_id: string,
  { verified_at, language, person_id = null }: Print,
): Promise<{ name: string; stream: Readable }> {
  const today = todayOf(caller);
  const find = (id: string) => findPrintable(pool, caller.tenant.id, id, { person_id, today });
  const found = await findKnown(given_id, noSuchCertificate, find);
  const { logo, ...facts } = found;
  const drawing = { url: verified_at + facts.code, today, language };
  return { name: `${facts.number.replaceAll(/[^A-Za-z0-9._-]/g, "-")}.pdf`, stream: await draw(facts, drawing, logo) };
}

/** `logo`: as the document knows it, so that many pages have it once; null: there is none. */
type Drawing = { url: string; today: string; language: Language; logo: object | null };

async function draw(facts: Printable, given: Omit<Drawing, "logo">, logo: Buffer | null): Promise<Readable> {
  const drawing = { ...given, logo: null };
  const say = words[drawing.language];
  const Title = `${titleOf(facts, drawing)} ${facts.number}`;
  const Subject = markOf(facts, drawing) ?? `${say.verdict[facts.status]} (${say.as_of(drawing.today)})`;
  const document = await begin({ Title, Author: facts.organisation, Subject }, drawing.language);
  drawPage(document, facts, { ...drawing, logo: logoIn(document, logo) });
  document.end();
  return Readable.from(document);
}

/** Certificates of one person as one PDF, a page each; `verified_at` begins the addresses of their verification pages. */
export async function printTogether(
  certificates: readonly Printable[],
  title: string,
  { verified_at, today, language, logo }: { verified_at: string; today: string; language: Language; logo: Buffer | null },
): Promise<Readable> {
  const [{ organisation }] = certificates as [Printable];
  const document = await begin({ Title: title, Author: organisation, Subject: words[language].as_of(today) }, language);
  const printed = logoIn(document, logo);
  for (const [place, facts] of certificates.entries()) {
    if (place > 0) document.addPage();
    drawPage(document, facts, { url: verified_at + facts.code, today, language, logo: printed });
  }
  document.end();
  return Readable.from(document);
}

async function begin(info: { Title: string; Author: string; Subject: string }, lang: Language) {
  // Loaded by the first certificate that is printed: a start has no use for it.
  const { default: Pdf } = await import("pdfkit");
  const document = new Pdf({ size: "A4", layout: "landscape", margin: 64, lang, displayTitle: true, info });
  const [plain, strong] = await readFonts();
  return document.registerFont("plain", plain).registerFont("strong", strong);
}

/** pdfkit's types do not know that an opened image is drawn as often as one likes. */
type Opening = { openImage(bytes: Buffer): object };

function logoIn(document: object, bytes: Buffer | null): object | null {
  return bytes === null ? null : (document as Opening).openImage(bytes);
}

type Fonts = readonly [plain: PDFKit.Mixins.PDFFontSource, strong: PDFKit.Mixins.PDFFontSource];
let fonts: Promise<Fonts> | undefined;

/** Read and taken apart once for all documents: that takes longer than to draw thirty pages. */
function readFonts(): Promise<Fonts> {
  // Of a font that was taken apart already, pdfkit's types do not know that it is a source.
  fonts ??= import("fontkit").then(async ({ open }) => (await Promise.all([open(font), open(bold_font)])) as unknown as Fonts);
  return fonts;
}

function markOf({ status }: Printable, { language, today }: Drawing): string | null {
  const say = words[language];
  return say.mark[status] === null ? null : `${say.mark[status]} (${say.as_of(today)})`;
}

/** External evidence is no certificate of the organisation's, and so never says its words. */
function isOwn({ source }: Printable): boolean {
  return source === "course";
}

function titleOf(facts: Printable, { language }: Drawing): string {
  return (isOwn(facts) ? facts.certificate_title : null) ?? words[language].title[facts.source];
}

/** What stands between the name and the course: the organisation's text with its fields, or ours. */
function achievedOf(facts: Printable, { language }: Drawing): string {
  const { full_name: name, course_title: course, number, organisation } = facts;
  if (!isOwn(facts) || facts.certificate_text === null) return words[language].achieved[facts.source];
  const fields: Readonly<Record<string, string>> = { name, course, number, organisation };
  return facts.certificate_text.replaceAll(/\{(\w+)\}/g, (written, field: string) => fields[field] ?? written);
}

function drawPage(page: Awaited<ReturnType<typeof begin>>, facts: Printable, drawing: Drawing): void {
  const { url, language } = drawing;
  const say = words[language];
  const { organisation, source, issuer, number, issued_on } = facts;
  const mark = markOf(facts, drawing);
  const accent = facts.color === null ? our_accent : inkOf(facts.color);
  const { width, height } = page.page;
  page
    .rect(24, 24, width - 48, height - 48)
    .lineWidth(1.5)
    .stroke(mark === null ? accent : warning);
  const line = (text: string, size: number, { color = ink, strong = false, gap = 0 } = {}) => {
    page
      .moveDown(gap / size)
      .font(strong ? "strong" : "plain")
      .fontSize(size)
      .fillColor(color)
      .text(text, { align: "center" });
  };
  if (drawing.logo !== null && isOwn(facts)) {
    const fit: [number, number] = [240, 40];
    page.image(drawing.logo as unknown as Buffer, (width - fit[0]) / 2, 36, { fit, align: "center", valign: "center" });
  }
  page.y = 80;
  line(organisation, 15, { color: quiet });
  line(titleOf(facts, drawing), source === "course" ? 34 : 26, { strong: true, gap: 10 });
  if (mark !== null) line(mark, 20, { color: warning, strong: true, gap: 6 });
  line(facts.full_name, 24, { gap: 16 });
  line(achievedOf(facts, drawing), 12, { color: quiet, gap: 8 });
  line(facts.course_title, 20, { strong: true, gap: 8 });
  line(facts.course_code, 11, { color: quiet, gap: 4 });
  line(say.validity(facts.valid_from, facts.valid_until), 13, { gap: 20 });
  const origin = issuer === null ? say.issued(issued_on) : say.recorded(issuer, organisation, issued_on);
  line(`${number}  ·  ${origin}`, 11, { color: quiet, gap: 6 });
  if (issuer !== null) line(say.evidence_text(issuer, organisation), 11, { gap: 8 });
  if (isOwn(facts) && facts.certificate_signatory !== null) line(facts.certificate_signatory, 12, { gap: 14 });
  if (facts.is_sandbox) line(say.trial, 14, { color: warning, strong: true, gap: 10 });
  page.font("plain").fontSize(10).fillColor(accent);
  page.text(`${say.check}: ${url}`, 64, height - 84, { align: "center", width: width - 128, link: url, lineBreak: false });
}
