// A workbook of one sheet with text cells, generated while it is sent: only some rows are in memory at a time.
import { Zip, ZipDeflate } from "fflate";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = "http://schemas.openxmlformats.org";
const relation = `${office}/officeDocument/2006/relationships`;
const main = `${office}/spreadsheetml/2006/main`;
/** Width of each column, in characters. */
const column_width = 18;

/** The bytes of a workbook. The first row is a heading that stays visible while scrolling and has filters. */
export async function* workbookOf(title: string, heading: readonly string[], parts: AsyncIterable<string[][]>) {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(frameOf(title))) addFile(zip, name)(text, true);
  const write = addFile(zip, "xl/worksheets/sheet1.xml");
  write(beginOf(heading.length));
  write(rowOf(heading, 1));
  let rows = 1;
  for await (const part of parts) {
    write(part.map((cells, place) => rowOf(cells, rows + place + 1)).join(""));
    rows += part.length;
    yield* chunks.splice(0);
  }
  write(endOf(heading.length, rows), true);
  zip.end();
  yield* chunks.splice(0);
}

function addFile(zip: Zip, name: string): (text: string, ends?: boolean) => void {
  const file = new ZipDeflate(name, { level: 6 });
  zip.add(file);
  return (text, ends = false) => file.push(Buffer.from(text), ends);
}

/** The parts of a workbook besides its sheet. Style 1 is bold. */
function frameOf(title: string): Record<string, string> {
  const types = `${office}/package/2006/content-types`;
  const part = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return {
    "[Content_Types].xml": `${declaration}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
    "_rels/.rels": relationsOf({ officeDocument: "xl/workbook.xml" }),
    "xl/_rels/workbook.xml.rels": relationsOf({ worksheet: "worksheets/sheet1.xml", styles: "styles.xml" }),
    "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="${escape(title)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/styles.xml": `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  };
}

function relationsOf(targets: Record<string, string>): string {
  const entries = Object.entries(targets).map(
    ([type, target], place) => `<Relationship Id="r${place + 1}" Type="${relation}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${office}/package/2006/relationships">${entries.join("")}</Relationships>`;
}

function beginOf(columns: number): string {
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="${column_width}" customWidth="1"/></cols><sheetData>`;
}

function endOf(columns: number, rows: number): string {
  return `</sheetData><autoFilter ref="A1:${columnOf(columns)}${rows}"/></worksheet>`;
}

/** All cells are texts, so none is read as a formula. */
function rowOf(cells: readonly string[], row: number): string {
  const style = row === 1 ? ' s="1"' : "";
  const texts = cells.map((cell, place) =>
    cell === ""
      ? ""
      : `<c r="${columnOf(place + 1)}${row}" t="inlineStr"${style}><is><t xml:space="preserve">${escape(cell)}</t></is></c>`,
  );
  return `<row r="${row}">${texts.join("")}</row>`;
}

/** The letters of a column: A, B, … Z, AA, … */
function columnOf(place: number): string {
  const rest = (place - 1) % 26;
  const letter = String.fromCodePoint(65 + rest);
  return place > 26 ? columnOf((place - 1 - rest) / 26) + letter : letter;
}

/** Escapes text for XML, which does not allow control characters. */
function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "");
}
