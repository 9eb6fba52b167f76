import { Gauge, type Registry } from "prom-client";

/**
 * A metric: for how long this process has been unable to seal all rows that it found. Rows that must wait for an open transaction
 * show in `database_oldest_transaction_seconds` instead.
 */
export function measureSealing(registry: Registry | undefined): ((began_ms: number) => void) | undefined {
  if (registry === undefined) return undefined;
  let last_ms = performance.now();
  const lag = new Gauge({
    name: "audit_seal_lag_seconds",
    help: "Since when rows of the audit log may wait for their seal: the age of the last round that sealed all that it found.",
    registers: [registry],
    collect() {
      lag.set((performance.now() - last_ms) / 1_000);
    },
  });
  return (began_ms) => {
    last_ms = began_ms;
  };
}
