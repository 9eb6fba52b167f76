import type { AttemptOutcome } from "./attempt.ts";
import type { State } from "./state.ts";

/** Callbacks for metrics. */
export type DeliveryObserver = {
  attempted(outcome: AttemptOutcome): void;
  /** Seconds from the commit of the event to the receiver's 2xx; only for first attempts. */
  delivered(seconds: number): void;
  /** An attempt has changed a subscription's state to degraded or disabled. */
  moved(state: State): void;
};
