/** Copies a text, also on a page over plain HTTP, where browsers offer no `navigator.clipboard`. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    (document.querySelector('[aria-modal="true"]') ?? document.body).append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}
