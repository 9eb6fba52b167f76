import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  readStatus: { status: 200, make: async () => ({}) },
};
