// Content that this browser has opened and not closed with all saved: its player keeps what the server has not acknowledged, and sends it when it
// is asked for by the address of its launch (screens/my-training/send-kept.ts). The address belongs to one account of one organisation, and goes
// with the sign-out or the launch's end.
import { sharedBy } from "./shared-browser.ts";

const prefix = "muster.content:";

type Owner = { account: { id: string }; organisation: { code: string } };
export type OpenedContent = { url: string; expires_at: string };

/** `place`: the enrollment, and the item of the course where it is one. In a browser that people share nothing is kept. */
export function rememberContent(owner: Owner, place: string, { url, expires_at }: OpenedContent): void {
  if (sharedBy() !== null) return;
  try {
    localStorage.setItem(prefixOf(owner) + place, JSON.stringify({ url, expires_at }));
  } catch {
    // The browser keeps nothing.
  }
}

export function forgetContent(owner: Owner, place: string): void {
  localStorage.removeItem(prefixOf(owner) + place);
}

/** By their places. */
export function contentOf(owner: Owner): Map<string, OpenedContent> {
  const own = prefixOf(owner);
  const found = new Map<string, OpenedContent>();
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(own)) continue;
    const opened = JSON.parse(localStorage.getItem(key)!) as OpenedContent;
    if (Date.parse(opened.expires_at) > Date.now()) found.set(key.slice(own.length), opened);
    else localStorage.removeItem(key);
  }
  return found;
}

/** Another account, or none: what others have opened goes. */
export function keepOnlyContentOf(owner: Owner | null): void {
  const own = owner === null ? null : prefixOf(owner);
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && (own === null || !key.startsWith(own))) localStorage.removeItem(key);
}

function prefixOf({ account, organisation }: Owner): string {
  return `${prefix}${organisation.code}:${account.id}:`;
}
