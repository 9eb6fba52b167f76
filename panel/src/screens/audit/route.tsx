import { IconHistory } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/audit",
    title: "shell:nav.audit",
    roles: roles.audit,
    nav: { group: "organisation", order: 10, icon: IconHistory, key: "a" },
    texts: ["audit"],
    load: async () => (await import("./audit.tsx")).Audit,
  },
];
