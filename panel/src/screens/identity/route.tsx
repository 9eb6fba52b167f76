import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/settings/sign-in",
    title: "identity:title",
    roles: roles.it,
    texts: ["identity", "administrators"],
    load: async () => (await import("./identity.tsx")).IdentityScreen,
  },
  {
    path: "/settings/sign-in/connect",
    title: "identity-wizard:title",
    roles: roles.it,
    texts: ["identity-wizard", "identity"],
    load: async () => (await import("./wizard/wizard.tsx")).IdentityWizard,
  },
];
