// How long tests wait: the runner measures once how slow the machine is at the moment, and every wait follows. A wait that is too
// long costs only the test that fails; one that is too short fails a product without a fault.

/** Rounds of `work` that an idle processor of 2024 does in `reference_ms`. */
const rounds = 3_000;
const reference_ms = 215;
/** Beyond this, a run is not worth waiting for. */
const slowness_max = 8;
/** How long a quiet reference machine may take to show what a test waits for. */
const quiet_patience_ms = 20_000;

/**
 * How many times slower than the reference machine this one is now, between 1 and `slowness_max`: the same work is timed on the
 * wall, so that a slow processor and other programs beside us count alike.
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

/** What the runner measured: `TEST_SLOWNESS`; 1 where a file is run without it. */
export const slowness = Number(process.env["TEST_SLOWNESS"] ?? 1);

/** How long a test waits for what must come, in ms. */
export const patience_ms = Math.ceil(quiet_patience_ms * slowness);
