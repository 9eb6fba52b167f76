import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  readContractChanges: { status: 200, make: async () => ({}) },
};
