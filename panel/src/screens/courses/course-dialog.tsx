import { Checkbox, NativeSelect, NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/dialog-form.tsx";
import { useFormProblems } from "../../components/form-problems.ts";
import { type Detail, useSaveCatalogue } from "./course-data.ts";

type CourseDialogProps = { opened: boolean; onClose: () => void; detail: Detail };

const units = ["day", "week", "month", "year"] as const;
const bases = ["completion", "expiry", "fixed"] as const;
type NumberValue = number | string;

function valuesOf({ course, attempts_allowed, pass_score, renewal_fixed_on }: Detail) {
  const { renewal, validity } = course;
  return {
    title: course.title,
    mandatory: course.mandatory,
    validity: (validity?.value ?? "") as NumberValue,
    unit: validity?.unit ?? "month",
    renewal: renewal.enabled,
    lead_days: (renewal.lead_days ?? "") as NumberValue,
    basis: renewal.basis ?? "expiry",
    fixed_on: renewal_fixed_on ?? "",
    expiring_soon_days: course.expiring_soon_days as NumberValue,
    grace_days: course.grace_days as NumberValue,
    default_due_days: (course.default_due_days ?? "") as NumberValue,
    attempts_allowed: attempts_allowed as NumberValue,
    pass_score: (pass_score ?? "") as NumberValue,
  };
}

type Values = ReturnType<typeof valuesOf>;

const orNull = (value: NumberValue) => (value === "" ? null : Number(value));

function bodyOf({ validity, unit, renewal, lead_days, basis, fixed_on, ...rest }: Values) {
  return {
    title: rest.title,
    mandatory: rest.mandatory,
    validity: validity === "" ? null : { value: Number(validity), unit },
    renewal: renewal
      ? { enabled: true, lead_days: orNull(lead_days), basis, fixed_on: basis === "fixed" && fixed_on ? fixed_on : null }
      : { enabled: false },
    expiring_soon_days: Number(rest.expiring_soon_days),
    grace_days: Number(rest.grace_days),
    default_due_days: orNull(rest.default_due_days),
    attempts_allowed: Number(rest.attempts_allowed),
    pass_score: orNull(rest.pass_score),
  };
}

/** Members of the body that the form calls otherwise. */
const fields = {
  "/validity/value": "validity",
  "/validity": "validity",
  "/recurrence": "validity",
  "/renewal/lead_days": "lead_days",
  "/renewal/fixed_on": "fixed_on",
};

/** Changes the terms of a course. */
export function CourseDialog({ opened, onClose, detail }: CourseDialogProps) {
  const { t } = useTranslation("catalogue");
  const form = useForm({ initialValues: valuesOf(detail) });
  useEffect(() => {
    if (!opened) return;
    form.setInitialValues(valuesOf(detail));
    form.reset();
    // What is shown is what stands when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  const params = { path: { id: detail.course.id } };
  const save = useSaveCatalogue(
    (values: Values) => api.PATCH("/panel/api/courses/{id}", { params, body: bodyOf(values) }),
    t("saved"),
    onClose,
  );
  const rest = useFormProblems(form, save.error, fields);
  const number = (name: keyof Values, max: number, min = 0) => (
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
      opened={opened}
      onClose={onClose}
      title={t("course.edit")}
      text={t("course.edit_text")}
      submit={t("common:save")}
      busy={save.isPending}
      error={rest}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        data-autofocus
        label={t("field.title")}
        required
        maxLength={255}
        key={form.key("title")}
        {...form.getInputProps("title")}
      />
      <Checkbox
        label={t("field.mandatory")}
        key={form.key("mandatory")}
        {...form.getInputProps("mandatory", { type: "checkbox" })}
      />
      <SimpleGrid cols={2} spacing="sm">
        {number("validity", 1_200, 1)}
        <NativeSelect
          label={t("field.unit")}
          data={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
          key={form.key("unit")}
          {...form.getInputProps("unit")}
        />
      </SimpleGrid>
      <Checkbox
        label={t("field.renewal_enabled")}
        key={form.key("renewal")}
        {...form.getInputProps("renewal", { type: "checkbox" })}
      />
      {form.values.renewal ? (
        <SimpleGrid cols={2} spacing="sm">
          {number("lead_days", 3_650)}
          <NativeSelect
            label={t("field.basis")}
            data={bases.map((value) => ({ value, label: t(`basis.${value}`) }))}
            key={form.key("basis")}
            {...form.getInputProps("basis")}
          />
          {form.values.basis === "fixed" ? (
            <TextInput
              label={t("field.fixed_on")}
              placeholder="12-31"
              maxLength={5}
              key={form.key("fixed_on")}
              {...form.getInputProps("fixed_on")}
            />
          ) : null}
        </SimpleGrid>
      ) : null}
      <SimpleGrid cols={2} spacing="sm">
        {number("expiring_soon_days", 3_650)}
        {number("grace_days", 3_650)}
        {number("default_due_days", 3_650)}
        {number("attempts_allowed", 100, 1)}
        {number("pass_score", 100)}
      </SimpleGrid>
    </DialogForm>
  );
}
