import { IconTerminal2 } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/console",
    title: "shell:nav.console",
    roles: roles.it,
    nav: { group: "developer", order: 15, icon: IconTerminal2 },
    texts: ["console"],
    load: async () => (await import("./console.tsx")).Console,
  },
];
