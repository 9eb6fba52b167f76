import { IconActivityHeartbeat } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/status",
    title: "shell:nav.status",
    roles: roles.it,
    nav: { group: "organisation", order: 50, icon: IconActivityHeartbeat },
    texts: ["status"],
    load: async () => (await import("./status.tsx")).Status,
  },
];
