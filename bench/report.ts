/** One line of the result, with texts as they are shown. */
export type Row = {
  scenario: string;
  floor: string;
  ours: string;
  result: string;
  target: string;
  /** Whether the target was met; null: there is no target or no measurement. */
  met: boolean | null;
  notes: string[];
};

const columns = ["Scenario", "Floor", "Ours", "Result", "Target", "Met"] as const;

/** The rows as a table for the terminal, each followed by its notes. */
export function renderTable(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf);
  const widths = columns.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  const body = cells.flatMap((row, index) => [line(row), ...rows[index]!.notes.map((note) => `    ${note}`)]);
  return [line(columns), widths.map((width) => "-".repeat(width)).join("  "), ...body].join("\n");
}

/** The rows as Markdown: a table, then the notes of each scenario. */
export function renderMarkdown(rows: readonly Row[]): string {
  const line = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const table = [line(columns), line(columns.map(() => "---")), ...rows.map((row) => line(cellsOf(row)))].join("\n");
  const noted = rows.filter((row) => row.notes.length > 0);
  const notes = noted.map((row) => `- ${row.scenario}: ${row.notes.join("; ")}.`).join("\n");
  return notes === "" ? table : `${table}\n\n${notes}`;
}

function cellsOf(row: Row): string[] {
  return [row.scenario, row.floor, row.ours, row.result, row.target, row.met === null ? "" : row.met ? "yes" : "NO"];
}

/** The row of a scenario that ended with an error: its target is not met, and a note has the error. */
export function failedRow(scenario: string, error: Error): Row {
  return { scenario, floor: "", ours: "", result: "failed", target: "", met: false, notes: [error.message.split("\n")[0]!] };
}

/** 4 → "4", 14203.7 → "14,204": a whole number with thousands separators. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
