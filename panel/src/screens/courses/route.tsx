import { IconBook2 } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["catalogue", "training"];

export const screens: Screen[] = [
  {
    path: "/courses",
    title: "shell:nav.courses",
    roles: roles.training,
    departments: true,
    nav: { group: "training", order: 10, icon: IconBook2 },
    texts,
    load: async () => (await import("./courses.tsx")).Courses,
  },
  {
    path: "/courses/$course_id",
    title: "catalogue:course.title",
    roles: roles.training,
    departments: true,
    texts,
    load: async () => (await import("./course.tsx")).CoursePage,
  },
  {
    path: "/courses/$course_id/content",
    title: "catalogue:content.title",
    roles: roles.training,
    departments: true,
    texts,
    load: async () => (await import("./course-content.tsx")).CourseContentPage,
  },
  {
    path: "/courses/$course_id/items",
    title: "course-items:items.title",
    roles: roles.training,
    texts: [...texts, "course-items"],
    load: async () => (await import("./course-items.tsx")).CourseItemsPage,
  },
];
