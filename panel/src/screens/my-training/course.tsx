import { Alert, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { LinkButton } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Day } from "../../components/values/when.tsx";
import { Items } from "./items.tsx";
import { Package } from "./package.tsx";
import { Quiz } from "./quiz.tsx";
import { Reading } from "./reading.tsx";
import { RoomSessions } from "./room-sessions.tsx";
import { isOpen, type MyCourse, training_key } from "./use-training.ts";

/** One course for its learner: the content to work on, and the result. */
export function Course() {
  const { t } = useTranslation("my-training");
  const { course_id: id } = useParams({ strict: false }) as { course_id: string };
  const client = useQueryClient();
  const found = useQuery({
    queryKey: ["my-course", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/my/courses/{id}", { params: { path: { id } }, signal })),
  });
  const finish = useMutation({
    mutationFn: async (answers: number[][] | null) =>
      answers === null
        ? dataOf(await api.POST("/panel/api/my/courses/{id}/acknowledge", { params: { path: { id } } }))
        : dataOf(await api.POST("/panel/api/my/courses/{id}/answers", { params: { path: { id } }, body: { answers } })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: training_key }),
        client.invalidateQueries({ queryKey: ["my-course", id] }),
      ]),
  });
  const { data } = found;
  useBeginning(data);
  return (
    <Page
      title={data?.course_title ?? t("course")}
      parents={[{ title: t("title"), to: "/my-training" }]}
      description={data?.due_date ? <Due date={data.due_date} /> : undefined}
      width="narrow"
    >
      <Stack gap="md">
        <ProblemAlert error={found.error} retry={() => void found.refetch()} />
        {data || found.error ? null : <Skeleton h={200} />}
        <div aria-live="polite">{finish.data ? <Outcome outcome={finish.data} /> : null}</div>
        <ProblemAlert error={finish.error} />
        {data?.instructions ? <Instructions text={data.instructions} /> : null}
        {data?.kind === null && !data.is_path ? <RoomSessions enrollment_id={data.id} /> : null}
        {data ? <Content course={data} finish={finish.mutate} busy={finish.isPending} tries={finish.submittedAt} /> : null}
      </Stack>
    </Page>
  );
}

/** Kinds that begin by themselves: a package when it is launched, a course of items with its run. */
const begins_itself: ReadonlySet<string> = new Set(["package", "items"]);

/** Begins a course when it is opened for the first time. */
function useBeginning(course: MyCourse | undefined) {
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: (id: string) => api.POST("/panel/api/my/courses/{id}/start", { params: { path: { id } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: training_key }),
  });
  const { mutate } = begin;
  const id = course?.status === "assigned" && course.kind !== null && !begins_itself.has(course.kind) ? course.id : null;
  useEffect(() => {
    if (id !== null) mutate(id);
  }, [id, mutate]);
}

function Due({ date }: { date: string }) {
  const { t } = useTranslation("my-training");
  return (
    <>
      {t("due_on")} <Day date={date} />
    </>
  );
}

type ContentProps = { course: MyCourse; finish: (answers: number[][] | null) => void; busy: boolean; tries: number };

function Content({ course, finish, busy, tries }: ContentProps) {
  const { t } = useTranslation("my-training");
  const { id, kind, status, questions, pass_score } = course;
  const open = isOpen(course);
  // The package stays mounted until its frame is closed, whatever happens to the course meanwhile.
  if (kind === "package")
    return (
      <>
        {open ? null : <Text size="sm">{t(status === "completed" ? "is_completed" : "is_failed")}</Text>}
        <Package key={id} course_id={id} title={course.course_title} is_open={open} is_new={status === "assigned"} />
      </>
    );
  if (kind === "items") return <Items key={id} course={course} />;
  if (!open && kind !== "document" && kind !== "link")
    return <Text size="sm">{t(status === "completed" ? "is_completed" : "is_failed")}</Text>;
  if (kind === null) return <Elsewhere course={course} />;
  if (questions === null) return <Reading course={course} open={open} busy={busy} acknowledge={() => finish(null)} />;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t("quiz.text", { score: pass_score, left: course.attempts_allowed - course.attempts_used })}
      </Text>
      <Quiz key={`${id}${tries}`} questions={questions} busy={busy} answer={finish} />
    </>
  );
}

/** A course that is not taken here: its instructions, and whom to ask. */
function Elsewhere({ course: { contacts, instructions } }: { course: MyCourse }) {
  const { t } = useTranslation("my-training");
  return (
    <Stack gap="xs">
      <Text size="sm">{t(instructions === null ? "elsewhere.unknown" : "elsewhere.known")}</Text>
      <Text size="sm">{t(contacts.length === 0 ? "elsewhere.ask_anybody" : "elsewhere.ask")}</Text>
      {contacts.map(({ name, email }) => (
        <Text key={email} size="sm">
          {name}, <a href={`mailto:${email}`}>{email}</a>
        </Text>
      ))}
    </Stack>
  );
}

function Instructions({ text }: { text: string }) {
  const { t } = useTranslation("my-training");
  return (
    <Paper p="md">
      <Title order={2} mb={4}>
        {t("instructions")}
      </Title>
      <Text size="sm" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
        {text}
      </Text>
    </Paper>
  );
}

function Outcome({ outcome }: { outcome: components["schemas"]["MyAttemptOutcome"] }) {
  const { t } = useTranslation("my-training");
  const { passed, score, attempts_left } = outcome;
  return (
    <Alert
      color={passed ? "green" : "yellow"}
      icon={passed ? <IconCircleCheck size={18} /> : <IconCircleX size={18} />}
      title={t(passed ? "outcome.passed" : "outcome.failed")}
    >
      <Stack gap="xs" align="flex-start">
        {score === null ? null : <Text size="sm">{t("score", { score })}</Text>}
        {passed ? (
          <LinkButton to="/my-certificates" size="xs" variant="default">
            {t("outcome.certificates")}
          </LinkButton>
        ) : (
          <Text size="sm">{t("outcome.left", { count: attempts_left })}</Text>
        )}
      </Stack>
    </Alert>
  );
}
