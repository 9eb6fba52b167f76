import { NativeSelect, NumberInput, Paper, SimpleGrid, TagsInput, TextInput, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { AttributeDefinition } from "../../components/forms/conditions.ts";
import type { PersonValues } from "./person-values.ts";

/** One field for each attribute, by its type. */
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
