import { Checkbox, NativeSelect, NumberInput, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
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
  /** null: a new course is created. */
  detail: Detail | null;
  /** Called with the saved course. */
  onSaved?: (detail: Detail) => void;
};

const units = ["day", "week", "month", "year"] as const;
const bases = ["completion", "expiry", "fixed"] as const;
const certificates = ["usual", "always", "never"] as const;

type Form = UseFormReturnType<CourseValues>;

/** Creates a course, or changes the terms of one. Its content is edited on a page of its own. */
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
  return (
    <DialogForm
      dialog={dialog}
      title={t(detail === null ? "course.add" : "course.edit")}
      text={t(detail === null ? "course.add_text" : "course.edit_text")}
      submit={t(detail === null ? "course.add" : "common:save")}
      size="lg"
    >
      <Identity form={form} is_new={detail === null} />
      <FieldGroup title={t("course.certificate")}>
        <Certificate form={form} />
        <Checkbox
          label={t("field.renewal_enabled")}
          key={form.key("renewal")}
          {...form.getInputProps("renewal", { type: "checkbox" })}
        />
        {form.values.renewal ? <Renewal form={form} /> : null}
      </FieldGroup>
      <FieldGroup title={t("course.terms")}>
        <Terms form={form} />
      </FieldGroup>
    </DialogForm>
  );
}

function Identity({ form, is_new }: { form: Form; is_new: boolean }) {
  const { t } = useTranslation("catalogue");
  return (
    <>
      <TextInput
        data-autofocus
        label={t("field.title")}
        required
        maxLength={255}
        key={form.key("title")}
        {...form.getInputProps("title")}
      />
      {is_new ? (
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
    </>
  );
}

function Certificate({ form }: { form: Form }) {
  const { t } = useTranslation("catalogue");
  return (
    <SimpleGrid cols={2} spacing="sm" mb="sm">
      <NumberField form={form} name="validity" max={1_200} min={1} />
      <ChoiceField form={form} name="unit" label={t("field.unit")} values={units} />
      <ChoiceField form={form} name="certificates" label={t("field.issues_certificates")} values={certificates} />
      <NumberField form={form} name="expiring_soon_days" max={3_650} />
    </SimpleGrid>
  );
}

function Renewal({ form }: { form: Form }) {
  const { t } = useTranslation("catalogue");
  return (
    <SimpleGrid cols={2} spacing="sm" mt="sm">
      <NumberField form={form} name="lead_days" max={3_650} />
      <ChoiceField form={form} name="basis" label={t("field.basis")} values={bases} />
      {form.values.basis === "fixed" ? (
        <>
          <TextInput
            label={t("field.fixed_on")}
            placeholder="12-31"
            maxLength={5}
            key={form.key("fixed_on")}
            {...form.getInputProps("fixed_on")}
          />
          <NumberField form={form} name="min_days" max={366} />
        </>
      ) : null}
    </SimpleGrid>
  );
}

function Terms({ form }: { form: Form }) {
  const { t } = useTranslation("catalogue");
  return (
    <>
      <Checkbox label={t("field.cycle")} mb="sm" key={form.key("cycle")} {...form.getInputProps("cycle", { type: "checkbox" })} />
      <SimpleGrid cols={2} spacing="sm">
        <NumberField form={form} name="default_due_days" max={3_650} />
        <NumberField form={form} name="grace_days" max={3_650} />
        <NumberField form={form} name="attempts_allowed" max={100} min={1} />
        <NumberField form={form} name="pass_score" max={100} />
        <NumberField form={form} name="estimated_minutes" max={1_000_000} />
      </SimpleGrid>
      <Checkbox
        label={t("field.results_by_managers")}
        mt="sm"
        key={form.key("results_by_managers")}
        {...form.getInputProps("results_by_managers", { type: "checkbox" })}
      />
    </>
  );
}

type NumberFieldProps = { form: Form; name: keyof CourseValues; max: number; min?: number };

function NumberField({ form, name, max, min = 0 }: NumberFieldProps) {
  const { t } = useTranslation("catalogue");
  return (
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
}

type ChoiceFieldProps = { form: Form; name: keyof CourseValues; label: string; values: readonly string[] };

function ChoiceField({ form, name, label, values }: ChoiceFieldProps) {
  const { t } = useTranslation("catalogue");
  return (
    <NativeSelect
      label={label}
      data={values.map((value) => ({ value, label: t(`${name}.${value}`) }))}
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  );
}
