/** RFC 4180: every cell in quotes, quotes doubled, lines ended by CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** Spreadsheets execute such cells, some also in full width. Apostrophes in front match too, so that reading restores each cell. */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** An apostrophe makes a formula a text. */
function harmless(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before `harmless`: an export that is sent back says the same. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
