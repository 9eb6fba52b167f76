import { IconAlertTriangle, IconCheck, IconClock, IconHourglass, IconProgress } from "@tabler/icons-react";
import type { components } from "../../api/schema.d.ts";
import type { Tone } from "./state-badge.tsx";

export type Flag = components["schemas"]["ComplianceFlag"];

/**
 * How each compliance flag is shown. `covered`: the person is covered. `open`: something is to be done or renewed. Its name
 * stands in common.json under `flag`.
 */
export const flags = {
  OVERDUE: { tone: "bad", Icon: IconAlertTriangle, covered: false, open: true },
  PENDING: { tone: "quiet", Icon: IconHourglass, covered: false, open: true },
  IN_PROGRESS: { tone: "info", Icon: IconProgress, covered: false, open: true },
  EXPIRING_SOON: { tone: "warning", Icon: IconClock, covered: true, open: true },
  COMPLIANT: { tone: "good", Icon: IconCheck, covered: true, open: false },
} as const satisfies Record<Flag, { tone: Tone; Icon: typeof IconCheck; covered: boolean; open: boolean }>;

/** The flags from worst to best, in the same order as on the server. */
export const worst_first = Object.keys(flags) as Flag[];
