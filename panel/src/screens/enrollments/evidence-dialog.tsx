import { Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DateField } from "../../components/date-field.tsx";
import { useFormProblems } from "../../components/form-problems.ts";
import { ChooseCourse, ChoosePerson } from "./choose.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { useSave } from "./use-save.ts";

export function EvidenceDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("enrollments");
  const required = (value: string) => (value ? null : t("required"));
  const form = useForm({
    initialValues: { person_id: "", course_id: "", issuer: "", valid_from: "", valid_until: "" },
    validate: { person_id: required, course_id: required, issuer: required, valid_from: required },
  });
  const save = useSave(
    ({ valid_until, ...body }: typeof form.values) =>
      api.POST("/panel/api/evidence", { body: { ...body, valid_until: valid_until || null } }),
    t("evidence.done"),
    () => {
      form.reset();
      onClose();
    },
  );
  const rest = useFormProblems(form, save.error);
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title={t("evidence.title")}
      text={t("evidence.text")}
      submit={t("evidence.submit")}
      busy={save.isPending}
      error={rest}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <ChoosePerson key={form.key("person_id")} {...form.getInputProps("person_id")} required />
      <ChooseCourse key={form.key("course_id")} {...form.getInputProps("course_id")} required />
      <TextInput label={t("field.issuer")} required maxLength={200} key={form.key("issuer")} {...form.getInputProps("issuer")} />
      <Group grow align="flex-start">
        <DateField label={t("field.valid_from")} required key={form.key("valid_from")} {...form.getInputProps("valid_from")} />
        <DateField label={t("field.valid_until")} key={form.key("valid_until")} {...form.getInputProps("valid_until")} />
      </Group>
    </DialogForm>
  );
}
