import type { PanelPlace, PanelSample } from "../samples.ts";

const definition = { subject: "people", columns: ["employee_no", "full_name"], filters: {}, group_by: null, chart: "none" };
const reportOf = (tag: string) => ({ name: `Report ${tag}`, is_shared: false, definition });

async function made({ panel }: PanelPlace, tag: string): Promise<{ id: string }> {
  return { id: (await panel.post("/reports", reportOf(tag))).body.id };
}

export const samples: Record<string, PanelSample> = {
  listReportSubjects: { status: 200, make: async () => ({}) },
  listReports: { status: 200, make: async () => ({}) },
  getReport: { status: 200, make: async (place, tag) => ({ path: await made(place, tag) }) },
  createReport: { status: 201, make: async (_, tag) => ({ body: reportOf(tag) }) },
  changeReport: {
    status: 200,
    make: async (place, tag) => ({ path: await made(place, tag), body: { ...reportOf(tag), name: `Other ${tag}` } }),
  },
  removeReport: { status: 204, make: async (place, tag) => ({ path: await made(place, tag) }) },
  previewReport: {
    status: 200,
    changes_nothing: "it reads, and its filters are too many for an address",
    make: async () => ({ body: { definition } }),
  },
  exportReport: { status: 200, make: async (place, tag) => ({ path: await made(place, tag), query: { format: "csv" } }) },
};
