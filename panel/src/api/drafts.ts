// Drafts: what a user typed in a form and did not save. A draft lies in this tab's session storage, so that it outlives the end
// of a session, a reload and a visit to another page. It belongs to one account of one organisation. Signing out deletes it, in
// the other tabs of this browser too. Forms with secrets keep no draft.

const prefix = "muster.draft:";
const signed_out_key = "muster.signed_out";
const switched_key = "muster.switched";
/** An older draft is deleted. */
const age_ms_max = 12 * 3_600_000;
/** A longer draft is not kept. */
const chars_max = 200_000;

/** The account and organisation that the drafts belong to. */
type Owner = { account: { id: string }; organisation: { code: string } };

export type DraftValues = Record<string, unknown>;

/** The storage key of a form's draft; `place` names the form. */
export function draftKey({ account, organisation }: Owner, place: string): string {
  return `${prefixOf({ account, organisation })}${place}`;
}

/** null: there is no draft. */
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
    // The storage is full; the form itself still holds what was typed.
  }
}

export function dropDraft(key: string): void {
  sessionStorage.removeItem(key);
}

/** Deletes the drafts of all other accounts; without a session, all drafts. */
export function keepOnlyDraftsOf(session: Owner | null): void {
  const own = session === null ? null : prefixOf(session);
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && (own === null || !key.startsWith(own))) sessionStorage.removeItem(key);
}

/** Notifies the other tabs, which shared the session that has just ended. */
export function announceSignOut(): void {
  localStorage.setItem(signed_out_key, String(Date.now()));
}

/**
 * Notifies the other tabs that the session now belongs to another organisation: a change made in one of them would be made there.
 */
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
