import { IconCertificate } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/certificates",
    title: "shell:nav.certificates",
    roles: roles.administrators,
    departments: true,
    nav: { group: "compliance", order: 30, icon: IconCertificate },
    texts: ["certificates", "enrollments", "training"],
    load: async () => (await import("./certificates.tsx")).Certificates,
  },
];
