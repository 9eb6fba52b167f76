import { IconCertificate, IconSchool } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/my-training",
    title: "shell:nav.my_training",
    roles: roles.learner,
    nav: { group: "learning", order: 10, icon: IconSchool, key: "t" },
    texts: ["my-training"],
    load: async () => (await import("./my-training.tsx")).MyTrainingScreen,
  },
  {
    path: "/my-training/$course_id",
    title: "my-training:course",
    roles: roles.learner,
    texts: ["my-training", "course-sessions"],
    load: async () => (await import("./course.tsx")).Course,
  },
  {
    path: "/my-certificates",
    title: "shell:nav.my_certificates",
    roles: roles.learner,
    nav: { group: "learning", order: 20, icon: IconCertificate },
    texts: ["my-training"],
    load: async () => (await import("./my-certificates.tsx")).MyCertificates,
  },
];
