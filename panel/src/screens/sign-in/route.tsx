import type { Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/sign-in",
    title: "sign-in:title",
    roles: "public",
    texts: ["sign-in"],
    load: async () => (await import("./sign-in.tsx")).SignIn,
  },
  {
    path: "/link",
    title: "sign-in:link.title",
    roles: "public",
    texts: ["sign-in"],
    load: async () => (await import("./link.tsx")).SignInByLink,
  },
  {
    path: "/reset-password",
    title: "sign-in:reset.title",
    roles: "public",
    texts: ["sign-in"],
    load: async () => (await import("./reset-password.tsx")).ResetPassword,
  },
  {
    path: "/confirm-company",
    title: "sign-in:confirm.title",
    roles: "public",
    texts: ["sign-in"],
    load: async () => (await import("./confirm-company.tsx")).ConfirmCompany,
  },
];
