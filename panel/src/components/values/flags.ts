import { IconAlertTriangle, IconCheck, IconClock, IconHourglass, IconProgress } from "@tabler/icons-react";
import type { components } from "../../api/schema.d.ts";
import type { Tone } from "./state-badge.tsx";

export type Flag = components["schemas"]["ComplianceFlag"];

/** How each compliance flag is shown. Its name stands in common.json under `flag`. */
export const flags = {
  OVERDUE: { tone: "bad", Icon: IconAlertTriangle },
  PENDING: { tone: "quiet", Icon: IconHourglass },
  IN_PROGRESS: { tone: "info", Icon: IconProgress },
  EXPIRING_SOON: { tone: "warning", Icon: IconClock },
  COMPLIANT: { tone: "good", Icon: IconCheck },
} as const satisfies Record<Flag, { tone: Tone; Icon: typeof IconCheck }>;

/** The order in which the server names them, too. */
export const worst_first = Object.keys(flags) as Flag[];
