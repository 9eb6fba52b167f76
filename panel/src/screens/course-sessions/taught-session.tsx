import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { AttendanceList } from "./attendance-list.tsx";
import { Meeting, SessionState } from "./meeting.tsx";
import { useAttendance } from "./session-data.ts";

/** The attendance list of a session, for its trainer. */
export function TaughtSession() {
  const { t } = useTranslation("course-sessions");
  const { course_session_id } = useParams({ strict: false }) as { course_session_id: string };
  const query = useAttendance(course_session_id);
  const parents = [{ title: t("teaching.title"), to: "/teaching" }];
  if (!query.data) return unansweredPage(query, { title: t("one"), parents });
  const { course_session: session } = query.data;
  return (
    <Page
      title={session.course_title}
      parents={parents}
      actions={
        <LinkButton to="/teaching/$course_session_id/check-in" params={{ course_session_id }} variant="default">
          {t("check_in.title")}
        </LinkButton>
      }
      width="narrow"
      aside={<SessionState state={session.state} />}
      description={
        <>
          <Meeting {...session} /> · {session.location}
        </>
      }
    >
      <AttendanceList attendance={query.data} reason={null} />
    </Page>
  );
}
