import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  readMailbox: { status: 200, make: async () => ({}) },
  readMailSettings: { status: 200, make: async () => ({}) },
};
