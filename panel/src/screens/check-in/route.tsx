import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/check-in",
    title: "course-sessions:check_in.mine",
    roles: roles.learner,
    texts: ["course-sessions"],
    load: async () => (await import("./check-in.tsx")).MyCheckIn,
  },
];
