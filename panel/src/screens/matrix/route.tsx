import { IconLayoutGrid } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/compliance",
    title: "shell:nav.matrix",
    roles: roles.administrators,
    departments: true,
    nav: { group: "compliance", order: 10, icon: IconLayoutGrid, key: "m" },
    texts: ["matrix", "enrollments", "training", "bulk"],
    load: async () => (await import("./matrix.tsx")).MatrixScreen,
  },
];
