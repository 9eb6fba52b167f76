import { once } from "node:events";
import { Readable } from "node:stream";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { onWhite } from "../../../platform/files/png.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { etagOf } from "../../../platform/http/route.ts";
import { locales, type Language } from "../../../platform/languages.ts";
import { inkOf } from "../../../platform/shades.ts";
import { filled } from "../../mail/template.ts";
import { noSuchCertificate } from "../errors.ts";
import { openFaces, set, setOnce, type FaceName, type Faces } from "./faces.ts";
import { findPrintable, type Printable } from "./print-sql.ts";
import { words } from "../words/words.ts";

const margin = 64;
const [ink, quiet, our_accent, warning] = ["#1d2430", "#5b626d", "#4c5fd5", "#b3261e"];

type Print = { verified_at: string; language: Language; person_id?: string | null };

/**
 * `etag` is weak, because each document contains the time of its creation. It stays the same while the rest of the document would
 * be the same.
 */
type OpenCertificate = { name: string; etag: string; draw: () => Promise<Buffer> };

/** Draws a certificate as PDF. With `person_id`, only a certificate of this person. Throws 404. */
export async function printCertificate(
  pool: Pool,
  caller: Context,
  given_id: string,
  print: Print,
): Promise<{ name: string; stream: Readable }> {
  const { name, draw } = await openCertificate(pool, caller, given_id, print);
  return { name, stream: Readable.from([await draw()]) };
}

/**
 * Prepares a certificate to be drawn as PDF, with the address of its verification page and a mark if it is no longer valid. For
 * external evidence the page says what it is. Throws 404.
 */
export async function openCertificate(
  pool: Pool,
  caller: Context,
  given_id: string,
  { verified_at, language, person_id = null }: Print,
): Promise<OpenCertificate> {
  const today = todayOf(caller);
  const find = (id: string) => findPrintable(pool, caller.tenant.id, id, { person_id, today });
  const found = await findKnown(given_id, noSuchCertificate, find);
  const { logo, ...facts } = found;
  const drawing = { url: verified_at + facts.code, today, language };
  return {
    name: `${facts.number.replaceAll(/[^A-Za-z0-9._-]/g, "-")}.pdf`,
    etag: `W/${etagOf(JSON.stringify([facts, drawing, logo && etagOf(logo)]))}`,
    draw: () => draw(facts, drawing, logo),
  };
}

/** A sample certificate, marked as one that proves nothing. */
export async function printExample(
  example: Omit<Printable, "is_sandbox" | "source" | "status" | "issuer">,
  given: { url: string; today: string; language: Language },
  logo: Buffer | null,
): Promise<Readable> {
  const facts: Printable = { ...example, is_sandbox: true, source: "course", status: "valid", issuer: null };
  return Readable.from([await draw(facts, given, logo)]);
}

/** `logo`: the image as opened in the document, so that many pages share it; null: there is none. */
type Drawing = { url: string; today: string; language: Language; logo: object | null };

async function draw(facts: Printable, given: Omit<Drawing, "logo">, logo: Buffer | null): Promise<Buffer> {
  const drawing = { ...given, logo: null };
  const say = words[drawing.language];
  const Title = `${titleOf(facts, drawing)} ${facts.number}`;
  const Subject = markOf(facts, drawing) ?? `${say.verdict[facts.status]} (${say.as_of(drawing.today)})`;
  const page = await begin({ Title, Author: facts.organisation, Subject }, drawing.language, layoutOf(facts), await openFaces());
  drawPage(page, facts, { ...drawing, logo: logoIn(page, logo && onWhite(logo)) });
  return bytesOf(page);
}

/**
 * One PDF with one page for each certificate of a person. `verified_at` is the beginning of the addresses of their verification
 * pages. `logo` must be on white already, because converting it takes as long as ten pages. `faces` may come from other
 * documents.
 */
export async function printTogether(
  certificates: readonly Printable[],
  title: string,
  given: { verified_at: string; today: string; language: Language; logo: Buffer | null; faces: Faces },
): Promise<Buffer> {
  const { verified_at, today, language, faces } = given;
  const [first] = certificates as [Printable];
  const info = { Title: title, Author: first.organisation, Subject: words[language].as_of(today) };
  const page = await begin(info, language, layoutOf(first), faces);
  const logo = logoIn(page, given.logo);
  for (const [place, facts] of certificates.entries()) {
    if (place > 0) page.document.addPage({ size: "A4", layout: layoutOf(facts), margin });
    drawPage(page, facts, { url: verified_at + facts.code, today, language, logo });
  }
  return bytesOf(page);
}

