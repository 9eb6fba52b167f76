/** The element to focus within a field that is a group of controls. */
const controls = "input:not([type=hidden]):not([disabled]), textarea, select, button:not([disabled])";

/** Scrolls an invalid field into view, clear of sticky headers and footers, and focuses it. */
export function showFault(part: HTMLElement): void {
  part.scrollIntoView({ block: "center" });
  part.focus({ preventScroll: true });
}

/** The control of a form's field, in the topmost dialog if one is open; null: it is not shown. */
export function controlOf(path: string): HTMLElement | null {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  const field = (dialog ?? document).querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  if (field === null) return null;
  if (field.matches(controls)) return field;
  return (
    field.querySelector<HTMLElement>(controls) ??
    field.closest(".mantine-InputWrapper-root")?.querySelector<HTMLElement>(controls) ??
    null
  );
}

/** Whether the focus may be moved: nothing is focused, or the focus is in the invalid field's form or dialog. */
export function mayTakeFocus(part: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return part.closest('form, [aria-modal="true"]')?.contains(activeElement) ?? false;
}
