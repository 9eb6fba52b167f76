import { preconditionFailed } from "../../../platform/http/problem.ts";
import { etagOf } from "../../../platform/http/route.ts";

/**
 * Two digests, of the members that a client sets and of the whole record. Every delivery moves a subscription; If-Match asks
 * for the first digest only, or a busy subscription could never be changed with it.
 */
export function etagOfSubscription(record: string): string {
  return `"${settingsDigest(record)}.${bare(etagOf(record))}"`;
}

/** Refuses a change of settings that others have changed since they were read. */
export function refuseUnlessMatches(if_match: string | undefined, record: string): void {
  if (if_match === undefined) return;
  const wanted = `"${settingsDigest(record)}.`;
  const named = if_match.split(",").map((entry) => entry.trim().replace(/^W\//, ""));
  if (!named.some((entry) => entry === "*" || entry.startsWith(wanted)))
    throw preconditionFailed("The subscription has been changed since it was read; read it again.");
}

function settingsDigest(record: string): string {
  const { name, target_url, subscribed_events } = JSON.parse(record) as Record<string, unknown>;
  return bare(etagOf(JSON.stringify([name, target_url, subscribed_events])));
}

function bare(etag: string): string {
  return etag.slice(1, -1);
}
