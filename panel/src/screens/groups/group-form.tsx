import { Paper, Radio, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConditionEditor } from "../../components/forms/condition-editor.tsx";
import { type AttributeDefinition, conditionsOf, conditionValues, useAttributes } from "../../components/forms/conditions.ts";
import { askingOf, askingValues } from "../rules/asking.ts";
import { AskingFields } from "../rules/asking-fields.tsx";
import type { Saving } from "../../components/forms/use-save.ts";
import { PreviewedForm } from "../rules/previewed-form.tsx";
import type { PersonGroup } from "./group-data.tsx";

type Values = ReturnType<typeof valuesOf>;

function valuesOf(group: Partial<PersonGroup>) {
  const { code = "", name = "", kind = "manual" as const } = group;
  return { code, name, kind, ...conditionValues(group.conditions ?? null), ...askingValues(group) };
}

/** What is saved and previewed: everything except name and code. */
function draftOf(values: Values, definitions: readonly AttributeDefinition[]) {
  return { ...(values.kind === "dynamic" ? { conditions: conditionsOf(values, definitions) } : {}), ...askingOf(values) };
}

export type GroupBody = ReturnType<typeof draftOf> & Pick<Values, "code" | "name" | "kind">;

type GroupFormProps = { group: Partial<PersonGroup>; submit: string; save: Saving<GroupBody> };

export function GroupForm({ group, submit, save }: GroupFormProps) {
  const { t } = useTranslation("groups");
  const definitions = useAttributes().data ?? [];
  const form = useForm({ initialValues: valuesOf(group) });
  const { kind, code, name } = form.values;
  const draft = draftOf(form.values, definitions);
  // A new manual group has no members yet, so saving it changes no person.
  const harmless = group.id === undefined ? kind === "manual" : sameDraft(draftOf(valuesOf(group), definitions), draft);
  const scim = kind === "scim";
  return (
    <PreviewedForm
      form={form}
      name="group"
      draft={draft}
      preview={(asked) =>
        api.POST("/panel/api/groups/preview", { body: { ...asked, ...(group.id === undefined ? {} : { id: group.id }) } })
      }
      harmless={harmless}
      saving={save}
      submit={submit}
      onSave={() => save.mutate({ code, name, kind, ...draft })}
    >
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
    </PreviewedForm>
  );
}

function sameDraft(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
