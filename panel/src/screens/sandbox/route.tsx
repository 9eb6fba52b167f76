import { IconFlask } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/sandbox",
    title: "shell:nav.sandbox",
    roles: roles.administrators,
    nav: { group: "developer", order: 20, icon: IconFlask },
    texts: ["sandbox", "clients"],
    load: async () => (await import("./sandbox.tsx")).Sandbox,
  },
];
