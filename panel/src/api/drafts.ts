// What was typed in a form and not saved, kept in this tab: through the end of a session, a reload and a detour. It belongs to one
// account of one organisation, and ends with the sign-out, on this device's other tabs too. Forms with secrets keep none.

const prefix = "muster.draft:";
const signed_out_key = "muster.signed_out";
const switched_key = "muster.switched";
/** An older draft is dropped. */
const age_ms_max = 12 * 3_600_000;
/** What is longer is not kept. */
const chars_max = 200_000;

/** Whose drafts they are: one account of one organisation. */
type Owner = { account: { id: string }; organisation: { code: string } };

export type DraftValues = Record<string, unknown>;

/** Where a form's draft lies; `place` names the form. */
export function draftKey({ account, organisation }: Owner, place: string): string {
  return `${prefixOf({ account, organisation })}${place}`;
}

/** null: there is none. */
export function readDraft(key: string): DraftValues | null {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return null;
  const { at, values } = JSON.parse(kept) as { at: number; values: DraftValues };
  if (Date.now() - at <= age_ms_max) return values;
  sessionStorage.removeItem(key);
  return null;
}

export function keepDraft(key: string, values: DraftValues): void {
  const text = JSON.stringify({ at: Date.now(), values });
  try {
    if (text.length <= chars_max) sessionStorage.setItem(key, text);
  } catch {
    // The browser has no room left: the form itself still holds everything.
  }
}

export function dropDraft(key: string): void {
  sessionStorage.removeItem(key);
}

/** Another account, or none: what was typed by others goes. */
export function keepOnlyDraftsOf(session: Owner | null): void {
  const own = session === null ? null : prefixOf(session);
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && (own === null || !key.startsWith(own))) sessionStorage.removeItem(key);
}

/** Tells the other tabs, which share the session that has just ended. */
export function announceSignOut(): void {
  localStorage.setItem(signed_out_key, String(Date.now()));
}

/** Tells the other tabs that the session is one of another organisation now: what they show would be changed there. */
export function announceSwitch(): void {
  keepOnlyDraftsOf(null);
  localStorage.setItem(switched_key, String(Date.now()));
}

export function watchForSwitch(): void {
  addEventListener("storage", ({ key }) => {
    if (key === switched_key) location.replace("/panel/");
  });
}

export function watchForSignOut(): void {
  addEventListener("storage", ({ key }) => key === signed_out_key && keepOnlyDraftsOf(null));
}

function prefixOf({ account, organisation }: Owner): string {
  return `${prefix}${organisation.code}:${account.id}:`;
}
