/** The formats in which a subscription can receive events; the first one is the default. */
export const delivery_formats = ["platform.v1", "cloudevents.v1"] as const;
export type DeliveryFormat = (typeof delivery_formats)[number];
export const default_format: DeliveryFormat = delivery_formats[0];

/**
 * The media type of each format. `cloudevents.v1` is the structured mode of CloudEvents with its JSON format (HTTP protocol
 * binding 1.0, section 3.2).
 */
export const media_types: Readonly<Record<DeliveryFormat, string>> = {
  "platform.v1": "application/json",
  "cloudevents.v1": "application/cloudevents+json; charset=utf-8",
};

/**
 * The body of a stored event in a format, as it is signed and sent. `base_url` is the installation's, without a slash at its end.
 */
export function bodyIn(format: DeliveryFormat, stored: Buffer, base_url: string): Buffer {
  if (format === "platform.v1") return stored;
  return Buffer.from(JSON.stringify(cloudEventOf(JSON.parse(stored.toString()) as StoredEvent, base_url)));
}

/** The envelope of every event (events/emit.ts). */
type StoredEvent = {
  id: string;
  type: string;
  created_at: string;
  tenant_code: string;
  data: { user?: { id: string }; subscription_id?: string };
};

/**
 * CloudEvents 1.0.2, JSON format. `source` names the organisation, so that `source` and `id` together are unique everywhere; it
 * is not a URL to fetch. `tenantcode` is an extension attribute: such names have only lower-case letters and digits (section
 * 3.1).
 */
function cloudEventOf({ id, type, created_at, tenant_code, data }: StoredEvent, base_url: string) {
  const subject = data.user ? `users/${data.user.id}` : data.subscription_id && `subscriptions/${data.subscription_id}`;
  return {
    specversion: "1.0",
    id,
    type,
    source: `${base_url}/organisations/${tenant_code}`,
    subject,
    time: created_at,
    datacontenttype: "application/json",
    tenantcode: tenant_code,
    data,
  };
}
