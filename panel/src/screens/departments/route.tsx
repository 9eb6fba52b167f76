import { IconSitemap } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["places", "training"];

export const screens: Screen[] = [
  {
    path: "/departments",
    title: "shell:nav.departments",
    roles: roles.training,
    departments: true,
    nav: { group: "people", order: 20, icon: IconSitemap },
    texts,
    load: async () => (await import("./departments.tsx")).Departments,
  },
  {
    path: "/departments/unmatched",
    title: "places:unmatched.title",
    roles: ["it_admin", "training_admin"],
    texts: [...texts, "scim"],
    load: async () => (await import("./unmatched-values.tsx")).UnmatchedValues,
  },
  {
    path: "/departments/$department_id",
    title: "places:department.title",
    roles: roles.training,
    texts,
    load: async () => (await import("./department.tsx")).DepartmentPage,
  },
];
