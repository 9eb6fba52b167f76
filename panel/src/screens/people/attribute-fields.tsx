import { NativeSelect, NumberInput, Paper, SimpleGrid, TagsInput, TextInput, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { AttributeDefinition } from "../../components/forms/conditions.ts";
import type { Person } from "./people-data.ts";
import type { PersonValues } from "./person-form.tsx";

/** What a field of an attribute holds; yes and no are texts, because neither may be said. */
export type AttributeField = string | number | string[];

/** What the fields hold at first; what is there of another type than defined is shown as none. */
export function attributeFieldsOf(
  attributes: Person["attributes"] | undefined,
  definitions: readonly AttributeDefinition[],
): Record<string, AttributeField> {
  return Object.fromEntries(
    definitions.map(({ key, type }) => {
      const value = attributes?.[key];
      if (type === "string_array") return [key, Array.isArray(value) ? value : []];
      return [key, typeof value === type ? (typeof value === "boolean" ? String(value) : (value as string | number)) : ""];
    }),
  );
}

/** The values for which fields stand: null where a field is empty. */
export function attributesOf(fields: Record<string, AttributeField>, definitions: readonly AttributeDefinition[]) {
  return Object.fromEntries(
    definitions.map(({ key, type }) => {
      const field = fields[key] ?? "";
      if (field === "" || (Array.isArray(field) && field.length === 0)) return [key, null];
      return [key, type === "boolean" ? field === "true" : field];
    }),
  );
}

/** One field for each attribute, as its type asks. */
export function AttributeFields({
  form,
  definitions,
}: {
  form: UseFormReturnType<PersonValues>;
  definitions: readonly AttributeDefinition[];
}) {
  const { t } = useTranslation("people");
  if (definitions.length === 0) return null;
  return (
    <Paper p="md" component="section">
      <Title order={2} mb="sm">
        {t("attributes.title")}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {definitions.map(({ key: name, type, label }) => {
          const field = { label: label ?? name, ...form.getInputProps(`attributes.${name}`) };
          if (type === "boolean")
            return (
              <NativeSelect
                key={name}
                {...field}
                data={[
                  { value: "", label: t("attributes.unsaid") },
                  { value: "true", label: t("attributes.yes") },
                  { value: "false", label: t("attributes.no") },
                ]}
              />
            );
          if (type === "number") return <NumberInput key={name} {...field} hideControls />;
          if (type === "string_array")
            return <TagsInput key={name} {...field} description={t("attributes.list_text")} acceptValueOnBlur />;
          return <TextInput key={name} {...field} maxLength={1_000} autoComplete="off" />;
        })}
      </SimpleGrid>
    </Paper>
  );
}
