// Launches of content that this browser has opened and that were not closed with everything saved. Their player keeps what the
// server has not acknowledged, and sends it when the launch's address is opened again (screens/my-training/send-kept.ts). An
// address belongs to one account of one organisation. It is deleted at sign-out or when the launch ends.
import { sharedBy } from "./shared-browser.ts";

const prefix = "muster.content:";

type Owner = { account: { id: string }; organisation: { code: string } };
export type OpenedContent = { url: string; expires_at: string };

/** `place`: the enrollment, and the item of the course if the content is one. A shared browser keeps nothing. */
export function rememberContent(owner: Owner, place: string, { url, expires_at }: OpenedContent): void {
  if (sharedBy() !== null) return;
  try {
    localStorage.setItem(prefixOf(owner) + place, JSON.stringify({ url, expires_at }));
  } catch {
    // This browser allows no storage.
  }
}

export function forgetContent(owner: Owner, place: string): void {
  localStorage.removeItem(prefixOf(owner) + place);
}

/** The stored launches, by `place`. */
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

/** Deletes the launches of all other accounts; without a session, all of them. */
export function keepOnlyContentOf(owner: Owner | null): void {
  const own = owner === null ? null : prefixOf(owner);
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && (own === null || !key.startsWith(own))) localStorage.removeItem(key);
}

function prefixOf({ account, organisation }: Owner): string {
  return `${prefix}${organisation.code}:${account.id}:`;
}
