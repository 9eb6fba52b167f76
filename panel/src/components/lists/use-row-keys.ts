import { type MouseEvent, type RefObject, useEffect } from "react";
import { isTyping } from "../../app/shell/shortcuts.ts";

/** What opens a row: its first link, or the button that is marked for it. */
const opener = "a, button[data-opens-row]";

/** `j` and `k` move the focus from row to row; Enter opens the row's first link, or presses its first button where it has none. */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      const rows = [...(body.current?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === "Enter" && document.activeElement === rows[at])
        (rows[at]?.querySelector<HTMLElement>(opener) ?? rows[at]?.querySelector("button"))?.click();
      if (event.key !== "j" && event.key !== "k") return;
      const next = event.key === "j" ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0);
      rows[next]?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [body]);
}

/** A click anywhere in a row opens it, as Enter does, except a click on another control or one that ends a selection of text. */
export function openRow(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.closest("a, button, input, label, select, textarea, [role=button]")) return;
  if (target.closest("td")?.querySelector("input")) return;
  if (getSelection()?.isCollapsed === false) return;
  target.closest("tr[data-row]")?.querySelector<HTMLElement>(opener)?.click();
}
