import type { Probe } from "../../platform/db/probe.ts";

/** Whether this process accepts requests. */
export type Readiness = {
  ready: boolean;
  checks: { database: "ok" | "failed"; clock: "ok" | "skewed" | "unknown"; process: "ok" | "draining" };
};

export type Health = {
  readiness(): Promise<Readiness>;
  /**
   * Makes the process not ready from now on: the proxy in front sends new requests elsewhere while the last ones are answered.
   */
  drain(): void;
  readonly is_draining: boolean;
};

/** With a greater difference, the machine's clock should be checked. Limits, expiry and ids use the database's clock. */
export const clock_skew_max_ms = 5_000;

export function createHealth(probe: Pick<Probe, "pulse">): Health {
  let draining = false;
  return {
    async readiness() {
      const pulse = await probe.pulse();
      const clock = pulse.ok ? (Math.abs(pulse.clock_skew_ms) > clock_skew_max_ms ? "skewed" : "ok") : "unknown";
      return {
        ready: pulse.ok && !draining,
        checks: { database: pulse.ok ? "ok" : "failed", clock, process: draining ? "draining" : "ok" },
      };
    },
    drain() {
      draining = true;
    },
    get is_draining() {
      return draining;
    },
  };
}
