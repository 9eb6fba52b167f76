import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { IconCalendarDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { Meeting, SessionState } from "../course-sessions/meeting.tsx";

type MySession = components["schemas"]["MyCourseSession"];

/** The planned sessions of a course: to sign up, to withdraw, and to add to a calendar. Nothing is shown if none is planned. */
export function RoomSessions({ enrollment_id }: { enrollment_id: string }) {
  const { t } = useTranslation("course-sessions");
  const query = useQuery({
    queryKey: ["my-course", enrollment_id, "sessions"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/my/courses/{id}/sessions", { params: { path: { id: enrollment_id } }, signal })),
  });
  if (!query.data) return <Unanswered query={query} height={80} />;
  const { course_sessions } = query.data;
  if (course_sessions.length === 0) return null;
  const taken = course_sessions.some(({ booking, state }) => isTaken(booking) && (state === "planned" || state === "begun"));
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{t("mine.title")}</Title>
      {course_sessions.map((session) => (
        <One key={session.id} session={session} enrollment_id={enrollment_id} taken={taken} />
      ))}
    </Stack>
  );
}

const isTaken = (booking: MySession["booking"]) => booking === "booked" || booking === "waiting";

function One({ session, enrollment_id, taken }: { session: MySession; enrollment_id: string; taken: boolean }) {
  const { t } = useTranslation("course-sessions");
  const client = useQueryClient();
  const { id, booking, state, location, trainer_name, cancel_reason } = session;
  const params = { path: { id } };
  const change = useMutation({
    mutationFn: (to: "book" | "leave") =>
      to === "book"
        ? api.POST("/panel/api/my/course-sessions/{id}/book", { params })
        : api.POST("/panel/api/my/course-sessions/{id}/leave", { params }),
    // Read again even after a failure, because places may have been taken meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: ["my-course", enrollment_id, "sessions"] }),
  });
  return (
    <Paper p="md" withBorder>
      <Stack gap="xs">
        <Text fw={600} component="div">
          <Meeting {...session} />
        </Text>
        <Text size="sm">
          {location}
          {trainer_name === null ? "" : ` · ${trainer_name}`}
        </Text>
        <Group gap="xs" aria-live="polite">
          {state === "planned" ? null : <SessionState state={state} />}
          {booking === "booked" ? <ToneBadge tone="good">{t("mine.booked")}</ToneBadge> : null}
          {booking === "waiting" ? (
            <ToneBadge tone="info">{t("mine.waiting", { place: session.waiting_place })}</ToneBadge>
          ) : null}
          {isTaken(booking) || state !== "planned" ? null : <Places session={session} />}
        </Group>
        {cancel_reason === null ? null : <Text size="sm">{cancel_reason}</Text>}
        <ProblemAlert error={change.error} />
        <Group gap="xs">
          {state === "planned" ? (
            <Buttons session={session} taken={taken} busy={change.isPending} change={change.mutate} />
          ) : null}
          {isTaken(booking) ? (
            <Button
              component="a"
              href={`/panel/api/my/course-sessions/${id}/calendar`}
              download
              variant="default"
              leftSection={<IconCalendarDown size={16} aria-hidden />}
            >
              {t("mine.calendar")}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Paper>
  );
}

function Places({ session: { free, waiting, waiting_max } }: { session: MySession }) {
  const { t } = useTranslation("course-sessions");
  if (free > 0 && waiting === 0) return <Text size="sm">{t("mine.free", { count: free })}</Text>;
  return <Text size="sm">{waiting < waiting_max ? t("mine.may_wait", { count: waiting }) : t("mine.full")}</Text>;
}

type ButtonsProps = { session: MySession; taken: boolean; busy: boolean; change: (to: "book" | "leave") => void };

function Buttons({ session: { booking, free, waiting, waiting_max }, taken, busy, change }: ButtonsProps) {
  const { t } = useTranslation("course-sessions");
  if (isTaken(booking))
    return (
      <Button variant="default" loading={busy} onClick={() => change("leave")}>
        {t("mine.leave")}
      </Button>
    );
  const is_free = free > 0 && waiting === 0;
  if (taken || (!is_free && waiting >= waiting_max)) return null;
  return (
    <Button loading={busy} onClick={() => change("book")}>
      {t(is_free ? "mine.book" : "mine.wait")}
    </Button>
  );
}
