import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ChooseMany } from "../lists/choose-many.tsx";
import { searchDepartments } from "../lists/search-choices.ts";
import { FieldGroup } from "./field-group.tsx";
import type { AttributeDefinition, ConditionValues, Names } from "./conditions.ts";
import { NothingFound } from "../lists/nothing-found.tsx";

const found_max = 50;

// The form may have other fields than conditions.
type Form = UseFormReturnType<any>;

type ConditionEditorProps = { form: Form; names: Names; definitions: readonly AttributeDefinition[] };

/** The fields that say which people a rule or a dynamic group applies to. `names`: names of what is already chosen. */
export function ConditionEditor({ form: given, names, definitions }: ConditionEditorProps) {
  const { t } = useTranslation("conditions");
  const form = given as UseFormReturnType<ConditionValues>;
  const known = (ids: readonly string[]) => ids.map((id) => ({ value: id, label: names[id] ?? t("unknown") }));
  const field = (name: "department_ids" | "worker_type" | "contractor_ids" | "job_title_contains") => ({
    label: t(`field.${name}`),
    ...form.getInputProps(name),
  });
  const clear = { "aria-label": t("clear") };
  return (
    <FieldGroup title={t("title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("text")}
      </Text>
      <Stack gap="md">
        <div>
          <ChooseMany
            key={form.key("department_ids")}
            {...field("department_ids")}
            list="departments"
            search={searchDepartments}
            known={known(form.values.department_ids)}
            placeholder={form.values.department_ids.length === 0 ? t("any_department") : ""}
            nothingFoundMessage={<NothingFound>{t("nothing_found")}</NothingFound>}
            clearable
            clearButtonProps={clear}
          />
          <Checkbox
            mt={6}
            label={t("field.include_subdepartments")}
            key={form.key("include_subdepartments")}
            {...form.getInputProps("include_subdepartments", { type: "checkbox" })}
          />
        </div>
        <NativeSelect
          key={form.key("worker_type")}
          {...field("worker_type")}
          data={[
            { value: "", label: t("any_worker_type") },
            { value: "internal_payroll", label: t("worker_type.internal_payroll") },
            { value: "b2b_contractor", label: t("worker_type.b2b_contractor") },
          ]}
        />
        <ChooseMany
          key={form.key("contractor_ids")}
          {...field("contractor_ids")}
          list="contractors"
          search={searchContractors}
          known={known(form.values.contractor_ids)}
          placeholder={form.values.contractor_ids.length === 0 ? t("any_contractor") : ""}
          nothingFoundMessage={<NothingFound>{t("nothing_found")}</NothingFound>}
          clearable
          clearButtonProps={clear}
        />
        <TextInput
          key={form.key("job_title_contains")}
          {...field("job_title_contains")}
          description={t("job_title_text")}
          maxLength={200}
        />
        <Attributes form={form} definitions={definitions} />
      </Stack>
    </FieldGroup>
  );
}

type AttributesProps = { form: UseFormReturnType<ConditionValues>; definitions: readonly AttributeDefinition[] };

function Attributes({ form, definitions }: AttributesProps) {
  const { t } = useTranslation("conditions");
  const rows = form.values.attributes;
  const known = new Map(definitions.map((one) => [one.key, one]));
  const keys = [...known.keys()];
  const typeOf = (key: string) => known.get(key)?.type;
  const labelOf = (key: string) => known.get(key)?.label ?? key;
  const unused = keys.filter((key) => !rows.some((row) => row.key === key));
  if (keys.length === 0 && rows.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t("field.attributes")}
      </Text>
      <Stack gap="xs">
        {rows.map((row, index) => (
          // Rows have no id of their own, and are only added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
            <NativeSelect
              aria-label={t("attribute_key", { number: index + 1 })}
              data={[row.key, ...unused]
                .filter((key, at, all) => key !== "" && all.indexOf(key) === at)
                .map((key) => ({ value: key, label: labelOf(key) }))}
              {...form.getInputProps(`attributes.${index}.key`)}
              style={{ flex: 1 }}
            />
            <AttributeValue form={form} index={index} type={typeOf(row.key)} />
            <ActionIcon
              size="lg"
              variant="default"
              aria-label={t("remove_attribute", { key: labelOf(row.key) })}
              onClick={() => form.removeListItem("attributes", index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={unused.length === 0}
            onClick={() =>
              form.insertListItem("attributes", { key: unused[0]!, value: typeOf(unused[0]!) === "boolean" ? "true" : "" })
            }
          >
            {t("add_attribute")}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}

type AttributeValueProps = { form: UseFormReturnType<ConditionValues>; index: number; type: string | undefined };

function AttributeValue({ form, index, type }: AttributeValueProps) {
  const { t } = useTranslation("conditions");
  const props = { "aria-label": t("attribute_value", { number: index + 1 }), style: { flex: 1 } };
  const input = form.getInputProps(`attributes.${index}.value`);
  if (type !== "boolean") return <TextInput {...props} {...input} maxLength={1_000} />;
  const data = [
    { value: "true", label: t("yes") },
    { value: "false", label: t("no") },
  ];
  return <NativeSelect {...props} {...input} data={data} />;
}

async function searchContractors(q: string, signal: AbortSignal) {
  const query = { limit: found_max, active: true, ...(q ? { q } : {}) };
  const { contractors } = dataOf(await api.GET("/panel/api/contractors", { params: { query }, signal }));
  return contractors.map(({ id, name }) => ({ value: id, label: name }));
}
