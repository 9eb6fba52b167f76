import { Checkbox, NumberInput, Paper, Stack, TextInput } from "@mantine/core";
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
import { askingOf, askingValues, numberOf } from "./asking.ts";
import { AskingFields } from "./asking-fields.tsx";
import { PreviewResult } from "./preview.tsx";
import type { Rule } from "./rule-data.ts";
import { SaveBar } from "./save-bar.tsx";

type Values = ReturnType<typeof valuesOf>;

function valuesOf(rule: Partial<Rule>) {
  return {
    name: rule.name ?? "",
    ...conditionValues(rule.conditions ?? null),
    ...askingValues(rule),
    count_valid_certificates: rule.count_valid_certificates ?? true,
    look_back_days: (rule.look_back_days ?? "") as number | string,
    active: rule.active ?? true,
  };
}

/** What saving and its preview are about: all but the name. */
function draftOf(values: Values, definitions: readonly AttributeDefinition[]) {
  const { count_valid_certificates, look_back_days, active } = values;
  return {
    conditions: conditionsOf(values, definitions),
    ...askingOf(values),
    count_valid_certificates,
    look_back_days: numberOf(look_back_days),
    active,
  };
}

export type RuleBody = ReturnType<typeof draftOf> & { name: string };

type RuleFormProps = {
  rule: Partial<Rule>;
  submit: string;
  busy: boolean;
  done: boolean;
  error: unknown;
  onSubmit: (body: RuleBody) => void;
};

export function RuleForm({ rule, submit, busy, done, error, onSubmit }: RuleFormProps) {
  const { t } = useTranslation("rules");
  const definitions = useAttributes().data ?? [];
  const form = useForm({ initialValues: valuesOf(rule) });
  const preview = useMutation({
    mutationFn: async (draft: ReturnType<typeof draftOf>) => {
      const body = { ...draft, ...(rule.id === undefined ? {} : { id: rule.id }) };
      return { of: JSON.stringify(draft), result: dataOf(await api.POST("/panel/api/rules/preview", { body })) };
    },
  });
  const rest = useFormProblems(form, error ?? preview.error, conditionFields(form.values));
  const kept = useDraft(form, "rule", { done });
  const draft = draftOf(form.values, definitions);
  const shown = preview.data?.of === JSON.stringify(draft) ? preview.data.result : null;
  const unchanged = rule.id !== undefined && JSON.stringify(draftOf(valuesOf(rule), definitions)) === JSON.stringify(draft);
  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate>
      <UnsavedGuard dirty={form.isDirty() && !done} draft={kept} />
      <Stack gap="md">
        <ProblemAlert error={rest} />
        <Paper p="md">
          <TextInput
            label={t("field.name")}
            key={form.key("name")}
            {...form.getInputProps("name")}
            required
            maxLength={200}
            autoComplete="off"
          />
        </Paper>
        <ConditionEditor form={form} names={rule.names ?? {}} definitions={definitions} />
        <AskingFields form={form} courses={rule.courses ?? []} required>
          <Checkbox
            label={t("field.count_valid_certificates")}
            key={form.key("count_valid_certificates")}
            {...form.getInputProps("count_valid_certificates", { type: "checkbox" })}
          />
          {form.values.count_valid_certificates ? (
            <NumberInput
              label={t("field.look_back_days")}
              description={t("field.look_back_days_text")}
              key={form.key("look_back_days")}
              {...form.getInputProps("look_back_days")}
              allowDecimal={false}
              hideControls
              maw={320}
            />
          ) : null}
          <Checkbox
            label={t("field.active")}
            description={t("field.active_text")}
            key={form.key("active")}
            {...form.getInputProps("active", { type: "checkbox" })}
          />
        </AskingFields>
        {shown ? <PreviewResult preview={shown} /> : null}
        <SaveBar
          submit={submit}
          busy={busy}
          onPreview={() => preview.mutate(draft)}
          previewing={preview.isPending}
          may_save={shown !== null || unchanged}
          onSave={() => onSubmit({ name: form.values.name, ...draft })}
        />
      </Stack>
    </form>
  );
}
