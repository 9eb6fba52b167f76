import { IconTool } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/tools",
    title: "shell:nav.tools",
    roles: roles.it,
    nav: { group: "integrations", order: 55, icon: IconTool },
    texts: ["tools"],
    load: async () => (await import("./tools.tsx")).Tools,
  },
];
