import { IconLicense } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["catalogue", "training"];

export const screens: Screen[] = [
  {
    path: "/licences",
    title: "shell:nav.licences",
    roles: roles.training,
    nav: { group: "training", order: 30, icon: IconLicense },
    texts,
    load: async () => (await import("./licences.tsx")).Licences,
  },
  {
    path: "/licences/$licence_id",
    title: "catalogue:licence.title",
    roles: roles.training,
    texts,
    load: async () => (await import("./licence.tsx")).LicencePage,
  },
];
