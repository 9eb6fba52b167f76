import { IconReportAnalytics } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/reports",
    title: "shell:nav.reports",
    roles: roles.administrators,
    departments: true,
    nav: { group: "compliance", order: 40, icon: IconReportAnalytics },
    texts: ["reports"],
    load: async () => (await import("./reports.tsx")).Reports,
  },
  {
    path: "/reports/new",
    title: "reports:new.title",
    roles: roles.administrators,
    departments: true,
    texts: ["reports"],
    load: async () => (await import("./report.tsx")).NewReport,
  },
  {
    path: "/reports/$report_id",
    title: "reports:one.title",
    roles: roles.administrators,
    departments: true,
    texts: ["reports"],
    load: async () => (await import("./report.tsx")).OneReport,
  },
];
