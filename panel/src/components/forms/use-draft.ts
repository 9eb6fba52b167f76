import type { UseFormReturnType } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { type DraftValues, draftKey, dropDraft, keepDraft, readDraft } from "../../api/drafts.ts";
import { type Session, session_key } from "../../api/session.ts";
import { usePainting } from "../painting.ts";

export type Draft = {
  /** Whether something was brought back into the form. */
  restored: boolean;
  /** Puts the form back to what it began with. */
  beginAnew: () => void;
  /** What is in the form is not wanted any more. */
  drop: () => void;
};

type DraftOptions = {
  /** It has been saved. */
  done?: boolean;
  /** Left out: a form of a page. Else a form of a dialog, which forgets when it is closed. */
  opened?: boolean;
};

/**
 * Keeps what is typed in a form until it is saved or given up, and brings it back where the same form is opened again: after the end
 * of a session, a reload, a detour. `name` tells forms of one address apart. Only what differs from what the form began with is
 * kept, so that a record that was changed meanwhile keeps that. Forms with a password or secret in them keep no draft.
 *
 * In a dialog it stands below the effect that resets the form on opening.
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
      // The user closed it: had the session ended, there would be none.
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

/** Whether a dialog is open; at first where it was when a session ended, with what was typed in it. */
export function useDialog(name: string): [boolean, Dispatch<SetStateAction<boolean>>] {
  const hasDraft = useHasDraft();
  return useState(() => hasDraft(name));
}

/** Which of several dialogs is open; at first the one that was open when a session ended. `names` are the names of their drafts. */
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

/** Where the drafts of this address lie; null: without a session there are none. */
function useDraftKeys(): (name: string) => string | null {
  const painting = usePainting();
  const session = useQueryClient().getQueryData<Session | null>(session_key);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The address of a page that is being left is not the form's any more.
  const [own_path] = useState(path);
  return (name) => (painting || !session ? null : draftKey(session, `${own_path}#${name}`));
}

/** Fields with another value than they began with; null: none. A chosen file cannot be kept. */
function changesOf(before: DraftValues, now: DraftValues): DraftValues | null {
  const changed = Object.entries(now).filter(
    ([name, value]) => !(value instanceof File) && JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
