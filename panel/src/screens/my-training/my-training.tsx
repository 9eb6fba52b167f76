import { Badge, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCalendarEvent, IconSchool, IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { useKeptContent } from "./send-kept.ts";
import { type CourseSummary, isOpen, useTraining } from "./use-training.ts";

const nothing = () => undefined;

/** The learner's open courses with their due dates, then the completed ones. */
export function MyTrainingScreen() {
  const { t } = useTranslation("my-training");
  const { data, error, refetch } = useTraining();
  useKeptContent(nothing);
  const open = data?.courses.filter(isOpen) ?? [];
  const ended = data?.courses.filter((course) => !isOpen(course)) ?? [];
  return (
    <Page
      title={t("title")}
      description={t("description")}
      width="narrow"
      actions={
        data?.has_reports || data?.teaches ? (
          <>
            {data.teaches ? (
              <LinkButton to="/teaching" variant="default" leftSection={<IconCalendarEvent size={16} aria-hidden />}>
                {t("teaching")}
              </LinkButton>
            ) : null}
            {data.has_reports ? (
              <LinkButton to="/my-team" variant="default" leftSection={<IconUsersGroup size={16} aria-hidden />}>
                {t("my_team")}
              </LinkButton>
            ) : null}
          </>
        ) : undefined
      }
    >
      <ProblemAlert error={error} retry={() => void refetch()} />
      {data || error ? null : <Skeleton h={120} />}
      {data?.courses.length === 0 ? <EmptyState icon={IconSchool} title={t("empty.title")} text={t("empty.text")} /> : null}
      <Stack gap="xl">
        {data && data.courses.length > 0 ? (
          <section>
            <Title order={2} mb="xs">
              {t("due")}
            </Title>
            {open.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t("nothing_due")}
              </Text>
            ) : null}
            <Stack gap="sm">
              {open.map((course) => (
                <Open key={course.id} course={course} />
              ))}
            </Stack>
          </section>
        ) : null}
        {ended.length > 0 ? (
          <section>
            <Title order={2} mb="xs">
              {t("ended")}
            </Title>
            <Stack gap="sm">
              {ended.map((course) => (
                <Ended key={course.id} course={course} />
              ))}
            </Stack>
          </section>
        ) : null}
      </Stack>
    </Page>
  );
}

function Open({ course }: { course: CourseSummary }) {
  const { t } = useTranslation("my-training");
  const { id, kind, course_title, due_date, overdue, mandatory, estimated_minutes, status, is_path } = course;
  return (
    <Paper p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4}>
          <Title order={3}>{course_title}</Title>
          <Group gap="xs">
            <Text size="sm" c="dimmed" component="div">
              {due_date ? (
                <>
                  {t("due_on")} <Day date={due_date} />
                </>
              ) : (
                t("no_date")
              )}
              {estimated_minutes ? ` · ${t("minutes", { count: estimated_minutes })}` : ""}
            </Text>
            {overdue ? <StateBadge state="overdue" /> : null}
            {status === "in_progress" ? <StateBadge state="in_progress" /> : null}
            {mandatory ? null : <Badge color="gray">{t("voluntary")}</Badge>}
          </Group>
        </Stack>
        {is_path ? (
          <Text size="sm" c="dimmed">
            {t("path")}
          </Text>
        ) : (
          <LinkButton
            to="/my-training/$course_id"
            params={{ course_id: id }}
            aria-label={t(kind === null ? "how_named" : "open_named", { title: course_title })}
          >
            {t(kind === null ? "how" : status === "in_progress" ? "continue" : "begin")}
          </LinkButton>
        )}
      </Group>
    </Paper>
  );
}

function Ended({ course: { id, course_title, status, score, completed_at } }: { course: CourseSummary }) {
  const { t } = useTranslation("my-training");
  return (
    <Paper p="sm" px="md">
      <Group justify="space-between" gap="sm">
        <TextLink to="/my-training/$course_id" params={{ course_id: id }}>
          {course_title}
        </TextLink>
        <Group gap="sm">
          {score === null ? null : <Text size="sm">{t("score", { score })}</Text>}
          {completed_at ? (
            <Text size="sm" c="dimmed" component="div">
              <When at={completed_at} />
            </Text>
          ) : null}
          <StateBadge state={status === "completed" ? "completed" : "failed"} />
        </Group>
      </Group>
    </Paper>
  );
}
