import { Button, Stack } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";

type SettingsFormProps<S extends object, V extends Record<string, any>> = {
  /** The key of the settings' query, and the name of the draft. */
  name: string;
  settings: S;
  valuesOf: (settings: S) => V;
  save: (values: V) => Promise<S>;
  /** The message once they are saved. */
  done: string;
  /** `problem`: the error that no field can show; `button` saves. */
  children: (form: UseFormReturnType<V>, problem: ReactNode, button: ReactNode) => ReactNode;
};

/** The form of a page of settings: one button saves all changes, and a draft of them is kept until then. */
export function SettingsForm<S extends object, V extends Record<string, any>>(props: SettingsFormProps<S, V>) {
  const { name, settings, valuesOf, save, done, children } = props;
  const { t } = useTranslation();
  const form = useForm<V>({ mode: "controlled", initialValues: valuesOf(settings) });
  const saving = useSave({
    changes: "settings",
    save,
    done,
    onSaved: (saved, client) => {
      client.setQueryData([name], saved);
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
    },
  });
  const problem = useFormProblems(form, saving.error);
  const draft = useDraft(form, name);
  const changed = form.isDirty();
  return (
    <>
      <UnsavedGuard dirty={changed && !saving.isPending} draft={draft} />
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
        <Stack gap="md">
          {children(
            form,
            <ProblemAlert error={problem} />,
            <Button type="submit" loading={saving.isPending} disabled={!changed}>
              {t("save")}
            </Button>,
          )}
        </Stack>
      </form>
    </>
  );
}

/** The wanted settings that differ from the present ones. Only these are sent, so that the audit log names only these. */
export function changedOf<S extends object>(
  wanted: S,
  typed: Record<keyof S, unknown>,
  stands: Record<keyof S, unknown>,
): Partial<S> {
  const changed = (Object.keys(wanted) as (keyof S)[]).filter((key) => typed[key] !== stands[key]);
  return Object.fromEntries(changed.map((key) => [key, wanted[key]])) as Partial<S>;
}
