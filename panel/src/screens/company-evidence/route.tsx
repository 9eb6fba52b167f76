import { IconFileCheck } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/submissions",
    title: "shell:nav.submissions",
    roles: roles.training,
    nav: { group: "training", order: 70, icon: IconFileCheck },
    texts: ["company-evidence", "training"],
    load: async () => (await import("./submissions.tsx")).Submissions,
  },
  {
    path: "/company-evidence",
    title: "company-evidence:door.title",
    roles: "public",
    texts: ["company-evidence"],
    load: async () => (await import("./door.tsx")).CompanyEvidence,
  },
];
