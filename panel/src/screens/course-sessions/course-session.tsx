import { Stack, Textarea } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ReasonedLink } from "../../components/forms/reasoned-link.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { AttendanceList } from "./attendance-list.tsx";
import { Meeting, SessionState } from "./meeting.tsx";
import { type CourseSession, useAttendance } from "./session-data.ts";
import { SessionDialog } from "./session-dialog.tsx";

/** One course session: where, when and for whom it is held, its bookings and its attendance. */
export function CourseSessionPage() {
  const { t } = useTranslation("course-sessions");
  const { course_session_id } = useParams({ strict: false }) as { course_session_id: string };
  const query = useAttendance(course_session_id);
  const reason = useTrainingReason();
  const parents = [{ title: t("shell:nav.course_sessions"), to: "/course-sessions" }];
  if (!query.data) return unansweredPage(query, { title: t("one"), parents });
  const { course_session: session } = query.data;
  return (
    <Page
      title={session.course_title}
      parents={parents}
      aside={<SessionState state={session.state} />}
      description={<Meeting {...session} />}
      actions={<Actions session={session} />}
    >
      <Stack gap="md">
        <Section title={t("facts")}>
          <Facts
            rows={[
              [
                t("field.course"),
                <TextLink key="course" to="/courses/$course_id" params={{ course_id: session.course_id }}>
                  {session.course_code}
                </TextLink>,
              ],
              [t("field.location"), session.location],
              [t("field.trainer"), session.trainer?.full_name ?? session.trainer?.employee_no ?? "–"],
              [t("field.booked"), t("places", { taken: session.booked, all: session.capacity })],
              [t("field.waiting"), t("places", { taken: session.waiting, all: session.waiting_max })],
              ...(session.cancel_reason === null ? [] : [[t("field.cancel_reason"), session.cancel_reason] as [string, string]]),
            ]}
          />
        </Section>
        <Section title={t("attendance.title")}>
          <AttendanceList attendance={query.data} reason={reason} />
        </Section>
      </Stack>
    </Page>
  );
}

function Actions({ session }: { session: CourseSession }) {
  const { t } = useTranslation("course-sessions");
  const [open, setOpen] = useDialogs<"change" | "cancel">({
    change: `course-session ${session.id}`,
    cancel: `cancel ${session.id}`,
  });
  const not_allowed = useTrainingReason();
  const closed = session.state === "cancelled" ? t("why_not.cancelled") : session.results > 0 ? t("why_not.results") : null;
  const close = () => setOpen(null);
  return (
    <>
      <ReasonedLink
        variant="default"
        reason={not_allowed}
        to="/course-sessions/$course_session_id/check-in"
        params={{ course_session_id: session.id }}
      >
        {t("check_in.title")}
      </ReasonedLink>
      <ReasonedButton variant="default" reason={not_allowed ?? closed} onClick={() => setOpen("change")}>
        {t("change")}
      </ReasonedButton>
      <ReasonedButton variant="default" reason={not_allowed ?? closed} onClick={() => setOpen("cancel")}>
        {t("cancel.button")}
      </ReasonedButton>
      <SessionDialog opened={open === "change"} onClose={close} session={session} />
      <CancelDialog opened={open === "cancel"} onClose={close} session={session} />
    </>
  );
}

type CancelDialogProps = { opened: boolean; onClose: () => void; session: CourseSession };

function CancelDialog({ opened, onClose, session }: CancelDialogProps) {
  const { t } = useTranslation("course-sessions");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { reason: "" },
    draft: `cancel ${session.id}`,
    validate: { reason: (value) => (value.trim() ? null : t("required")) },
    changes: "course_sessions",
    save: (body) => api.POST("/panel/api/course-sessions/{id}/cancel", { params: { path: { id: session.id } }, body }),
    done: t("cancel.done"),
  });
  return (
    <DialogForm
      dialog={dialog}
      title={t("cancel.title", { title: session.course_title })}
      text={t("cancel.text")}
      submit={t("cancel.submit")}
    >
      <Textarea
        label={t("field.cancel_reason")}
        required
        maxLength={500}
        {...form.getInputProps("reason")}
        key={form.key("reason")}
        data-autofocus
      />
    </DialogForm>
  );
}
