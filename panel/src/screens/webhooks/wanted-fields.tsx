import { NativeSelect, Paper, Stack, Text, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { ChooseMany } from "../../components/lists/choose-many.tsx";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import { searchCourses, searchDepartments } from "../../components/lists/search-choices.ts";
import type { Subscription } from "./types.ts";

/** The format of deliveries, and the departments and courses whose events are sent; an empty list: all. */
export type WantedValues = { delivery_format: Subscription["delivery_format"]; department_ids: string[]; course_ids: string[] };

export function wantedValues(subscription?: Subscription): WantedValues {
  const { delivery_format = "platform.v1", department_ids = null, course_ids = null } = subscription ?? {};
  return { delivery_format, department_ids: department_ids ?? [], course_ids: course_ids ?? [] };
}

/** The values as the API takes them: without a filter, null. */
export function wantedOf<T extends WantedValues>(values: T) {
  const { department_ids, course_ids } = values;
  const orNull = (ids: string[]) => (ids.length === 0 ? null : ids);
  return { ...values, department_ids: orNull(department_ids), course_ids: orNull(course_ids) };
}

type WantedFieldsProps = {
  // The form has other fields than these.
  form: UseFormReturnType<any>;
  /** The names of what is already chosen, by id. */
  names?: Subscription["names"];
};

export function WantedFields({ form: given, names }: WantedFieldsProps) {
  const { t } = useTranslation("webhooks");
  const form = given as UseFormReturnType<WantedValues>;
  const filter = (name: "department_ids" | "course_ids") => ({
    label: t(`wanted.${name}`),
    description: t(`wanted.${name}_text`),
    ...form.getInputProps(name),
    known: form.values[name].map((id) => ({ value: id, label: names?.[id] ?? id })),
    placeholder: form.values[name].length === 0 ? t("wanted.all") : "",
    nothingFoundMessage: <NothingFound>{t("wanted.nothing_found")}</NothingFound>,
    clearable: true,
    clearButtonProps: { "aria-label": t(`wanted.clear_${name}`) },
  });
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Title order={2}>{t("wanted.title")}</Title>
        <Text size="sm" c="dimmed">
          {t("wanted.text")}
        </Text>
        <ChooseMany
          {...filter("department_ids")}
          key={form.key("department_ids")}
          list="departments"
          search={searchDepartments}
        />
        <ChooseMany {...filter("course_ids")} key={form.key("course_ids")} list="courses" search={searchCourses} />
        <NativeSelect
          label={t("wanted.format")}
          description={t("wanted.format_text")}
          key={form.key("delivery_format")}
          {...form.getInputProps("delivery_format")}
          data={[
            { value: "platform.v1", label: t("wanted.platform") },
            { value: "cloudevents.v1", label: t("wanted.cloudevents") },
          ]}
          maw={480}
        />
      </Stack>
    </Paper>
  );
}
