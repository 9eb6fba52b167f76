// How long tests wait: the runner measures once how slow the machine is, and every wait is scaled by it. A wait that is too long
// only delays a failing test, but one that is too short fails a correct product.

/** The rounds of `work` that an idle processor of 2024 completes in `reference_ms`. */
const rounds = 3_000;
const reference_ms = 215;
/** On a slower machine a run is not worth waiting for. */
const slowness_max = 8;
/** How long an idle reference machine may take until a test sees what it waits for. */
const quiet_patience_ms = 20_000;

/**
 * How many times slower than the reference machine this one is now, between 1 and `slowness_max`. The same work is measured in
 * wall time, so that a slow processor and other load count equally.
 */
export function measureSlowness(): number {
  const records = Array.from({ length: 200 }, (_, index) => ({ id: index, name: `Person ${index}`, tags: ["a", "b", "c"] }));
  work(records, rounds / 10);
  const started_ms = performance.now();
  work(records, rounds);
  return Math.min(slowness_max, Math.max(1, (performance.now() - started_ms) / reference_ms));
}

function work(records: unknown, times: number): void {
  let text = JSON.stringify(records);
  for (let round = 0; round < times; round += 1) text = JSON.stringify(JSON.parse(text));
}

/** The runner's measurement from `TEST_SLOWNESS`; 1 if a file runs without the runner. */
export const slowness = Number(process.env["TEST_SLOWNESS"] ?? 1);

/** How long a test waits for an expected event, in ms. */
export const patience_ms = Math.ceil(quiet_patience_ms * slowness);
