import { Checkbox, NativeSelect, NumberInput, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { FieldGroup } from "../../components/forms/field-group.tsx";
import type { Detail } from "./course-data.ts";
import { bodyOf, type CourseValues, fields, valuesOf } from "./course-values.ts";

type CourseDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** null: a new one. */
  detail: Detail | null;
  /** Told of what was saved. */
  onSaved?: (detail: Detail) => void;
};

const units = ["day", "week", "month", "year"] as const;
const bases = ["completion", "expiry", "fixed"] as const;
const certificates = ["usual", "always", "never"] as const;

/** Creates a course, or changes the terms of one. What learners open is edited on a page of its own. */
export function CourseDialog({ opened, onClose, detail, onSaved }: CourseDialogProps) {
  const { t } = useTranslation("catalogue");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: valuesOf(detail),
    draft: "course",
    fields,
    changes: "catalogue",
    save: async (values) =>
      dataOf(
        detail === null
          ? await api.POST("/panel/api/courses", { body: { ...bodyOf(values), code: values.code } })
          : await api.PATCH("/panel/api/courses/{id}", { params: { path: { id: detail.course.id } }, body: bodyOf(values) }),
      ),
    done: t(detail === null ? "course.added" : "saved"),
    ...(onSaved ? { onSaved } : {}),
  });
  const choices = (name: string, values: readonly string[]) => values.map((value) => ({ value, label: t(`${name}.${value}`) }));
  const number = (name: keyof CourseValues, max: number, min = 0) => (
    <NumberInput
      label={t(`field.${name}`)}
      min={min}
      max={max}
      allowDecimal={false}
      hideControls
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  );
  return (
    <DialogForm
      dialog={dialog}
      title={t(detail === null ? "course.add" : "course.edit")}
      text={t(detail === null ? "course.add_text" : "course.edit_text")}
      submit={t(detail === null ? "course.add" : "common:save")}
      size="lg"
    >
      <TextInput
        data-autofocus
        label={t("field.title")}
        required
        maxLength={255}
        key={form.key("title")}
        {...form.getInputProps("title")}
      />
      {detail === null ? (
        <TextInput
          label={t("field.code")}
          description={t("course.code_text")}
          required
          maxLength={64}
          key={form.key("code")}
          {...form.getInputProps("code")}
        />
      ) : null}
      <TagsInput
        label={t("field.languages")}
        description={t("course.languages_text")}
        acceptValueOnBlur
        key={form.key("languages")}
        {...form.getInputProps("languages")}
      />
      <Checkbox
        label={t("field.mandatory")}
        key={form.key("mandatory")}
        {...form.getInputProps("mandatory", { type: "checkbox" })}
      />
      <FieldGroup title={t("course.certificate")}>
        <SimpleGrid cols={2} spacing="sm" mb="sm">
          {number("validity", 1_200, 1)}
          <NativeSelect
            label={t("field.unit")}
            data={choices("unit", units)}
            key={form.key("unit")}
            {...form.getInputProps("unit")}
          />
          <NativeSelect
            label={t("field.issues_certificates")}
            data={choices("certificates", certificates)}
            key={form.key("certificates")}
            {...form.getInputProps("certificates")}
          />
          {number("expiring_soon_days", 3_650)}
        </SimpleGrid>
        <Checkbox
          label={t("field.renewal_enabled")}
          key={form.key("renewal")}
          {...form.getInputProps("renewal", { type: "checkbox" })}
        />
        {form.values.renewal ? (
          <SimpleGrid cols={2} spacing="sm" mt="sm">
            {number("lead_days", 3_650)}
            <NativeSelect
              label={t("field.basis")}
              data={choices("basis", bases)}
              key={form.key("basis")}
              {...form.getInputProps("basis")}
            />
            {form.values.basis === "fixed" ? (
              <>
                <TextInput
                  label={t("field.fixed_on")}
                  placeholder="12-31"
                  maxLength={5}
                  key={form.key("fixed_on")}
                  {...form.getInputProps("fixed_on")}
                />
                {number("min_days", 366)}
              </>
            ) : null}
          </SimpleGrid>
        ) : null}
      </FieldGroup>
      <FieldGroup title={t("course.terms")}>
        <Checkbox
          label={t("field.cycle")}
          mb="sm"
          key={form.key("cycle")}
          {...form.getInputProps("cycle", { type: "checkbox" })}
        />
        <SimpleGrid cols={2} spacing="sm">
          {number("default_due_days", 3_650)}
          {number("grace_days", 3_650)}
          {number("attempts_allowed", 100, 1)}
          {number("pass_score", 100)}
          {number("estimated_minutes", 1_000_000)}
        </SimpleGrid>
      </FieldGroup>
    </DialogForm>
  );
}
