import { IconUsers } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["people", "training", "enrollments", "matrix", "certificates", "audit", "badge"];

export const screens: Screen[] = [
  {
    path: "/people",
    title: "shell:nav.people",
    roles: roles.training,
    departments: true,
    nav: { group: "people", order: 10, icon: IconUsers, key: "p" },
    texts: [...texts, "bulk"],
    load: async () => (await import("./people.tsx")).People,
  },
  {
    path: "/people/new",
    title: "people:new.title",
    roles: ["training_admin"],
    texts,
    load: async () => (await import("./new-person.tsx")).NewPerson,
  },
  {
    path: "/people/bounces",
    title: "people:bounce.list",
    roles: roles.training,
    texts,
    load: async () => (await import("./bounces.tsx")).Bounces,
  },
  {
    path: "/people/$person_id",
    title: "people:detail.title",
    roles: roles.training,
    departments: true,
    texts: [...texts, "bulk"],
    load: async () => (await import("./person.tsx")).PersonPage,
  },
  {
    path: "/people/$person_id/edit",
    title: "people:edit.title",
    roles: ["training_admin"],
    texts,
    load: async () => (await import("./edit-person.tsx")).EditPerson,
  },
];
