/** Failures that are logged one by one; more of them are counted. */
const reported_max = 10;
/** How many failures in a row are no longer the fault of single records: the others would fail in the same way. */
const in_a_row_max = 20;

/**
 * Does something for each organisation, or each record of a list. One that fails holds up none of the others, and still fails
 * the run in the end: the log names it, the run counts as failed, and the next one tries again.
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