/** A document while its pages are drawn, and its fonts. */
type Page = { document: PDFKit.PDFDocument; faces: Faces; fonts: Readonly<Record<FaceName, PageFont>> };

/** A font within a document; pdfkit's types omit it. */
type PageFont = { id: string; ascender: number; ref(): unknown; widths: number[]; unicode: (readonly number[])[] };

async function begin(
  info: { Title: string; Author: string; Subject: string },
  lang: Language,
  layout: "landscape" | "portrait",
  faces: Faces,
): Promise<Page> {
  // Imported when the first certificate is printed, so that starting the program does not load it.
  const { default: Pdf } = await import("pdfkit");
  // With `font` null, pdfkit does not open a default font for each document.
  const document = new Pdf({ size: "A4", layout, margin, lang, displayTitle: true, info, font: null as unknown as string });
  const fontOf = (name: FaceName) => {
    document.registerFont(name, faces[name].source).font(name);
    const { _font: font } = document as unknown as { _font: PageFont };
    return Object.assign(font, faces[name].numbered);
  };
  return { document, faces, fonts: { plain: fontOf("plain"), strong: fontOf("strong") } };
}

/**
 * Collects the whole document: pdfkit emits one piece for each line of the file, and streaming these takes longer than making
 * them.
 */
async function bytesOf({ document }: Page): Promise<Buffer> {
  const pieces: Buffer[] = [];
  document.on("data", (piece: Buffer) => pieces.push(piece));
  document.end();
  await once(document, "end");
  return Buffer.concat(pieces);
}

/** pdfkit's types omit openImage, whose result can be drawn any number of times. */
type Opening = { openImage(bytes: Buffer): object };

function logoIn({ document }: Page, bytes: Buffer | null): object | null {
  return bytes === null ? null : (document as unknown as Opening).openImage(bytes);
}

function markOf({ status }: Printable, { language, today }: Drawing): string | null {
  const say = words[language];
  return say.mark[status] === null ? null : `${say.mark[status]} (${say.as_of(today)})`;
}

/** External evidence is not a certificate of the organisation, so it never shows its wording. */
function isOwn({ source }: Printable): boolean {
  return source === "course";
}

function layoutOf(facts: Printable) {
  return isOwn(facts) ? facts.certificate_orientation : "landscape";
}

function titleOf(facts: Printable, { language }: Drawing): string {
  return (isOwn(facts) ? facts.certificate_title : null) ?? words[language].title[facts.source];
}

/** The text between the name and the course: the organisation's own with its fields filled in, or the default. */
function achievedOf(facts: Printable, { language }: Drawing): string {
  const { full_name: name, course_title: course, number, organisation } = facts;
  if (!isOwn(facts) || facts.certificate_text === null) return words[language].achieved[facts.source];
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" });
  const dayOf = (date: string) => day.format(new Date(`${date}T00:00:00Z`));
  const valid_until = facts.valid_until === null ? words[language].no_end : dayOf(facts.valid_until);
  const fields = { name, course, number, organisation, date: dayOf(facts.issued_on), valid_until };
  return filled(facts.certificate_text, fields);
}

/** `once`: the text occurs on no other page. */
type Line = { text: string; size: number; color: string; strong: boolean; once: boolean; gap: number };

/** The lines in the middle of the page, from top to bottom. */
function linesOf(facts: Printable, drawing: Drawing): Line[] {
  const say = words[drawing.language];
  const { organisation, source, issuer, number, issued_on } = facts;
  const mark = markOf(facts, drawing);
  const origin = issuer === null ? say.issued(issued_on) : say.recorded(issuer, organisation, issued_on);
  const line = (text: string | null, size: number, { color = ink, strong = false, once = false, gap = 0 } = {}): Line[] =>
    text === null ? [] : [{ text, size, color, strong, once, gap }];
  const [signatory, signatory_title] = isOwn(facts)
    ? [facts.certificate_signatory, facts.certificate_signatory_title]
    : [null, null];
  return [
    ...line(organisation, 15, { color: quiet }),
    ...line(titleOf(facts, drawing), source === "course" ? 34 : 26, { strong: true, gap: 12 }),
    ...line(mark, 20, { color: warning, strong: true, gap: 8 }),
    ...line(facts.full_name, 24, { gap: 18 }),
    ...line(achievedOf(facts, drawing), 12, { color: quiet, gap: 12 }),
    ...line(facts.course_title, 20, { strong: true, gap: 9 }),
    ...line(facts.course_code, 11, { color: quiet, gap: 5 }),
    ...line(say.validity(facts.valid_from, facts.valid_until), 13, { gap: 20 }),
    ...line(`${number}  ·  ${origin}`, 11, { color: quiet, once: true, gap: 7 }),
    ...line(issuer === null ? null : say.evidence_text(issuer, organisation), 11, { gap: 8 }),
    ...line(signatory, 12, { gap: 16 }),
    ...line(signatory_title, 10, { color: quiet, gap: 2 }),
    ...line(facts.is_sandbox ? say.trial : null, 14, { color: warning, strong: true, gap: 10 }),
  ];
}

