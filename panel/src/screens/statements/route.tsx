import { IconHistoryToggle } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/statements",
    title: "shell:nav.statements",
    roles: roles.training,
    nav: { group: "training", order: 80, icon: IconHistoryToggle },
    texts: ["statements"],
    load: async () => (await import("./statements.tsx")).Statements,
  },
];
