import { IconMail } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/mailbox",
    title: "shell:nav.mailbox",
    roles: roles.it,
    nav: { group: "organisation", order: 40, icon: IconMail },
    texts: ["mailbox"],
    load: async () => (await import("./mailbox.tsx")).Mailbox,
  },
];
