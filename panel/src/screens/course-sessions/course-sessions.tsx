import { IconCalendarEvent, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialog } from "../../components/forms/use-draft.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { ChoiceFilter } from "../../components/lists/filters.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { useListState } from "../../components/lists/use-list-state.ts";
import { useGoTo } from "../../components/use-go-to.ts";
import { TextLink } from "../../components/values/link.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { Meeting, SessionState } from "./meeting.tsx";
import type { CourseSession } from "./session-data.ts";
import { SessionDialog } from "./session-dialog.tsx";

/** All course sessions, with time, place and number of bookings. */
export function CourseSessions() {
  const { t } = useTranslation("course-sessions");
  const list = useListState({ when: "coming" });
  const query = useListPage(
    ["course-sessions", "list"],
    { ...offsetPage(list), ...activeFilters({ when: list.values.when as "coming" | "past" | "" }) },
    (query, signal) => api.GET("/panel/api/course-sessions", { params: { query }, signal }),
  );
  const [adding, setAdding] = useDialog("course-session");
  const [added, setAdded] = useState<string>();
  useGoTo("/course-sessions/$course_session_id", "course_session_id", added);
  const reason = useTrainingReason();
  return (
    <ListPage
      title={t("shell:nav.course_sessions")}
      description={t("description")}
      add={
        <ReasonedButton reason={reason} leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t("add")}
        </ReasonedButton>
      }
      empty={{ icon: IconCalendarEvent, title: t("empty.title"), text: t("empty.text") }}
      filters={
        <ChoiceFilter
          list={list}
          name="when"
          label={t("when.label")}
          any={t("when.all")}
          choices={(["coming", "past"] as const).map((value) => ({ value, label: t(`when.${value}`) }))}
        />
      }
      columns={useColumns()}
      query={query}
      rows={query.data?.course_sessions}
      id={({ id }) => id}
      state={list}
      sticky_first
    >
      <SessionDialog opened={adding} onClose={() => setAdding(false)} session={null} onSaved={({ id }) => setAdded(id)} />
    </ListPage>
  );
}

function useColumns(): Column<CourseSession>[] {
  const { t } = useTranslation("course-sessions");
  return [
    {
      key: "course",
      title: t("field.course"),
      width: 200,
      render: ({ id, course_title }) => (
        <TextLink to="/course-sessions/$course_session_id" params={{ course_session_id: id }}>
          {course_title}
        </TextLink>
      ),
    },
    { key: "time", title: t("field.time"), width: 260, render: (session) => <Meeting {...session} /> },
    { key: "location", title: t("field.location"), render: ({ location }) => location },
    { key: "trainer", title: t("field.trainer"), secondary: true, render: ({ trainer }) => trainer?.full_name ?? "–" },
    {
      key: "booked",
      title: t("field.booked"),
      align: "right",
      render: ({ booked, capacity }) => t("places", { taken: booked, all: capacity }),
    },
    { key: "waiting", title: t("field.waiting"), align: "right", secondary: true, render: ({ waiting }) => waiting },
    { key: "state", title: t("field.state"), render: ({ state }) => <SessionState state={state} /> },
  ];
}
