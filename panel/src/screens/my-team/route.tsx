import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/my-team",
    title: "my-team:title",
    roles: roles.learner,
    texts: ["my-team", "matrix"],
    load: async () => (await import("./my-team.tsx")).MyTeam,
  },
  {
    path: "/my-team/$person_id",
    title: "my-team:member.title",
    roles: roles.learner,
    texts: ["my-team", "bulk", "enrollments"],
    load: async () => (await import("./member.tsx")).TeamMember,
  },
];
