import type { AttemptOutcome } from "./attempt.ts";
import type { State } from "./state.ts";

/** Observes deliveries, for metrics. */
export type DeliveryObserver = {
  attempted(outcome: AttemptOutcome): void;
  /** From the event's commit to its acknowledgement, in s; first attempts only. */
  delivered(seconds: number): void;
  /** An attempt has made a subscription degraded or disabled. */
  moved(state: State): void;
};
