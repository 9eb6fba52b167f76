import { Checkbox, NumberInput, Paper, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConditionEditor } from "../../components/forms/condition-editor.tsx";
import { type AttributeDefinition, conditionsOf, conditionValues, useAttributes } from "../../components/forms/conditions.ts";
import { askingOf, askingValues, numberOf } from "./asking.ts";
import { AskingFields } from "./asking-fields.tsx";
import type { Saving } from "../../components/forms/use-save.ts";
import { PreviewedForm } from "./previewed-form.tsx";
import type { Rule } from "./rule-data.ts";

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

/** What is saved and previewed: everything except the name. */
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

type RuleFormProps = { rule: Partial<Rule>; submit: string; save: Saving<RuleBody> };

export function RuleForm({ rule, submit, save }: RuleFormProps) {
  const { t } = useTranslation("rules");
  const definitions = useAttributes().data ?? [];
  const form = useForm({ initialValues: valuesOf(rule) });
  const draft = draftOf(form.values, definitions);
  const unchanged = rule.id !== undefined && JSON.stringify(draftOf(valuesOf(rule), definitions)) === JSON.stringify(draft);
  return (
    <PreviewedForm
      form={form}
      name="rule"
      draft={draft}
      preview={(asked) =>
        api.POST("/panel/api/rules/preview", { body: { ...asked, ...(rule.id === undefined ? {} : { id: rule.id }) } })
      }
      harmless={unchanged}
      saving={save}
      submit={submit}
      onSave={() => save.mutate({ name: form.values.name, ...draft })}
    >
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
    </PreviewedForm>
  );
}
