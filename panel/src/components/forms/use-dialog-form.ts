import { useForm, type UseFormInput, type UseFormReturnType } from "@mantine/form";
import { useEffect } from "react";
import type { FormDialog } from "./dialog-form.tsx";
import { useFormProblems } from "./form-problems.ts";
import { useDraft } from "./use-draft.ts";
import { type SaveOptions, useSave } from "./use-save.ts";

type DialogFormOptions<V extends Record<string, any>, R> = Omit<SaveOptions<V, R>, "save"> & {
  save: (values: V, form: UseFormReturnType<V>) => Promise<R>;
  opened: boolean;
  onClose: () => void;
  /** The initial values each time the dialog opens. */
  values: V;
  /** The draft's name, under which what was typed is restored after the end of a session. */
  draft: string;
  validate?: NonNullable<UseFormInput<V>["validate"]>;
  /** Fields that have another name in the body, as for `useFormProblems`. */
  fields?: Readonly<Record<string, string>>;
};

/**
 * The form of a dialog. It starts with `values` at each opening, keeps a draft of what is typed, shows refusals at their fields,
 * and closes once it is saved. `<DialogForm dialog={dialog} …>` shows it.
 */
export function useDialogForm<V extends Record<string, any>, R>(options: DialogFormOptions<V, R>) {
  const { opened, onClose, values, draft: name, validate, fields, onSaved } = options;
  const form = useForm<V>({ initialValues: values, ...(validate ? { validate } : {}) });
  const save = useSave<V, R>({
    ...options,
    save: (typed) => options.save(typed, form),
    onSaved: (saved, client) => {
      onClose();
      onSaved?.(saved, client);
    },
  });
  useEffect(() => {
    if (!opened) return;
    form.setInitialValues(values);
    form.reset();
    save.reset();
    // The form shows the values of the moment when the dialog opens; later changes do not replace what is typed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  const error = useFormProblems(form, save.error, fields);
  const draft = useDraft(form, name, { opened });
  const onSubmit = form.onSubmit((typed) => save.mutate(typed));
  const dialog: FormDialog = { opened, onClose, busy: save.isPending, error, draft, onSubmit };
  return { form, save, dialog };
}
