import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";

/** The page that a room's code opens; it records once that the learner is present. */
export function MyCheckIn() {
  const { t } = useTranslation("course-sessions");
  const { code } = useListState({ code: "" }).values;
  const answer = useQuery({
    queryKey: ["check-in", code],
    enabled: code !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => dataOf(await api.POST("/panel/api/my/check-in", { body: { code } })),
  });
  return (
    <Page title={t("check_in.mine")} description={t("check_in.mine_text")} width="narrow">
      <div role="status">
        <ProblemAlert error={answer.error} />
        {answer.data ? (
          <Alert color="green">
            <Text fw={600}>{t(`check_in.${answer.data.status}`)}</Text>
            <Text>{answer.data.course_title}</Text>
            <Text c="dimmed">{answer.data.location}</Text>
          </Alert>
        ) : null}
      </div>
    </Page>
  );
}
