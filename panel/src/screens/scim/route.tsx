import { IconUsersGroup } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const common = { roles: roles.it, texts: ["scim"] } as const;

export const screens: Screen[] = [
  {
    ...common,
    path: "/scim",
    title: "shell:nav.scim",
    nav: { group: "integrations", order: 50, icon: IconUsersGroup, key: "s" },
    load: async () => (await import("./scim.tsx")).Scim,
  },
  {
    ...common,
    path: "/scim/connect",
    title: "scim:wizard.title",
    load: async () => (await import("./wizard.tsx")).ScimWizard,
  },
];
