import { Group, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { AssignDialog } from "../enrollments/assign-dialog.tsx";
import { draftName } from "../enrollments/choose.tsx";
import { EnrollmentActions } from "../enrollments/enrollment-actions.tsx";
import type { Enrollment } from "../enrollments/enrollment-state.tsx";
import { EvidenceDialog } from "../enrollments/evidence-dialog.tsx";
import { ExemptDialog } from "../enrollments/exempt-dialog.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { RemindDialog } from "./remind-dialog.tsx";

type WhatToDoProps = {
  of: { person_id: string; person: string; course_id: string | null; course: string };
  /** Why the course cannot be assigned; null: it can. */
  assignable: "inactive" | "path_only" | "license_expired" | null;
  enrollments: readonly Enrollment[];
  /** Whether an earlier day is shown. */
  past: boolean;
};

type Dialog = "assign" | "remind" | "evidence" | "exempt";

/** What can be done about a flag, with the open enrollment or without one. An action that is not available says why. */
export function WhatToDo({ of, assignable, enrollments, past }: WhatToDoProps) {
  const { t } = useTranslation("matrix");
  const not_allowed = useTrainingReason("of_person");
  const { course_id, ...rest } = of;
  const pair = course_id === null ? undefined : { ...rest, course_id };
  const draft = (dialog: Exclude<Dialog, "remind">) => draftName(dialog, pair);
  const [open, setOpen] = useDialogs<Dialog>({
    assign: draft("assign"),
    exempt: draft("exempt"),
    evidence: draft("evidence"),
  });
  const general = not_allowed ?? (past ? t("do.past") : pair === undefined ? t("enrollments:unassignable.inactive") : null);
  const standing = enrollments.find(({ status }) => status === "assigned" || status === "in_progress" || status === "failed");
  const unassignable = assignable === null ? null : t(`enrollments:unassignable.${assignable}`);
  const why_not = {
    assign: standing ? t("do.assigned_already") : unassignable,
    remind: standing ? null : t("do.nothing_open"),
    evidence: null,
    exempt: null,
  };
  const named = (dialog: Dialog) => (dialog === "remind" ? t("remind.button") : t(`enrollments:${dialog}.button`));
  const close = () => setOpen(null);
  return (
    <section>
      <Title order={3} mb={6}>
        {t("do.title")}
      </Title>
      <Stack gap="sm">
        {standing ? (
          <Group gap="xs">{past ? <Text size="sm">{t("do.past")}</Text> : <EnrollmentActions enrollment={standing} />}</Group>
        ) : null}
        <Group gap="xs">
          {(["assign", "remind", "evidence", "exempt"] as const).map((dialog) => (
            <ReasonedButton key={dialog} variant="default" reason={general ?? why_not[dialog]} onClick={() => setOpen(dialog)}>
              {named(dialog)}
            </ReasonedButton>
          ))}
        </Group>
      </Stack>
      {pair ? (
        <>
          <AssignDialog opened={open === "assign"} onClose={close} pair={pair} />
          <RemindDialog opened={open === "remind"} onClose={close} pair={pair} />
          <EvidenceDialog opened={open === "evidence"} onClose={close} pair={pair} />
          <ExemptDialog opened={open === "exempt"} onClose={close} pair={pair} />
        </>
      ) : null}
    </section>
  );
}
