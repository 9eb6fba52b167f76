import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  listScimConnections: { status: 200, make: async () => ({}) },
  listScimExchanges: { status: 200, make: async () => ({ query: { outcome: "refused" } }) },
};
