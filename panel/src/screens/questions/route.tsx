import { IconHelpCircle } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["course-items", "catalogue", "training"];

export const screens: Screen[] = [
  {
    path: "/questions",
    title: "shell:nav.questions",
    roles: roles.training,
    nav: { group: "training", order: 15, icon: IconHelpCircle },
    texts,
    load: async () => (await import("./categories.tsx")).Categories,
  },
  {
    path: "/questions/$category_id",
    title: "course-items:bank.category",
    roles: roles.training,
    texts,
    load: async () => (await import("./category.tsx")).Category,
  },
];
