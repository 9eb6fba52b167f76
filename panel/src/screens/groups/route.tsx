import { IconUsersGroup } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["groups", "rules", "conditions", "people", "training", "enrollments"];

export const screens: Screen[] = [
  {
    path: "/groups",
    title: "shell:nav.groups",
    roles: roles.training,
    nav: { group: "training", order: 50, icon: IconUsersGroup, key: "g" },
    texts,
    load: async () => (await import("./groups.tsx")).Groups,
  },
  {
    path: "/groups/new",
    title: "groups:new.title",
    roles: ["training_admin"],
    texts,
    load: async () => (await import("./new-group.tsx")).NewGroup,
  },
  {
    path: "/groups/$group_id",
    title: "groups:detail.title",
    roles: roles.training,
    texts,
    load: async () => (await import("./group.tsx")).GroupPage,
  },
  {
    path: "/groups/$group_id/edit",
    title: "groups:edit.title",
    roles: ["training_admin"],
    texts,
    load: async () => (await import("./edit-group.tsx")).EditGroup,
  },
];
