import type { UseFormReturnType } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { type DraftValues, draftKey, dropDraft, keepDraft, readDraft } from "../../api/drafts.ts";
import { type Session, session_key } from "../../api/session.ts";
import { usePainting } from "../painting.ts";

export type Draft = {
  /** Whether a draft was restored into the form. */
  restored: boolean;
  /** Resets the form to its initial values. */
  beginAnew: () => void;
  /** Deletes the draft: the user has discarded the input. */
  drop: () => void;
};

type DraftOptions = {
  /** The form has been saved. */
  done?: boolean;
  /** Left out: the form of a page. Otherwise the form of a dialog, whose draft is deleted when the user closes it. */
  opened?: boolean;
};

/**
 * Keeps a draft of a form until it is saved or discarded, and restores it when the same form is opened again: after the end of a
 * session, a reload or a visit to another page. `name` distinguishes forms of one address. Only changed fields are kept, so that
 * the other fields show the record's present values. Forms with a password or secret keep no draft.
 *
 * In a dialog, call it after the effect that resets the form on opening.
 */
export function useDraft<T extends Record<string, any>>(
  form: UseFormReturnType<T, any>,
  name: string,
  { done = false, opened }: DraftOptions = {},
): Draft {
  const client = useQueryClient();
  const key = useDraftKeys()(name);
  const in_dialog = opened !== undefined;
  const open = opened ?? true;
  const [restored, setRestored] = useState(false);
  const given_up = useRef(false);

  useEffect(() => {
    if (!open || key === null) return undefined;
    given_up.current = false;
    const initial = form.getInitialValues();
    const known = Object.entries(readDraft(key) ?? {}).filter(([field]) => Object.hasOwn(initial, field));
    if (known.length > 0) form.setValues({ ...form.getValues(), ...(Object.fromEntries(known) as Partial<T>) });
    setRestored(known.length > 0);
    return () => {
      // The user closed the dialog. If the session had ended instead, there would be no session, and the draft stays.
      if (in_dialog && client.getQueryData(session_key)) dropDraft(key);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each time it is opened
  }, [open, key]);

  useEffect(() => {
    if (!open || key === null || given_up.current) return;
    const changed = changesOf(form.getInitialValues(), form.getValues());
    if (done || changed === null) dropDraft(key);
    else keepDraft(key, changed);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form itself is another one each time
  }, [form.values, done, open, key]);

  return {
    restored: restored && !done,
    beginAnew: () => {
      form.reset();
      setRestored(false);
    },
    drop: () => {
      given_up.current = true;
      if (key !== null) dropDraft(key);
    },
  };
}

/** Whether a dialog is open. It starts open if there is a draft for it, as after the end of a session. */
export function useDialog(name: string): [boolean, Dispatch<SetStateAction<boolean>>] {
  const hasDraft = useHasDraft();
  return useState(() => hasDraft(name));
}

/** Which of several dialogs is open. It starts with the one that has a draft. `names` are the names of their drafts. */
export function useDialogs<D extends string>(
  names: Readonly<Partial<Record<D, string>>>,
): [D | null, Dispatch<SetStateAction<D | null>>] {
  const hasDraft = useHasDraft();
  return useState(() => (Object.keys(names) as D[]).find((dialog) => hasDraft(names[dialog]!)) ?? null);
}

function useHasDraft(): (name: string) => boolean {
  const keyOf = useDraftKeys();
  return (name) => {
    const key = keyOf(name);
    return key !== null && readDraft(key) !== null;
  };
}

/** Returns the draft's key for a name at this address; null: there is no session. */
function useDraftKeys(): (name: string) => string | null {
  const painting = usePainting();
  const session = useQueryClient().getQueryData<Session | null>(session_key);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // While the page is being left, the router already has the next address; the draft belongs to the first one.
  const [own_path] = useState(path);
  return (name) => (painting || !session ? null : draftKey(session, `${own_path}#${name}`));
}

/** The fields whose values differ from the initial ones; null: none does. A chosen file cannot be kept. */
function changesOf(before: DraftValues, now: DraftValues): DraftValues | null {
  const changed = Object.entries(now).filter(
    ([name, value]) => !(value instanceof File) && JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
