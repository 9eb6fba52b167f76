export const claim_rest_min_ms = 4;
export const claim_rest_max_ms = 40;
/** A claim of so many deliveries is followed by the shortest pause. */
export const gathered_enough = 40;

/**
 * How long a worker pauses after a claim, so that deliveries can accumulate: as long as the claim took, but the shorter, the more deliveries
 * it found. A claim is also slow if the machine or its disk is busy. A full pause would then let a queue grow, because new deliveries
 * wait for the pause and for one more claim.
 */
export function restAfterClaim(took_ms: number, deliveries: number): number {
  const most_ms = claim_rest_max_ms * Math.max(0, 1 - deliveries / gathered_enough);
  return Math.max(claim_rest_min_ms, Math.min(took_ms, most_ms));
}
