// A table as PDF in landscape format, page by page. The chart is above the table.
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Language } from "../../platform/languages.ts";
import type { Table } from "./read.ts";
import { words } from "./words/words.ts";

// The standard fonts of PDF readers have no Polish letters.
const font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
const bold_font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));
const [ink, quiet, accent, rule] = ["#1d2430", "#5b626d", "#4c5fd5", "#d5d8de"];
const margin = 36;
const cell_gap = 6;
const text_size = 7.5;
/** The most characters of a cell; the spreadsheet file has all. */
const cell_letters_max = 120;
/** The most bars of the chart. */
const bars_max = 20;

type Drawn = { title: string; subtitle: string; language: Language; bars: readonly { title: string; rows: number }[] };
type Page = PDFKit.PDFDocument;

export async function drawTable({ titles, parts }: Table, { title, subtitle, language, bars }: Drawn): Promise<Readable> {
  // Imported when the first PDF is made, so that starting the program does not load it.
  const { default: Pdf } = await import("pdfkit");
  const page = new Pdf({ size: "A4", layout: "landscape", margin, lang: language, displayTitle: true, info: { Title: title } });
  const stream = Readable.from(page);
  const draw = async () => {
    page.font(bold_font).fontSize(16).fillColor(ink).text(title);
    page.font(font).fontSize(9).fillColor(quiet).text(subtitle).moveDown(1);
    drawBars(page, bars, language);
    let number = 1;
    const turn = () => {
      drawFoot(page, words[language].page(number));
      number += 1;
      page.addPage();
      drawRow(page, titles, titles.length, true);
    };
    drawRow(page, titles, titles.length, true);
    for await (const part of parts) {
      for (const row of part) {
        if (!fits(page, row, titles.length)) turn();
        drawRow(page, row, titles.length);
      }
    }
    drawFoot(page, words[language].page(number));
    page.end();
  };
  draw().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}

const widthOf = (page: Page) => page.page.width - 2 * margin;
const bottomOf = (page: Page) => page.page.height - margin - 16;
const shown = (cell: string) => (cell.length > cell_letters_max ? `${cell.slice(0, cell_letters_max - 1)}…` : cell);

/** A row with one cell, which is a remark about the whole table, uses the full width. */
function cellWidth(page: Page, row: readonly string[], columns: number): number {
  return widthOf(page) / (row.length === 1 ? 1 : columns) - cell_gap;
}

function heightOf(page: Page, row: readonly string[], columns: number): number {
  const width = cellWidth(page, row, columns);
  page.font(font).fontSize(text_size);
  return Math.max(text_size, ...row.map((cell) => page.heightOfString(shown(cell), { width }))) + 5;
}

function fits(page: Page, row: readonly string[], columns: number): boolean {
  return page.y + heightOf(page, row, columns) <= bottomOf(page);
}

function drawRow(page: Page, row: readonly string[], columns: number, is_head = false): void {
  const height = heightOf(page, row, columns) + (is_head ? 4 : 0);
  const width = cellWidth(page, row, columns);
  const top = page.y;
  page
    .font(is_head ? bold_font : font)
    .fontSize(text_size)
    .fillColor(ink);
  row.forEach((cell, place) => {
    page.text(shown(cell), margin + place * (width + cell_gap), top + 2, { width, height: height - 2 });
  });
  page
    .moveTo(margin, top + height)
    .lineTo(margin + widthOf(page), top + height)
    .lineWidth(is_head ? 1 : 0.5)
    .stroke(is_head ? quiet : rule);
  page.x = margin;
  page.y = top + height + 1;
}

function drawBars(page: Page, bars: Drawn["bars"], language: Language): void {
  if (bars.length === 0) return;
  const most = Math.max(1, ...bars.map(({ rows }) => rows));
  const number = new Intl.NumberFormat(words[language].locale);
  const name_width = 180;
  const room = widthOf(page) - name_width - 70;
  for (const { title, rows } of bars.slice(0, bars_max)) {
    const top = page.y;
    page.font(font).fontSize(8).fillColor(ink);
    page.text(title, margin, top, { width: name_width - 8, height: 10, ellipsis: true });
    page.rect(margin + name_width, top + 1, Math.max(1, (rows / most) * room), 8).fill(accent);
    page.fillColor(ink).text(number.format(rows), margin + name_width + (rows / most) * room + 6, top, { lineBreak: false });
    page.x = margin;
    page.y = top + 13;
  }
  page.moveDown(1);
}

function drawFoot(page: Page, text: string): void {
  const { x, y } = page;
  page.font(font).fontSize(7).fillColor(quiet);
  page.text(text, margin, page.page.height - margin - 8, { width: widthOf(page), align: "right", lineBreak: false });
  page.x = x;
  page.y = y;
}
