import { IconKey } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/clients",
    title: "shell:nav.clients",
    roles: roles.it,
    nav: { group: "integrations", order: 10, icon: IconKey, key: "c" },
    texts: ["clients"],
    load: async () => (await import("./clients.tsx")).Clients,
  },
  {
    path: "/clients/new",
    title: "clients:create.title",
    roles: roles.it,
    texts: ["clients"],
    load: async () => (await import("./create-client.tsx")).CreateClient,
  },
  {
    path: "/clients/$client_id",
    title: "clients:detail.title",
    roles: roles.it,
    texts: ["clients", "request-log", "audit"],
    load: async () => (await import("./client-detail.tsx")).ClientDetail,
  },
];
