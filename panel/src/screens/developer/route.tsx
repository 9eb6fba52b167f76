import { IconCode } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/developer",
    title: "shell:nav.developer",
    roles: roles.administrators,
    nav: { group: "developer", order: 10, icon: IconCode, key: "d" },
    texts: ["developer"],
    load: async () => (await import("./developer.tsx")).Developer,
  },
];
