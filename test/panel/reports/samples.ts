import type { PanelPlace, PanelSample } from "../samples.ts";

const definition = { subject: "people", columns: ["employee_no", "full_name"], filters: {}, group_by: null, chart: "none" };
const reportOf = (tag: string) => ({ name: `Report ${tag}`, is_shared: false, definition });

const scheduleOf = ({ account }: PanelPlace) => ({
  format: "csv",
  every: "week",
  day: 1,
  hour: 8,
  time_zone: "Europe/Warsaw",
  receiver_ids: [account.id],
});

async function made({ panel }: PanelPlace, tag: string): Promise<{ id: string }> {
  return { id: (await panel.post("/reports", reportOf(tag))).body.id };
}

export const samples: Record<string, PanelSample> = {
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
  readReportSchedule: { status: 200, make: async (place, tag) => ({ path: await made(place, tag) }) },
  setReportSchedule: {
    status: 200,
    make: async (place, tag) => ({ path: await made(place, tag), body: scheduleOf(place) }),
  },
  endReportSchedule: {
    status: 204,
    make: async (place, tag) => {
      const path = await made(place, tag);
      await place.panel.call("PUT", `/reports/${path.id}/schedule`, { body: scheduleOf(place) });
      return { path };
    },
  },
  exportReport: { status: 200, make: async (place, tag) => ({ path: await made(place, tag), query: { format: "csv" } }) },
};
