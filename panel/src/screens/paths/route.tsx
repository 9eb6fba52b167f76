import { IconRoute } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["catalogue", "training"];

export const screens: Screen[] = [
  {
    path: "/paths",
    title: "shell:nav.paths",
    roles: roles.training,
    nav: { group: "training", order: 20, icon: IconRoute },
    texts,
    load: async () => (await import("./paths.tsx")).Paths,
  },
  {
    path: "/paths/$path_id",
    title: "catalogue:path.title",
    roles: roles.training,
    texts,
    load: async () => (await import("./path.tsx")).PathPage,
  },
];
