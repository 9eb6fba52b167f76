import { IconChecklist } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["enrollments", "training", "people"];

export const screens: Screen[] = [
  {
    path: "/enrollments",
    title: "shell:nav.enrollments",
    roles: roles.training,
    departments: true,
    nav: { group: "training", order: 60, icon: IconChecklist, key: "e" },
    texts,
    load: async () => (await import("./enrollments.tsx")).Enrollments,
  },
  {
    path: "/enrollments/$enrollment_id",
    title: "enrollments:detail.title",
    roles: roles.training,
    departments: true,
    texts,
    load: async () => (await import("./enrollment.tsx")).EnrollmentPage,
  },
];
