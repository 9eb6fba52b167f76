import { IconWifiOff } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/gate-decisions",
    title: "shell:nav.gate_decisions",
    roles: roles.audit,
    nav: { group: "compliance", order: 45, icon: IconWifiOff },
    texts: ["gate-decisions"],
    load: async () => (await import("./gate-decisions.tsx")).GateDecisions,
  },
];
