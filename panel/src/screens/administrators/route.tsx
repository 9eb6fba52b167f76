import { IconUserShield } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/administrators",
    title: "shell:nav.administrators",
    roles: roles.it,
    nav: { group: "organisation", order: 20, icon: IconUserShield },
    texts: ["administrators"],
    load: async () => (await import("./administrators.tsx")).Administrators,
  },
];
