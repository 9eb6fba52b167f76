import { IconFileZip } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/evidence-packs",
    title: "shell:nav.evidence_packs",
    roles: roles.audit,
    nav: { group: "compliance", order: 50, icon: IconFileZip },
    texts: ["evidence-packs", "people", "rules", "training"],
    load: async () => (await import("./evidence-packs.tsx")).EvidencePacks,
  },
];
