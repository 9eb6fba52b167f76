import { Paper, Radio, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConditionEditor } from "../../components/forms/condition-editor.tsx";
import {
  type AttributeDefinition,
  conditionFields,
  conditionsOf,
  conditionValues,
  useAttributes,
} from "../../components/forms/conditions.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { askingOf, askingValues } from "../rules/asking.ts";
import { AskingFields } from "../rules/asking-fields.tsx";
import { PreviewResult } from "../rules/preview.tsx";
import { SaveBar } from "../rules/save-bar.tsx";
import type { PersonGroup } from "./group-data.tsx";

type Values = ReturnType<typeof valuesOf>;

function valuesOf(group: Partial<PersonGroup>) {
  const { code = "", name = "", kind = "manual" as const } = group;
  return { code, name, kind, ...conditionValues(group.conditions ?? null), ...askingValues(group) };
}

/** What saving and its preview are about: all but name and code. */
function draftOf(values: Values, definitions: readonly AttributeDefinition[]) {
  return { ...(values.kind === "dynamic" ? { conditions: conditionsOf(values, definitions) } : {}), ...askingOf(values) };
}

export type GroupBody = ReturnType<typeof draftOf> & Pick<Values, "code" | "name" | "kind">;

type GroupFormProps = {
  group: Partial<PersonGroup>;
  submit: string;
  busy: boolean;
  done: boolean;
  error: unknown;
  onSubmit: (body: GroupBody) => void;
};

export function GroupForm({ group, submit, busy, done, error, onSubmit }: GroupFormProps) {
  const { t } = useTranslation("groups");
  const definitions = useAttributes().data ?? [];
  const form = useForm({ initialValues: valuesOf(group) });
  const { kind, code, name } = form.values;
  const preview = useMutation({
    mutationFn: async (draft: ReturnType<typeof draftOf>) => {
      const body = { ...draft, ...(group.id === undefined ? {} : { id: group.id }) };
      return { of: JSON.stringify(draft), result: dataOf(await api.POST("/panel/api/groups/preview", { body })) };
    },
  });
  const rest = useFormProblems(form, error ?? preview.error, conditionFields(form.values));
  const kept = useDraft(form, "group", { done });
  const draft = draftOf(form.values, definitions);
  const shown = preview.data?.of === JSON.stringify(draft) ? preview.data.result : null;
  // A new manual group has no members yet whom anything could concern.
  const harmless = group.id === undefined ? kind === "manual" : sameDraft(draftOf(valuesOf(group), definitions), draft);
  const scim = kind === "scim";
  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate>
      <UnsavedGuard dirty={form.isDirty() && !done} draft={kept} />
      <Stack gap="md">
        <ProblemAlert error={rest} />
        <Paper p="md">
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label={t("field.name")}
                description={scim ? t("scim.text") : undefined}
                key={form.key("name")}
                {...form.getInputProps("name")}
                disabled={scim}
                required
                maxLength={200}
                autoComplete="off"
              />
              <TextInput
                label={t("field.code")}
                description={scim ? undefined : t("field.code_text")}
                key={form.key("code")}
                {...form.getInputProps("code")}
                disabled={scim}
                required
                maxLength={64}
                autoComplete="off"
              />
            </SimpleGrid>
            {group.id === undefined ? (
              <Radio.Group label={t("field.kind")} key={form.key("kind")} {...form.getInputProps("kind")}>
                <Stack gap={6} mt={6}>
                  <Radio value="manual" label={t("kind.manual")} description={t("kind_text.manual")} />
                  <Radio value="dynamic" label={t("kind.dynamic")} description={t("kind_text.dynamic")} />
                </Stack>
              </Radio.Group>
            ) : null}
          </Stack>
        </Paper>
        {kind === "dynamic" ? <ConditionEditor form={form} names={group.names ?? {}} definitions={definitions} /> : null}
        <AskingFields form={form} courses={group.courses ?? []} required={false} />
        {shown ? <PreviewResult preview={shown} /> : null}
        <SaveBar
          submit={submit}
          busy={busy}
          onPreview={() => preview.mutate(draft)}
          previewing={preview.isPending}
          may_save={shown !== null || harmless}
          onSave={() => onSubmit({ code, name, kind, ...draft })}
        />
      </Stack>
    </form>
  );
}

function sameDraft(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
