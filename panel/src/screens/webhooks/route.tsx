import { IconWebhook } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

const common = { roles: roles.it, texts: ["webhooks"] } as const;

export const screens: Screen[] = [
  {
    ...common,
    path: "/webhooks",
    title: "shell:nav.webhooks",
    nav: { group: "integrations", order: 40, icon: IconWebhook, key: "w" },
    load: async () => (await import("./webhooks.tsx")).Webhooks,
  },
  {
    ...common,
    path: "/webhooks/new",
    title: "webhooks:create.title",
    load: async () => (await import("./create.tsx")).CreateWebhook,
  },
  {
    ...common,
    path: "/webhooks/signature",
    title: "webhooks:signature.title",
    load: async () => (await import("./signature.tsx")).SignatureTester,
  },
  {
    ...common,
    path: "/webhooks/$webhook_id",
    title: "webhooks:detail.title",
    load: async () => (await import("./detail.tsx")).WebhookDetail,
  },
];
