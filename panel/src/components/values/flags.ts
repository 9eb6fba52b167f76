import { IconAlertTriangle, IconCheck, IconClock, IconHourglass, IconProgress } from "@tabler/icons-react";
import type { components } from "../../api/schema.d.ts";
import type { Tone } from "./state-badge.tsx";

export type Flag = components["schemas"]["ComplianceFlag"];

/** How each compliance flag is shown, and whether it says that the person is covered. Its name stands in common.json under `flag`. */
export const flags = {
  OVERDUE: { tone: "bad", Icon: IconAlertTriangle, covered: false },
  PENDING: { tone: "quiet", Icon: IconHourglass, covered: false },
  IN_PROGRESS: { tone: "info", Icon: IconProgress, covered: false },
  EXPIRING_SOON: { tone: "warning", Icon: IconClock, covered: true },
  COMPLIANT: { tone: "good", Icon: IconCheck, covered: true },
} as const satisfies Record<Flag, { tone: Tone; Icon: typeof IconCheck; covered: boolean }>;

/** The order in which the server names them, too. */
export const worst_first = Object.keys(flags) as Flag[];
