/** A span of bytes: `from` is included, `to` is not. */
export type Span = { from: number; to: number };

/**
 * The range of a Range header (RFC 9110 §14.2); null: the whole file; "none": the range lies beyond the end. Several ranges are
 * answered with the whole file.
 */
export function spanOf(range: string | undefined, size: number): Span | "none" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  const [, first, last] = match as unknown as [string, string, string];
  // §14.1.2: a range whose last position is before its first is invalid, and is ignored.
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const from = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === "" || last === "" ? size : Math.min(Number(last) + 1, size);
  return from < to ? { from, to } : "none";
}
