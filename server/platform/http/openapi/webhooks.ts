import type { TSchema } from "typebox";
import { wholeSchema, type Components, type Json } from "./schemas.ts";

/** A type of event as receivers get it; the schema describes the whole body. */
export type EventDescription = { type: string; summary: string; description: string; schema: TSchema };

/** The tag of all webhook events. They have their own tag because code generators write one file per tag. */
export const webhook_tag = "Webhook events";

/** The `webhooks` section (OpenAPI 3.1 §4.8.1): what is sent to a subscription's `target_url`, by type of event. */
export function webhooksObject(events: readonly EventDescription[], components: Components): Json {
  return Object.fromEntries(events.map((event) => [event.type, { post: webhookObject(event, components) }]));
}

function webhookObject({ type, summary, description, schema }: EventDescription, components: Components): Json {
  return {
    operationId: `receive:${type}`,
    tags: [webhook_tag],
    // Clients never call this operation. With this mark openapi-generator leaves it out of its clients, where it would not
    // compile.
    "x-internal": true,
    summary,
    description,
    // The signature identifies the sender.
    security: [],
    parameters: Object.keys(delivery_headers).map((name) => ({ $ref: `#/components/parameters/${componentOf(name)}` })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: components.answer(schema), example: schema["example" as keyof TSchema] } },
    },
    responses: {
      "2XX": { description: "Acknowledged, if it comes within 5 seconds, whatever the body." },
      default: {
        description: "Anything else, a redirect included, is a failed attempt: retried after 60 s, 5 min, 30 min and 2 h.",
      },
    },
  };
}

/** The schema of one type of event as a separate document (JSON Schema 2020-12). */
export function standaloneSchema({ type, summary, schema }: EventDescription, base_url: string): Json {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${base_url}/schemas/events/${type}`,
    title: type,
    description: `${summary}.`,
    ...wholeSchema(schema),
  };
}

const delivery_headers: Readonly<Record<string, { description: string; example: string }>> = {
  "X-LMS-Signature": {
    description:
      "`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the whole secret token as key. While a previous secret is still good there is a second `v1`, of that one. Refuse a `t` more than 300 seconds away from the receiver's clock.",
    example: "t=1770015600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  },
  "X-LMS-Event": { description: "The event's type.", example: "course.completed" },
  "X-LMS-Event-Id": {
    description: "The event's id. A delivery may come more than once: deduplicate by it.",
    example: "019a5001-aaaa-7bbb-8ccc-000000000001",
  },
  "webhook-id": {
    description: "The event's id, for libraries of Standard Webhooks.",
    example: "019a5001-aaaa-7bbb-8ccc-000000000001",
  },
  "webhook-timestamp": { description: "Unix seconds, as in X-LMS-Signature.", example: "1770015600" },
  "webhook-signature": {
    description:
      "`v1,<base64>`, two of them separated by a space while a previous secret is good: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`; the key is what the secret token encodes behind `whsec_`.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
  traceparent: {
    description: "W3C Trace Context; the trace is the event.",
    example: "00-019a5001aaaa7bbb8ccc000000000001-8def567812345678-01",
  },
};

/** The headers of a delivery, as parameters that all webhooks share. */
export const webhook_parameter_components: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(delivery_headers).map(([name, { description, example }]) => [
    componentOf(name),
    { name, in: "header", required: true, description, schema: { type: "string", examples: [example] } },
  ]),
);

function componentOf(name: string): string {
  return `Delivery-${name}`;
}
