import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  readIntegrationFigures: { status: 200, make: async () => ({}) },
  listAttention: { status: 200, make: async () => ({}) },
  readSeatFigures: { status: 200, make: async () => ({}) },
};
