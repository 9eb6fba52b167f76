import type { Font } from "fontkit";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { locales, type Language } from "../../../platform/languages.ts";
import { inkOf } from "../../../platform/shades.ts";
import { filled } from "../../mail/template.ts";
import { noSuchCertificate } from "../errors.ts";
import { findPrintable, type Printable } from "./print-sql.ts";
import { words } from "../words/words.ts";

// The fonts that every PDF reader has know no Polish letters.
const font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
const bold_font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));
const margin = 64;
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

/** An example of a certificate, marked as one that proves nothing. */
export async function printExample(
  example: Omit<Printable, "is_sandbox" | "source" | "status" | "issuer">,
  given: { url: string; today: string; language: Language },
  logo: Buffer | null,
): Promise<Readable> {
  return draw({ ...example, is_sandbox: true, source: "course", status: "valid", issuer: null }, given, logo);
}

/** `logo`: as the document knows it, so that many pages have it once; null: there is none. */
type Drawing = { url: string; today: string; language: Language; logo: object | null };

async function draw(facts: Printable, given: Omit<Drawing, "logo">, logo: Buffer | null): Promise<Readable> {
  const drawing = { ...given, logo: null };
  const say = words[drawing.language];
  const Title = `${titleOf(facts, drawing)} ${facts.number}`;
  const Subject = markOf(facts, drawing) ?? `${say.verdict[facts.status]} (${say.as_of(drawing.today)})`;
  const document = await begin({ Title, Author: facts.organisation, Subject }, drawing.language, layoutOf(facts));
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
  const [first] = certificates as [Printable];
  const info = { Title: title, Author: first.organisation, Subject: words[language].as_of(today) };
  const document = await begin(info, language, layoutOf(first));
  const printed = logoIn(document, logo);
  for (const [place, facts] of certificates.entries()) {
    if (place > 0) document.addPage({ size: "A4", layout: layoutOf(facts), margin });
    drawPage(document, facts, { url: verified_at + facts.code, today, language, logo: printed });
  }
  document.end();
  return Readable.from(document);
}

async function begin(info: { Title: string; Author: string; Subject: string }, lang: Language, layout: "landscape" | "portrait") {
  // Loaded by the first certificate that is printed: a start has no use for it.
  const { default: Pdf } = await import("pdfkit");
  const document = new Pdf({ size: "A4", layout, margin, lang, displayTitle: true, info });
  const [plain, strong] = await readFonts();
  return document.registerFont("plain", plain).registerFont("strong", strong);
}

/** pdfkit's types do not know that an opened image is drawn as often as one likes. */
type Opening = { openImage(bytes: Buffer): object };

function logoIn(document: object, bytes: Buffer | null): object | null {
  return bytes === null ? null : (document as Opening).openImage(bytes);
}

/** Behind the Latin, Greek and Cyrillic letters. Ligatures come later in Unicode: they are two letters, and not a sign of their own. */
const letters_end = 0x530;

type Fonts = readonly [plain: PDFKit.Mixins.PDFFontSource, strong: PDFKit.Mixins.PDFFontSource];
let fonts: Promise<Fonts> | undefined;

/** Read and taken apart once for all documents: that takes longer than to draw thirty pages. */
function readFonts(): Promise<Fonts> {
  // Of a font that was taken apart already, pdfkit's types do not know that it is a source.
  fonts ??= import("fontkit").then(async ({ open }) => {
    const opened = (await Promise.all([open(font), open(bold_font)])) as Font[];
    // A glyph knows its letter from when it is first asked for. The n of an ń is asked for by its number: documents would no longer say n.
    for (const one of opened) for (const letter of one.characterSet) if (letter < letters_end) one.glyphForCodePoint(letter);
    for (const one of opened) one.layout = remembered(one.layout.bind(one));
    return opened as unknown as Fonts;
  });
  return fonts;
}

/** Words that are remembered; then all of them are forgotten. */
const words_max = 2_000;

/**
 * Lays words out once for many documents: the certificates of an organisation say the same ones. What is returned belongs to the caller,
 * because pdfkit scales the positions in place.
 */
function remembered(layout: Font["layout"]): Font["layout"] {
  const runs = new Map<string, ReturnType<Font["layout"]>>();
  return (text, ...how) => {
    if (how.some((one) => one !== undefined)) return layout(text, ...how);
    const run = runs.get(text) ?? layout(text);
    if (runs.size >= words_max) runs.clear();
    runs.set(text, run);
    const copy = Object.create(Object.getPrototypeOf(run) as object) as typeof run;
    return Object.assign(copy, run, { positions: run.positions.map((position) => ({ ...position })) });
  };
}

function markOf({ status }: Printable, { language, today }: Drawing): string | null {
  const say = words[language];
  return say.mark[status] === null ? null : `${say.mark[status]} (${say.as_of(today)})`;
}

