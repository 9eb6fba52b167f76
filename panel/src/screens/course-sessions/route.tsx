import { IconCalendarEvent } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/course-sessions",
    title: "shell:nav.course_sessions",
    roles: roles.training,
    nav: { group: "training", order: 15, icon: IconCalendarEvent },
    texts: ["course-sessions", "training", "enrollments"],
    load: async () => (await import("./course-sessions.tsx")).CourseSessions,
  },
  {
    path: "/course-sessions/$course_session_id",
    title: "course-sessions:one",
    roles: roles.training,
    texts: ["course-sessions", "training", "enrollments"],
    load: async () => (await import("./course-session.tsx")).CourseSessionPage,
  },
  {
    path: "/course-sessions/$course_session_id/check-in",
    title: "course-sessions:check_in.title",
    roles: ["training_admin"],
    texts: ["course-sessions"],
    load: async () => (await import("./check-in.tsx")).CheckIn,
  },
  {
    path: "/teaching/$course_session_id/check-in",
    title: "course-sessions:check_in.title",
    roles: roles.learner,
    texts: ["course-sessions"],
    load: async () => (await import("./check-in.tsx")).CheckIn,
  },
  {
    path: "/teaching",
    title: "course-sessions:teaching.title",
    roles: roles.learner,
    texts: ["course-sessions"],
    load: async () => (await import("./teaching.tsx")).TeachingScreen,
  },
  {
    path: "/teaching/$course_session_id",
    title: "course-sessions:one",
    roles: roles.learner,
    texts: ["course-sessions"],
    load: async () => (await import("./taught-session.tsx")).TaughtSession,
  },
];
