import { Alert, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toast.ts";
import { unansweredPage } from "../../components/unanswered.tsx";
import { FlagChip } from "../../components/values/flag-chip.tsx";
import { flags } from "../../components/values/flags.ts";
import { Day } from "../../components/values/when.tsx";
import { RecordResult } from "./record-result.tsx";

type Entry = components["schemas"]["MatrixRow"]["courses"][string];

/** One person of the manager's team: each required course, its flag and its dates. */
export function TeamMember() {
  const { t } = useTranslation(["my-team", "bulk"]);
  const { person_id: id } = useParams({ strict: false }) as { person_id: string };
  const query = useQuery({
    queryKey: ["my-team", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/my/team/{id}", { params: { path: { id } }, signal })),
  });
  const remind = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/my/team/{id}/reminder", { params: { path: { id } } })),
    onSuccess: ({ outcome }) => outcome === "done" && toast.done(t("member.remind.done")),
    onError: toast.failed,
  });
  const outcome = remind.data?.outcome ?? "done";
  const parents = [{ title: t("title"), to: "/my-team" }];
  if (!query.data) return unansweredPage(query, { title: t("member.title"), parents });
  const { person, courses } = query.data;
  return (
    <Page
      title={person.full_name ?? person.employee_no ?? t("member.title")}
      parents={parents}
      width="narrow"
      aside={person.status ? <FlagChip flag={person.status} /> : undefined}
      description={[person.employee_no, person.department_name].filter(Boolean).join(" · ")}
      actions={
        <Button variant="default" loading={remind.isPending} onClick={() => remind.mutate()}>
          {t("member.remind.submit")}
        </Button>
      }
    >
      {outcome === "done" ? null : (
        <Alert color="yellow" role="status" mb="md">
          {t("member.remind.none", { reason: t(`bulk:reason.${outcome}`) })}
        </Alert>
      )}
      {courses.length === 0 ? (
        <EmptyState icon={IconSchool} title={t("member.none")} text={t("member.none_text")} />
      ) : (
        <Stack gap="sm">
          {courses.map(({ code, title, result_enrollment_id }) => {
            const entry = person.courses[code];
            return entry ? (
              <Course key={code} title={title} entry={entry}>
                {result_enrollment_id ? (
                  <RecordResult person_id={id} enrollment_id={result_enrollment_id} course={title} />
                ) : null}
              </Course>
            ) : null;
          })}
        </Stack>
      )}
    </Page>
  );
}

type CourseProps = { title: string; entry: Entry; children: ReactNode };

function Course({ title, entry: { status, due_date, valid_until }, children }: CourseProps) {
  const { t } = useTranslation("my-team");
  return (
    <Paper p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4}>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed" component="div">
            {valid_until ? (
              <>
                {t("member.valid_until")} <Day date={valid_until} />
              </>
            ) : due_date && flags[status].open ? (
              <>
                {t("member.due")} <Day date={due_date} />
              </>
            ) : (
              t("member.no_date")
            )}
          </Text>
          {children}
        </Stack>
        <FlagChip flag={status} />
      </Group>
    </Paper>
  );
}
