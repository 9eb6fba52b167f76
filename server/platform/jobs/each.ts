/** Maximum number of failures that are logged one by one; the rest are only counted. */
const reported_max = 10;
/** After so many failures in a row the run stops: the cause is not a single record, and the others would fail in the same way. */
const in_a_row_max = 20;

/**
 * Calls a function for each organisation, or each record of a list. A failure is logged and does not stop the others. The run
 * then fails at the end, and the next run tries again.
 */
export async function forEach<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: Error[] = [];
  let in_a_row = 0;
  for (const item of items) {
    if (signal.aborted || in_a_row === in_a_row_max) break;
    try {
      await act(item);
      in_a_row = 0;
    } catch (error) {
      in_a_row += 1;
      failures.push(new Error(`failed for ${nameOf(item)}`, { cause: error }));
    }
  }
  if (failures.length === 0) return;
  throw new AggregateError(failures.slice(0, reported_max), `${failures.length} of ${items.length} could not be done`);
}

function nameOf(item: unknown): string {
  return typeof item === "function" ? item.name : JSON.stringify(item);
}
