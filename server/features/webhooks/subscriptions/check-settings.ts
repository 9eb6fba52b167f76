import type { Pool } from "../../../platform/db/pool.ts";
import type { FindFurther } from "../../../platform/http/every-fault.ts";
import { invalid, type ErrorItem } from "../../../platform/http/problem.ts";
import type { Resolve } from "../../../platform/net/resolve.ts";
import type { Sender } from "../sending/attempt.ts";
import { event_types, type EventType } from "../../events/emit.ts";
import { hostNotAllowed } from "../errors.ts";
import { default_format, delivery_formats, type DeliveryFormat } from "../deliveries/format.ts";
import type { Settings } from "./schema.ts";
import { faultsOfFilters, faultsOfTypes } from "./filters.ts";
import { findAllowedHosts, type Owner } from "./sql.ts";
import { checkTarget, resolvesPrivately } from "./target.ts";

/** What operations on subscriptions use; one object for a process. */
export type WebhookOptions = {
  sender: Sender;
  /** The DNS lookup for target URLs that are saved. */
  resolve: Resolve;
  /** The previous name of the delivery format, which is still accepted. */
  format_alias: string;
};

/**
 * Refuses invalid settings. First come faults that the request alone shows and ids that the organisation does not have (422),
 * then a host that is not on the client's allow-list (403). Only allowed hosts are looked up in DNS; one with a private address
 * is refused last (422).
 */
export async function checkSettings(
  pool: Pool,
  { sender, resolve, format_alias }: WebhookOptions,
  owner: Owner,
  settings: Settings,
): Promise<void> {
  const { target_url } = settings;
  const allowed_hosts = await findAllowedHosts(pool, owner);
  const target = target_url === undefined ? null : checkTarget(target_url, allowed_hosts, sender.trusted_origins);
  const faults = [
    ...faultsOfSettings(settings, format_alias, sender.trusted_origins),
    ...(await faultsOfFilters(pool, owner.tenant_id, settings)),
  ];
  if (faults.length > 0) throw invalid(faults);

  if (target?.ok === false && target.kind === "host_not_allowed") {
    const { host } = target;
    throw hostNotAllowed(`The host "${host}" is not on this client's allowed host list.`, { members: { host } });
  }
  if (target?.ok && !sender.trusted_origins.has(target.url.origin) && (await resolvesPrivately(target.url, resolve)))
    throw invalid([invalidUrl("The host must not have a private address.")]);
}

/** Returns further faults for a 422 answer, in the members whose form is valid. */
export function furtherFaultsOfSettings(pool: Pool, { sender, format_alias }: WebhookOptions): FindFurther {
  return async (request, given) => [
    ...faultsOfSettings(given, format_alias, sender.trusted_origins),
    ...(await faultsOfFilters(pool, request.caller!.tenant.id, given)),
  ];
}

/** The event types of a validated list, without duplicates. */
export function typesOf(subscribed_events: readonly string[]): EventType[] {
  return [...new Set(subscribed_events)] as EventType[];
}

/** The format of a validated setting; an old name becomes the present one. */
export function formatOf(delivery_format: string): DeliveryFormat {
  return isFormat(delivery_format) ? delivery_format : default_format;
}

function isFormat(text: string): text is DeliveryFormat {
  return (delivery_formats as readonly string[]).includes(text);
}

function faultsOfSettings(
  { target_url, subscribed_events = [], delivery_format: format, course_ids = null }: Settings,
  format_alias: string,
  trusted_origins: ReadonlySet<string>,
): ErrorItem[] {
  const target = target_url === undefined ? null : checkTarget(target_url, [], trusted_origins);
  const faults: ErrorItem[] = [];
  if (target?.ok === false && target.kind === "invalid") faults.push(invalidUrl(target.detail));
  faults.push(...subscribed_events.flatMap(faultOfType));
  if (faults.length === 0) faults.push(...faultsOfTypes({ subscribed_events, course_ids }));
  if (format !== undefined && !isFormat(format) && format !== format_alias)
    faults.push({ pointer: "#/delivery_format", code: "NOT_ALLOWED_VALUE", detail: `must be ${delivery_formats.join(" or ")}` });
  return faults;
}

function invalidUrl(detail: string): ErrorItem {
  return { pointer: "#/target_url", code: "INVALID_URL", detail };
}

function faultOfType(type: string, index: number): ErrorItem[] {
  if ((event_types as readonly string[]).includes(type)) return [];
  const suggestions = similarTypes(type).map((name) => ({ event_type: name }));
  const fault: ErrorItem = {
    pointer: `#/subscribed_events/${index}`,
    code: "UNKNOWN_EVENT_TYPE",
    detail: "is not an event type",
  };
  return [suggestions.length === 0 ? fault : { ...fault, suggestions }];
}

const suggestions_max = 3;
const similarity_min = 0.4;

/** Event types whose letter pairs overlap enough with a text (Dice's coefficient), the most similar first. */
function similarTypes(text: string): string[] {
  const wanted = pairsOf(text.toLowerCase());
  return event_types
    .map((type) => {
      const pairs = pairsOf(type);
      const shared = [...pairs].filter((pair) => wanted.has(pair)).length;
      return { type, similarity: (2 * shared) / (wanted.size + pairs.size) };
    })
    .filter(({ similarity }) => similarity >= similarity_min)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, suggestions_max)
    .map(({ type }) => type);
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(text.length - 1, 0) }, (_, at) => text.slice(at, at + 2)));
}
