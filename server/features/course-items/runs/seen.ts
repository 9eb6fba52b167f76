/** From one second of a video to another. */
export type Stretch = readonly [from: number, to: number];

/** Of many short ones, the longest are kept. */
const stretches_max = 500;

/** What was seen before and now, in order and apart; nothing lies beyond the end. */
export function seenTogether(before: readonly Stretch[], now: readonly Stretch[], duration_s: number): Stretch[] {
  const within = [...before, ...now]
    .map(([from, to]): Stretch => [Math.max(from, 0), Math.min(to, duration_s)])
    .filter(([from, to]) => from < to)
    .toSorted(([a], [b]) => a - b);
  const apart: Stretch[] = [];
  for (const [from, to] of within) {
    const last = apart.at(-1);
    if (last !== undefined && from <= last[1]) apart[apart.length - 1] = [last[0], Math.max(last[1], to)];
    else apart.push([from, to]);
  }
  if (apart.length <= stretches_max) return apart;
  const longest = apart.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, stretches_max);
  return longest.toSorted(([a], [b]) => a - b);
}

/** How much of a video was seen, in whole per cent, rounded down. */
export function percentSeen(seen: readonly Stretch[], duration_s: number): number {
  return Math.floor((seen.reduce((sum, [from, to]) => sum + to - from, 0) * 100) / duration_s);
}
