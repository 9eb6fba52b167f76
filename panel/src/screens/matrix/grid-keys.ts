import { type RefObject, useEffect } from "react";
import { isTyping } from "../../app/shell/shortcuts.ts";

/** How many rows Page Up and Page Down move. */
const page_rows = 10;

/**
 * The keys of an ARIA grid. The grid is one stop of Tab: only the cell that last had the focus is in the tab order. Arrows, Home,
 * End (with Ctrl: of the whole grid), Page Up and Page Down move the focus; `j` and `k` also work from outside the grid. The DOM
 * is changed directly, because React would have to compare 1,500 cells for each key.
 */
export function useGridKeys(grid: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const cell = target instanceof Element ? target.closest("td, th") : null;
      if (cell !== null && grid.current?.contains(cell)) makeStop(grid.current, cell);
    };
    const onKey = (event: KeyboardEvent) => {
      const table = grid.current;
      if (table === null || event.defaultPrevented || event.altKey || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      const cell = document.activeElement?.closest<HTMLTableCellElement>("td, th") ?? null;
      const inside = cell !== null && table.contains(cell);
      if (!inside && (event.ctrlKey || !(event.key === "j" || event.key === "k"))) return;
      const next = inside ? nextCell(table, cell, event) : stopOf(table)?.closest("td, th");
      if (!next) return;
      event.preventDefault();
      focusable(next)?.focus();
    };
    document.addEventListener("focusin", onFocus);
    addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("focusin", onFocus);
      removeEventListener("keydown", onKey);
    };
  }, [grid]);
  // The cell that had the focus may have been removed with its row.
  useEffect(() => {
    const table = grid.current;
    if (table === null || stopOf(table) !== null) return;
    const first = cellsOf(table.tBodies[0]?.rows[0])[0] ?? [...table.rows].flatMap(cellsOf)[0];
    if (first) makeStop(table, first);
  });
}

/** The element that takes the focus in a cell: its link or button, or the cell itself. */
function focusable(cell: Element): HTMLElement | null {
  return cell.querySelector<HTMLElement>("a, button") ?? (cell.matches("[tabindex]") ? (cell as HTMLElement) : null);
}

function stopOf(table: HTMLTableElement): HTMLElement | null {
  return table.querySelector<HTMLElement>('[tabindex="0"]');
}

function makeStop(table: HTMLTableElement, cell: Element): void {
  const stop = focusable(cell);
  if (stop === null || stop.tabIndex === 0) return;
  const before = stopOf(table);
  if (before !== null) before.tabIndex = -1;
  stop.tabIndex = 0;
}

function cellsOf(row: HTMLTableRowElement | undefined): HTMLTableCellElement[] {
  return row === undefined ? [] : [...row.cells].filter((cell) => focusable(cell) !== null);
}

function nextCell(table: HTMLTableElement, cell: HTMLTableCellElement, { key, ctrlKey }: KeyboardEvent): Element | undefined {
  const rows = [...table.rows].filter((row) => cellsOf(row).length > 0);
  const row = rows.findIndex((one) => one.contains(cell));
  const cells = cellsOf(rows[row]);
  const place = cells.indexOf(cell);
  const below = (to: number) => cellAt(rows[Math.max(0, Math.min(to, rows.length - 1))], columnOf(cell));
  if (ctrlKey) {
    if (key === "Home") return cellsOf(rows[0])[0];
    return key === "End" ? cellsOf(rows.at(-1)).at(-1) : undefined;
  }
  switch (key) {
    case "ArrowLeft":
      return cells[place - 1];
    case "ArrowRight":
      return cells[place + 1];
    case "ArrowUp":
    case "k":
      return below(row - 1);
    case "ArrowDown":
    case "j":
      return below(row + 1);
    case "PageUp":
      return below(row - page_rows);
    case "PageDown":
      return below(row + page_rows);
    case "Home":
      return cells[0];
    case "End":
      return cells.at(-1);
    default:
      return undefined;
  }
}

/** The index of the first column that a cell spans. */
function columnOf(cell: HTMLTableCellElement): number {
  const row = cell.parentElement as HTMLTableRowElement;
  return [...row.cells].slice(0, cell.cellIndex).reduce((all, { colSpan }) => all + colSpan, 0);
}

/** The cell of a row that covers a column, or else the last one before it. */
function cellAt(row: HTMLTableRowElement | undefined, column: number): HTMLTableCellElement | undefined {
  const cells = cellsOf(row);
  return cells.findLast((cell) => columnOf(cell) <= column) ?? cells[0];
}
