/** What takes the focus within a field that is a group of controls. */
const controls = "input:not([type=hidden]):not([disabled]), textarea, select, button:not([disabled])";

/** Brings what is wrong before the eye, clear of what sticks to the window's edges, and gives it the focus. */
export function showFault(part: HTMLElement): void {
  part.scrollIntoView({ block: "center" });
  part.focus({ preventScroll: true });
}

/** The control of a form's field, in the dialog that lies uppermost where there is one; null: it is not shown. */
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

/** Whether the focus may be taken: it lies nowhere, or in the form or dialog that the fault is of. */
export function mayTakeFocus(part: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return part.closest('form, [aria-modal="true"]')?.contains(activeElement) ?? false;
}
