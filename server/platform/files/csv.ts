/** A line of CSV (RFC 4180): every cell in quotes, quotes doubled, ended by CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/**
 * Cells that spreadsheets execute as formulas, also with full-width characters. Cells with leading apostrophes match too, so that
 * `withoutGuard` restores each cell exactly.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A leading apostrophe makes a spreadsheet treat a formula as text. */
function harmless(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** The cell before `harmless`, so that an export can be imported again unchanged. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
