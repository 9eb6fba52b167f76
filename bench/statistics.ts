/** The middle value; the mean of the two middle ones when their number is even. */
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

/** Ours over the floor's, round by round: neighbours in time share what else the machine was doing. */
export function pairedRatios(floor: readonly number[], ours: readonly number[]): number[] {
  if (floor.length !== ours.length) throw new RangeError("every round measures both sides");
  return ours.map((value, round) => value / floor[round]!);
}
