import { IconListSearch, IconAlertCircle } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/request-log",
    title: "shell:nav.request_log",
    roles: roles.it,
    nav: { group: "integrations", order: 20, icon: IconListSearch, key: "l" },
    texts: ["request-log"],
    load: async () => (await import("./request-log.tsx")).RequestLog,
  },
  {
    path: "/errors",
    title: "shell:nav.errors",
    roles: roles.it,
    nav: { group: "integrations", order: 25, icon: IconAlertCircle },
    texts: ["request-log"],
    load: async () => (await import("./errors.tsx")).Errors,
  },
];
