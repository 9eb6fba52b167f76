import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/people/assignments/$bulk_id",
    title: "bulk:result.title",
    roles: roles.training,
    departments: true,
    texts: ["bulk", "people", "rules", "training"],
    load: async () => (await import("./result.tsx")).BulkResult,
  },
];
