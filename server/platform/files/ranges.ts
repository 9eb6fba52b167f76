/** From one byte to before another. */
export type Span = { from: number; to: number };

/** RFC 9110 §14.2: one range of bytes; null: all of it, "none": it lies beyond the end. Several ranges are answered with all. */
export function spanOf(range: string | undefined, size: number): Span | "none" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  const [, first, last] = match as unknown as [string, string, string];
  // §14.1.2: a last position before the first makes the set invalid, and it is ignored.
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const from = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === "" || last === "" ? size : Math.min(Number(last) + 1, size);
  return from < to ? { from, to } : "none";
}
