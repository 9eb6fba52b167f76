import { IconShieldCheck } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/gate",
    title: "shell:nav.gate",
    roles: roles.gate,
    nav: { group: "compliance", order: 40, icon: IconShieldCheck },
    texts: ["gate"],
    load: async () => (await import("./gate.tsx")).Gate,
  },
];
