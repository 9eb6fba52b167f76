import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { ConfirmDialog, DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { useSave } from "../../components/forms/use-save.ts";
import type { Enrollment } from "./enrollment-state.tsx";
import { ResultDialog } from "./result-dialog.tsx";
import type { StepProps } from "./step.ts";

const actions = ["result", "extend", "attempt", "cancel", "withdraw"] as const;
type Action = (typeof actions)[number];

/** Why an action is not available now: the key of a sentence, or null. */
function whyNot(action: Action, { status, type }: Enrollment): string | null {
  const open = status === "assigned" || status === "in_progress";
  if (action === "result" && type === "learning_path") return "path";
  if (action === "result") return open ? null : "not_open";
  if (action === "extend") return open || status === "failed" ? null : "ended";
  if (action === "attempt") return status === "failed" ? null : "not_failed";
  if (action === "cancel") return status === "assigned" ? null : "not_assigned";
  return status === "in_progress" || status === "failed" ? null : "not_started";
}

export function EnrollmentActions({ enrollment }: { enrollment: Enrollment }) {
  const { t } = useTranslation("enrollments");
  const draft = (action: Action) => `${action} ${enrollment.id}`;
  const [open, setOpen] = useDialogs<Action>({ result: draft("result"), extend: draft("extend"), withdraw: draft("withdraw") });
  const not_allowed = useTrainingReason("of_person");
  const step = (action: Action): StepProps => ({ enrollment, opened: open === action, onClose: () => setOpen(null) });
  return (
    <>
      {actions.map((action) => {
        const why = whyNot(action, enrollment);
        return (
          <ReasonedButton
            key={action}
            variant={action === "result" ? "filled" : "default"}
            reason={not_allowed ?? (why === null ? null : t(`why_not.${why}`))}
            onClick={() => setOpen(action)}
          >
            {t(`${action}.button`)}
          </ReasonedButton>
        );
      })}
      <ResultDialog
        enrollment_id={enrollment.id}
        opened={open === "result"}
        onClose={() => setOpen(null)}
        record={(body) => api.POST("/panel/api/enrollments/{id}/result", { params: { path: { id: enrollment.id } }, body })}
      />
      <ExtendDialog key={enrollment.due_date} {...step("extend")} />
      <PlainDialog {...step("attempt")} action="attempt" />
      <PlainDialog {...step("cancel")} action="cancel" />
      <WithdrawDialog {...step("withdraw")} />
    </>
  );
}

function ExtendDialog({ enrollment, opened, onClose }: StepProps) {
  const { t } = useTranslation("enrollments");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { due_date: enrollment.due_date ?? "" },
    draft: `extend ${enrollment.id}`,
    changes: "training",
    save: ({ due_date }) =>
      api.PATCH("/panel/api/enrollments/{id}", {
        params: { path: { id: enrollment.id } },
        body: { due_date: due_date || null },
      }),
    done: t("extend.done"),
  });
  return (
    <DialogForm dialog={dialog} title={t("extend.title")} text={t("extend.text")} submit={t("common:save")}>
      <DateField label={t("training:due")} key={form.key("due_date")} {...form.getInputProps("due_date")} data-autofocus />
    </DialogForm>
  );
}

function PlainDialog({ enrollment, opened, onClose, action }: StepProps & { action: "attempt" | "cancel" }) {
  const { t } = useTranslation("enrollments");
  const params = { path: { id: enrollment.id } };
  const save = useSave({
    changes: "training",
    save: async () => {
      if (action === "cancel") await api.POST("/panel/api/enrollments/{id}/cancel", { params });
      else await api.POST("/panel/api/enrollments/{id}/attempt", { params });
    },
    done: t(`${action}.done`),
    onSaved: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`${action}.title`)}
      text={t(`${action}.text`)}
      submit={t(`${action}.submit`)}
      action={save}
    />
  );
}

function WithdrawDialog({ enrollment, opened, onClose }: StepProps) {
  const { t } = useTranslation("enrollments");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { reason: "" },
    draft: `withdraw ${enrollment.id}`,
    changes: "training",
    save: (body) => api.POST("/panel/api/enrollments/{id}/withdraw", { params: { path: { id: enrollment.id } }, body }),
    done: t("withdraw.done"),
  });
  return (
    <DialogForm dialog={dialog} title={t("withdraw.title")} text={t("withdraw.text")} submit={t("withdraw.submit")}>
      <Textarea label={t("field.reason")} required maxLength={500} key={form.key("reason")} {...form.getInputProps("reason")} />
    </DialogForm>
  );
}
