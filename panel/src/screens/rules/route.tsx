import { IconListCheck } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const texts = ["rules", "conditions", "people", "training"];

export const screens: Screen[] = [
  {
    path: "/rules",
    title: "shell:nav.rules",
    roles: roles.training,
    nav: { group: "training", order: 40, icon: IconListCheck, key: "r" },
    texts,
    load: async () => (await import("./rules.tsx")).Rules,
  },
  {
    path: "/rules/new",
    title: "rules:new.title",
    roles: ["training_admin"],
    texts,
    load: async () => (await import("./new-rule.tsx")).NewRule,
  },
  {
    path: "/rules/$rule_id",
    title: "rules:detail.title",
    roles: roles.training,
    texts,
    load: async () => (await import("./rule.tsx")).RulePage,
  },
  {
    path: "/rules/$rule_id/edit",
    title: "rules:edit.title",
    roles: ["training_admin"],
    texts,
    load: async () => (await import("./edit-rule.tsx")).EditRule,
  },
];
