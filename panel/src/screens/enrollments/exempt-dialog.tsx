import { Group, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { ChooseCourse, ChoosePerson, draftName, type Fixed, FixedPair } from "./choose.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";

export function ExemptDialog({ opened, onClose, pair }: { opened: boolean; onClose: () => void; pair?: Fixed | undefined }) {
  const { t } = useTranslation("enrollments");
  const required = (value: string) => (value ? null : t("required"));
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { person_id: pair?.person_id ?? "", course_id: pair?.course_id ?? "", from: "", until: "", reason: "" },
    draft: draftName("exempt", pair),
    validate: { person_id: required, course_id: required, from: required, reason: required },
    changes: "training",
    save: ({ until, ...body }) => api.POST("/panel/api/exemptions", { body: { ...body, until: until || null } }),
    done: t("exempt.done"),
  });
  return (
    <DialogForm dialog={dialog} title={t("exempt.title")} text={t("exempt.text")} submit={t("exempt.submit")}>
      {pair ? (
        <FixedPair pair={pair} />
      ) : (
        <>
          <ChoosePerson key={form.key("person_id")} {...form.getInputProps("person_id")} required />
          <ChooseCourse key={form.key("course_id")} {...form.getInputProps("course_id")} required />
        </>
      )}
      <Group grow align="flex-start">
        <DateField label={t("field.from")} required key={form.key("from")} {...form.getInputProps("from")} />
        <DateField label={t("field.until")} key={form.key("until")} {...form.getInputProps("until")} />
      </Group>
      <Textarea label={t("field.reason")} required maxLength={500} key={form.key("reason")} {...form.getInputProps("reason")} />
    </DialogForm>
  );
}
