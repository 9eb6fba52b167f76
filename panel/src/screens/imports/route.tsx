import { IconFileImport } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["imports", "training"];

export const screens: Screen[] = [
  {
    path: "/imports",
    title: "shell:nav.imports",
    roles: roles.training,
    nav: { group: "people", order: 40, icon: IconFileImport, key: "i" },
    texts,
    load: async () => (await import("./imports.tsx")).Imports,
  },
  {
    path: "/imports/$import_id",
    title: "imports:detail.title",
    roles: roles.training,
    texts,
    load: async () => (await import("./import.tsx")).ImportPage,
  },
];
