import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/notices",
    title: "notices:title",
    roles: roles.everyone,
    departments: true,
    texts: ["notices"],
    load: async () => (await import("./notices.tsx")).NoticesScreen,
  },
];
