import { IconId } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/my-badge",
    title: "shell:nav.my_badge",
    roles: roles.learner,
    nav: { group: "learning", order: 30, icon: IconId },
    texts: ["badge"],
    load: async () => (await import("./my-badge.tsx")).MyBadge,
  },
];
