import type { PanelSample } from "../samples.ts";

const empty = { make: async () => ({}) };

export const samples: Record<string, PanelSample> = {
  listAudit: { status: 200, ...empty },
  exportAudit: { status: 200, ...empty },
  verifyAudit: { status: 200, ...empty },
};
