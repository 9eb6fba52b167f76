/** A part of a video, in seconds. */
export type Stretch = readonly [from: number, to: number];

/** The most stretches that are stored; the longest are kept. */
const stretches_max = 500;

/** Merges the stretches seen before and now: sorted, disjoint, and within the video's length. */
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

/** The seen share of a video, in whole per cent, rounded down. */
export function percentSeen(seen: readonly Stretch[], duration_s: number): number {
  return Math.floor((seen.reduce((sum, [from, to]) => sum + to - from, 0) * 100) / duration_s);
}
