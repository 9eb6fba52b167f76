import { Closed, OneOf } from "../../platform/http/schema.ts";

export const Liveness = Closed({ status: OneOf(["ok"], { named: "LivenessStatus" }) }, { $id: "Liveness" });

export const ReadinessReport = Closed(
  {
    status: OneOf(["ready", "unavailable"], { named: "ReadinessStatus" }),
    checks: Closed({
      database: OneOf(["ok", "failed"], { named: "DatabaseCheck" }),
      clock: OneOf(["ok", "skewed", "unknown"], {
        named: "ClockCheck",
        description:
          "`skewed`: the machine's clock is more than 5 s from the database's, by which the process goes. Does not make it unready.",
      }),
      process: OneOf(["ok", "draining"], { named: "ProcessCheck" }),
    }),
  },
  {
    $id: "ReadinessReport",
    description: "What the process knows about itself.",
    example: { status: "ready", checks: { database: "ok", clock: "ok", process: "ok" } },
  },
);
