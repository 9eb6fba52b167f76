import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { ChooseCourse, ChoosePerson, draftName, type Fixed, FixedPair } from "./choose.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";

const fields = { "/employee_no": "user_id", "/course_code": "course_id" };

export function AssignDialog({ opened, onClose, pair }: { opened: boolean; onClose: () => void; pair?: Fixed | undefined }) {
  const { t } = useTranslation("enrollments");
  const required = (value: string) => (value ? null : t("required"));
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { user_id: pair?.person_id ?? "", course_id: pair?.course_id ?? "", due_date: "" },
    draft: draftName("assign", pair),
    validate: { user_id: required, course_id: required },
    fields,
    changes: "training",
    save: ({ due_date, ...body }) => api.POST("/panel/api/enrollments", { body: { ...body, ...(due_date ? { due_date } : {}) } }),
    done: t("assign.done"),
  });
  return (
    <DialogForm dialog={dialog} title={t("assign.title")} text={t("assign.text")} submit={t("assign.submit")}>
      {pair ? (
        <FixedPair pair={pair} />
      ) : (
        <>
          <ChoosePerson key={form.key("user_id")} {...form.getInputProps("user_id")} required />
          <ChooseCourse key={form.key("course_id")} {...form.getInputProps("course_id")} required assignable />
        </>
      )}
      <DateField
        label={t("training:due")}
        description={t("assign.due_text")}
        key={form.key("due_date")}
        {...form.getInputProps("due_date")}
      />
    </DialogForm>
  );
}
