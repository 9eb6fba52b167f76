import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/account",
    title: "shell:nav.account",
    roles: roles.everyone,
    texts: ["account"],
    load: async () => (await import("./account.tsx")).Account,
  },
];
