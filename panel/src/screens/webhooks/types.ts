import type { components } from "../../api/schema.d.ts";

export type Subscription = components["schemas"]["PanelSubscription"];
export type Delivery = components["schemas"]["WebhookDelivery"];
export type Attempt = Delivery["attempts"][number];
export type Choices = components["schemas"]["WebhookChoices"];

export type EventType = components["schemas"]["EventType"];

/** Keys of this screen's queries, so that a change can refresh what it affects. */
export const keys = {
  list: ["webhooks"],
  one: (id: string) => ["webhooks", id],
  part: (id: string, what: string, ...rest: unknown[]) => ["webhooks", id, what, ...rest],
} as const;

/** The host of an address; the whole text if it is not valid. */
export function hostOf(target_url: string): string {
  return URL.parse(target_url)?.host ?? target_url;
}

/** An instant for a datetime field, in the device's time zone. */
export function localInput(instant: Date): string {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