/** Where the lines begin, and the space kept free at the bottom for the address of verification. */
const [top, bottom] = [80, 100];
/** Scales that are tried until all lines fit on the page. */
const smaller_scales = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4] as const;

function drawPage(page: Page, facts: Printable, drawing: Drawing): void {
  const { url, language } = drawing;
  const { document } = page;
  const accent = facts.color === null ? our_accent : inkOf(facts.color);
  const { width, height } = document.page;
  document
    .rect(24, 24, width - 48, height - 48)
    .lineWidth(1.5)
    .stroke(markOf(facts, drawing) === null ? accent : warning);
  if (drawing.logo !== null && isOwn(facts)) {
    const fit: [number, number] = [240, 40];
    document.image(drawing.logo as unknown as Buffer, (width - fit[0]) / 2, 36, { fit, align: "center", valign: "center" });
  }
  const lines = linesOf(facts, drawing);
  const laidAt = (scale: number) => lines.map((line) => lay(page, line, scale));
  const fits = (laid: readonly Laid[]) => laid.reduce((sum, { gap, height }) => sum + gap + height, 0) <= height - top - bottom;
  let laid = laidAt(1);
  for (const scale of smaller_scales) if (!fits(laid)) laid = laidAt(scale);
  let y = top;
  for (const line of laid) {
    write(page, line, y + line.gap);
    y += line.gap + line.height;
  }
  const line = { text: `${words[language].check}: ${url}`, size: 10, color: accent, strong: false, once: true, gap: 0 };
  // The address must fit in one line, because a second one would begin a new page.
  let check = lay(page, line, 1);
  for (const scale of smaller_scales) if (check.shown === null) check = lay(page, line, scale);
  write(page, check, height - 84, url);
}

/** A line with its position and size on the page, in points. `shown` null: it may need line breaks, which pdfkit makes. */
type Laid = Line & { shown: string | null; width: number; height: number };

function innerOf({ document }: Page) {
  return { align: "center", width: document.page.width - 2 * margin } as const;
}

const nameOf = ({ strong }: Line): FaceName => (strong ? "strong" : "plain");

function inFontOf({ document }: Page, line: Line): PDFKit.PDFDocument {
  return document.font(nameOf(line)).fontSize(line.size);
}

/** Most lines need no break. Skipping pdfkit's search for breaks halves the time of a page. */
function lay(page: Page, line: Line, scale: number): Laid {
  const scaled = { ...line, size: line.size * scale, gap: line.gap * scale };
  const { text, size } = scaled;
  const face = page.faces[nameOf(line)];
  const made = line.once ? setOnce(face, text) : set(face, text);
  const width = made === null ? Infinity : (made.width * size) / 1_000;
  const inner = innerOf(page);
  const document = inFontOf(page, scaled);
  if (made !== null && width <= inner.width)
    return { ...scaled, shown: made.shown, width, height: document.currentLineHeight(true) };
  return { ...scaled, shown: null, width: inner.width, height: document.heightOfString(text, inner) };
}

function write(page: Page, line: Laid, y: number, link?: string): void {
  const { text, size, color, shown, width, height } = line;
  const { document } = page;
  const inner = innerOf(page);
  if (shown === null) {
    inFontOf(page, line)
      .fillColor(color)
      .text(text, margin, y, { ...inner, link });
    return;
  }
  const font = page.fonts[nameOf(line)];
  document.page.fonts[font.id] ??= font.ref();
  const x = margin + (inner.width - width) / 2;
  const base = y + (font.ascender * size) / 1_000;
  // pdfkit's coordinate system is upside down; this text matrix turns the letters back.
  document.addContent(
    `BT ${colorOf(color)} rg /${font.id} ${rounded(size)} Tf 1 0 0 -1 ${rounded(x)} ${rounded(base)} Tm [${shown}] TJ ET`,
  );
  if (link !== undefined) document.link(x, y, width, height, link);
}

/** Red, green and blue, from 0 to 1. */
function colorOf(color: string): string {
  return [1, 3, 5].map((from) => rounded(Number.parseInt(color.slice(from, from + 2), 16) / 255)).join(" ");
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
