import { IconChartBar } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/forecast",
    title: "shell:nav.forecast",
    roles: roles.training,
    nav: { group: "compliance", order: 20, icon: IconChartBar },
    texts: ["forecast"],
    load: async () => (await import("./forecast.tsx")).Forecast,
  },
];
