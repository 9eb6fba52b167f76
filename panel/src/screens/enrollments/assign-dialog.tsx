import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useDraft } from "../../components/forms/use-draft.ts";
import { ChooseCourse, ChoosePerson, draftName, type Fixed, FixedPair } from "./choose.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useSave } from "./use-save.ts";

const fields = { "/employee_no": "user_id", "/course_code": "course_id" };

export function AssignDialog({ opened, onClose, pair }: { opened: boolean; onClose: () => void; pair?: Fixed | undefined }) {
  const { t } = useTranslation("enrollments");
  const form = useForm({
    initialValues: { user_id: pair?.person_id ?? "", course_id: pair?.course_id ?? "", due_date: "" },
    validate: {
      user_id: (value) => (value ? null : t("required")),
      course_id: (value) => (value ? null : t("required")),
    },
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const save = useSave(
    ({ due_date, ...body }: typeof form.values) =>
      api.POST("/panel/api/enrollments", { body: { ...body, ...(due_date ? { due_date } : {}) } }),
    t("assign.done"),
    close,
  );
  const rest = useFormProblems(form, save.error, fields);
  const draft = useDraft(form, draftName("assign", pair), { opened });
  return (
    <DialogForm
      opened={opened}
      onClose={close}
      title={t("assign.title")}
      text={t("assign.text")}
      submit={t("assign.submit")}
      busy={save.isPending}
      error={rest}
      draft={draft}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
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
