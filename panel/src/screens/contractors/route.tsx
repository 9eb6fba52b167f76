import { IconBuildingFactory2 } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["places", "training"];

export const screens: Screen[] = [
  {
    path: "/contractors",
    title: "shell:nav.contractors",
    roles: roles.training,
    departments: true,
    nav: { group: "people", order: 30, icon: IconBuildingFactory2 },
    texts,
    load: async () => (await import("./contractors.tsx")).Contractors,
  },
  {
    path: "/contractors/$contractor_id",
    title: "places:contractor.title",
    roles: roles.training,
    texts: [...texts, "company-evidence"],
    load: async () => (await import("./contractor.tsx")).ContractorPage,
  },
];
