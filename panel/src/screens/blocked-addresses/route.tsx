import { IconShieldOff } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/blocked-addresses",
    title: "shell:nav.blocked_addresses",
    roles: roles.it,
    nav: { group: "integrations", order: 60, icon: IconShieldOff },
    texts: ["blocked-addresses"],
    load: async () => (await import("./blocked-addresses.tsx")).BlockedAddresses,
  },
];
