import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconCalendarEvent } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { Meeting, SessionState } from "./meeting.tsx";

/** The sessions that the user teaches: upcoming ones and those of the last days. */
export function TeachingScreen() {
  const { t } = useTranslation("course-sessions");
  const query = useQuery({
    queryKey: ["teaching"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/my/teaching", { signal })),
  });
  const parents = [{ title: t("shell:nav.my_training"), to: "/my-training" }];
  if (!query.data) return unansweredPage(query, { title: t("teaching.title"), parents });
  const { course_sessions } = query.data;
  return (
    <Page title={t("teaching.title")} description={t("teaching.text")} parents={parents} width="narrow">
      {course_sessions.length === 0 ? (
        <EmptyState icon={IconCalendarEvent} title={t("teaching.none")} text={t("teaching.none_text")} />
      ) : null}
      <Stack gap="sm">
        {course_sessions.map((session) => (
          <Paper key={session.id} p="md">
            <Group justify="space-between" align="flex-start" gap="sm">
              <div>
                <Title order={2}>{session.course_title}</Title>
                <Text size="sm" component="div">
                  <Meeting {...session} />
                </Text>
                <Text size="sm" c="dimmed">
                  {session.location} · {t("places", { taken: session.booked, all: session.capacity })}
                </Text>
              </div>
              <Group gap="sm">
                <SessionState state={session.state} />
                <LinkButton
                  to="/teaching/$course_session_id"
                  params={{ course_session_id: session.id }}
                  aria-label={t("teaching.open_named", { title: session.course_title })}
                >
                  {t("teaching.open")}
                </LinkButton>
              </Group>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Page>
  );
}
