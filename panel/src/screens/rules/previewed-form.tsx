import { Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dataOf } from "../../api/client.ts";
import { conditionFields } from "../../components/forms/conditions.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import type { Saving } from "../../components/forms/use-save.ts";
import { PreviewResult } from "./preview.tsx";
import type { Preview } from "./rule-data.ts";
import { SaveBar } from "./save-bar.tsx";

type PreviewedFormProps<V extends Parameters<typeof conditionFields>[0], D> = {
  form: UseFormReturnType<V>;
  /** The draft's name, under which what was typed is restored after the end of a session. */
  name: string;
  /** What is saved and previewed. */
  draft: D;
  preview: (draft: D) => Promise<{ data?: Preview }>;
  /** Whether it can be saved without a preview, because it would change nothing. */
  harmless: boolean;
  saving: Omit<Saving<unknown>, "mutate">;
  submit: string;
  onSave: () => void;
  children: ReactNode;
};

/** The form of a rule or a group. It can be saved once its effects were shown. */
export function PreviewedForm<V extends Parameters<typeof conditionFields>[0], D>(props: PreviewedFormProps<V, D>) {
  const { form, name, draft, harmless, saving, submit, onSave, children } = props;
  const preview = useMutation({
    mutationFn: async (asked: D) => ({ of: JSON.stringify(asked), result: dataOf(await props.preview(asked)) }),
  });
  const rest = useFormProblems(form, saving.error ?? preview.error, conditionFields(form.values));
  const kept = useDraft(form, name, { done: saving.isSuccess });
  const shown = preview.data?.of === JSON.stringify(draft) ? preview.data.result : null;
  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate>
      <UnsavedGuard dirty={form.isDirty() && !saving.isSuccess} draft={kept} />
      <Stack gap="md">
        <ProblemAlert error={rest} />
        {children}
        {shown ? <PreviewResult preview={shown} /> : null}
        <SaveBar
          submit={submit}
          busy={saving.isPending}
          onPreview={() => preview.mutate(draft)}
          previewing={preview.isPending}
          may_save={shown !== null || harmless}
          onSave={onSave}
        />
      </Stack>
    </form>
  );
}
