import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/account",
    title: "shell:nav.account",
    roles: roles.everyone,
    departments: true,
    texts: ["account"],
    load: async () => (await import("./account.tsx")).Account,
  },
];
