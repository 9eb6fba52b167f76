import type { Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/shared-browser",
    title: "kiosk:title",
    roles: "public",
    texts: ["kiosk"],
    load: async () => (await import("./kiosk.tsx")).Kiosk,
  },
];
