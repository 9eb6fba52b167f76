import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  listScimExchanges: { status: 200, make: async () => ({ query: { outcome: "refused" } }) },
};
