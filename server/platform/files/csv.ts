/** RFC 4180: every cell in quotes, quotes doubled, lines ended by CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** Spreadsheets carry out cells that begin so; an apostrophe makes them text. */
function harmless(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