/** External evidence is no certificate of the organisation's, and so never says its words. */
function isOwn({ source }: Printable): boolean {
  return source === "course";
}

function layoutOf(facts: Printable) {
  return isOwn(facts) ? facts.certificate_orientation : "landscape";
}

function titleOf(facts: Printable, { language }: Drawing): string {
  return (isOwn(facts) ? facts.certificate_title : null) ?? words[language].title[facts.source];
}

/** What stands between the name and the course: the organisation's text with its fields, or ours. */
function achievedOf(facts: Printable, { language }: Drawing): string {
  const { full_name: name, course_title: course, number, organisation } = facts;
  if (!isOwn(facts) || facts.certificate_text === null) return words[language].achieved[facts.source];
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" });
  const dayOf = (date: string) => day.format(new Date(`${date}T00:00:00Z`));
  const valid_until = facts.valid_until === null ? words[language].no_end : dayOf(facts.valid_until);
  const fields = { name, course, number, organisation, date: dayOf(facts.issued_on), valid_until };
  return filled(facts.certificate_text, fields);
}

type Line = { text: string; size: number; color: string; strong: boolean; gap: number };

/** What stands below each other in the middle of the page. */
function linesOf(facts: Printable, drawing: Drawing): Line[] {
  const say = words[drawing.language];
  const { organisation, source, issuer, number, issued_on } = facts;
  const mark = markOf(facts, drawing);
  const origin = issuer === null ? say.issued(issued_on) : say.recorded(issuer, organisation, issued_on);
  const line = (text: string | null, size: number, { color = ink, strong = false, gap = 0 } = {}): Line[] =>
    text === null ? [] : [{ text, size, color, strong, gap }];
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
    ...line(`${number}  ·  ${origin}`, 11, { color: quiet, gap: 7 }),
    ...line(issuer === null ? null : say.evidence_text(issuer, organisation), 11, { gap: 8 }),
    ...line(signatory, 12, { gap: 16 }),
    ...line(signatory_title, 10, { color: quiet, gap: 2 }),
    ...line(facts.is_sandbox ? say.trial : null, 14, { color: warning, strong: true, gap: 10 }),
  ];
}

/** Where the lines begin, and how far above the lower edge they end: the address of verification stands below. */
const [top, bottom] = [80, 100];
/** Sizes that are tried until everything fits on the page. */
const smaller_scales = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4] as const;

function drawPage(page: Page, facts: Printable, drawing: Drawing): void {
  const { url, language } = drawing;
  const accent = facts.color === null ? our_accent : inkOf(facts.color);
  const { width, height } = page.page;
  page
    .rect(24, 24, width - 48, height - 48)
    .lineWidth(1.5)
    .stroke(markOf(facts, drawing) === null ? accent : warning);
  if (drawing.logo !== null && isOwn(facts)) {
    const fit: [number, number] = [240, 40];
    page.image(drawing.logo as unknown as Buffer, (width - fit[0]) / 2, 36, { fit, align: "center", valign: "center" });
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
  const line = { text: `${words[language].check}: ${url}`, size: 10, color: accent, strong: false, gap: 0 };
  // A second line would stand on a second page.
  let check = lay(page, line, 1);
  for (const scale of smaller_scales) if (check.width === null) check = lay(page, line, scale);
  write(page, check, height - 84, url);
}

type Page = Awaited<ReturnType<typeof begin>>;

/** A line with its measures on the page, in points. `width`: null where it may have to be broken. */
type Laid = Line & { width: number | null; height: number };

/** What pdfkit breaks a line at, or leaves out: such a text is left to it. */
const breaking = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function innerOf(page: Page) {
  return { align: "center", width: page.page.width - 2 * margin } as const;
}

function inFontOf(page: Page, { strong, size }: Line): Page {
  return page.font(strong ? "strong" : "plain").fontSize(size);
}

/** Most lines need no breaking: without pdfkit's search for places to break at, a page takes half of the time. */
function lay(page: Page, line: Line, scale: number): Laid {
  const scaled = { ...line, size: line.size * scale, gap: line.gap * scale };
  const { text } = line;
  inFontOf(page, scaled);
  const width = breaking.test(text) ? Infinity : page.widthOfString(text);
  if (width <= innerOf(page).width) return { ...scaled, width, height: page.currentLineHeight(true) };
  return { ...scaled, width: null, height: page.heightOfString(text, innerOf(page)) };
}

function write(page: Page, line: Laid, y: number, link?: string): void {
  const { text, width } = line;
  inFontOf(page, line).fillColor(line.color);
  const inner = innerOf(page);
  if (width === null) page.text(text, margin, y, { ...inner, link });
  else page.text(text, margin + (inner.width - width) / 2, y, { lineBreak: false, link });
}
