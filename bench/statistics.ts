/** The median; for an even number of values, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The smallest value that at least `percent` of all values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

/** Ours divided by the floor, round by round: both sides of a round ran under the same load of the machine. */
export function pairedRatios(floor: readonly number[], ours: readonly number[]): number[] {
  if (floor.length !== ours.length) throw new RangeError("every round measures both sides");
  return ours.map((value, round) => value / floor[round]!);
}
