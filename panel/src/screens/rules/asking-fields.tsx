import { NativeSelect, NumberInput, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ChooseMany } from "../../components/lists/choose-many.tsx";
import { FieldGroup } from "../../components/forms/field-group.tsx";
import { searchCourses } from "../../components/lists/search-choices.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import type { Rule } from "./rule-data.ts";
import type { AskingValues } from "./asking.ts";

type AskingFieldsProps = {
  // The form may have other fields than these.
  form: UseFormReturnType<any>;
  courses: Rule["courses"];
  required: boolean;
  children?: ReactNode;
};

/** The fields for the courses that a rule or group asks for. */
export function AskingFields({ form: given, courses, required, children }: AskingFieldsProps) {
  const { t } = useTranslation("rules");
  const form = given as UseFormReturnType<AskingValues>;
  return (
    <FieldGroup title={t("asking.title")}>
      <Stack gap="md">
        <ChooseMany
          label={t("asking.courses")}
          key={form.key("course_ids")}
          {...form.getInputProps("course_ids")}
          list="courses"
          search={searchCourses}
          known={courses.map(({ id, title, code }) => ({ value: id, label: `${title} (${code})` }))}
          placeholder={form.values.course_ids.length === 0 ? t("asking.choose_courses") : ""}
          nothingFoundMessage={<NothingFound>{t("asking.no_course")}</NothingFound>}
          required={required}
        />
        <NumberInput
          label={t("asking.due_days")}
          description={t("asking.due_days_text")}
          key={form.key("due_days")}
          {...form.getInputProps("due_days")}
          allowDecimal={false}
          hideControls
          maw={320}
        />
        <NativeSelect
          label={t("asking.on_leave")}
          key={form.key("on_leave")}
          {...form.getInputProps("on_leave")}
          data={[
            { value: "cancel", label: t("asking.cancel") },
            { value: "keep", label: t("asking.keep") },
          ]}
          maw={480}
        />
        {children}
      </Stack>
    </FieldGroup>
  );
}
