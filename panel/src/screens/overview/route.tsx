import { IconHome } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/",
    title: "shell:nav.overview",
    roles: roles.everyone,
    departments: true,
    nav: { group: "overview", order: 0, icon: IconHome, key: "o" },
    texts: ["overview"],
    load: async () => (await import("./overview.tsx")).Overview,
  },
];
