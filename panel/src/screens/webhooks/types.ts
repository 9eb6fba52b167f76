import type { components } from "../../api/schema.d.ts";

export type Subscription = components["schemas"]["PanelSubscription"];
export type Delivery = components["schemas"]["WebhookDelivery"];
export type Attempt = Delivery["attempts"][number];
export type Choices = components["schemas"]["WebhookChoices"];

export type EventType = components["schemas"]["EventType"];

/** Queries of this screen, so that one deed refreshes what it touches. */
export const keys = {
  list: ["webhooks"],
  one: (id: string) => ["webhooks", id],
  part: (id: string, what: string, ...rest: unknown[]) => ["webhooks", id, what, ...rest],
} as const;

/** The host, where a wrong address can still be shown. */
export function hostOf(target_url: string): string {
  return URL.parse(target_url)?.host ?? target_url;
}

/** As a datetime field has it, in the device's zone. */
export function localInput(instant: Date): string {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
