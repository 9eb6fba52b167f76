import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  listRequests: { status: 200, make: async () => ({ query: { status: "4xx", from: "2026-01-01T00:00:00Z" } }) },
  exportRequests: { status: 200, make: async () => ({ query: { status: "4xx" } }) },
  listRequestErrors: { status: 200, make: async () => ({}) },
};
