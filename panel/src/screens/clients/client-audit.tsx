import { Code, Paper, Skeleton, Stack, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { When } from "../../components/values/when.tsx";
import { clients_key, type Client } from "./client-data.ts";

/** What was changed, by whom and when. */
export function ClientAudit({ client: { id } }: { client: Client }) {
  const { t } = useTranslation("clients");
  const list = useQuery({
    queryKey: [...clients_key, "changes", id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/clients/{id}/changes", { params: { path: { id } }, signal })).changes,
  });
  if (list.error) return <ProblemAlert error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton h={120} />;
  if (list.data.length === 0) return <Text c="dimmed">{t("audit.none")}</Text>;
  return (
    <Paper p="md">
      <Timeline bulletSize={14} lineWidth={2}>
        {list.data.map((entry) => (
          <Timeline.Item key={entry.id} title={<span className="panel-mono">{entry.operation}</span>}>
            <Text size="sm" c="dimmed" component="div">
              {entry.actor.name ?? entry.actor.type} · <When at={entry.at} />
            </Text>
            <Stack gap={2} mt={4}>
              {Object.entries(entry.changes).map(([field, change]) => (
                <Text key={field} size="xs" component="div">
                  {field}: <Code>{textOf(change, 0)}</Code> → <Code>{textOf(change, 1)}</Code>
                </Text>
              ))}
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </Paper>
  );
}

function textOf(change: unknown, place: 0 | 1): string {
  const value: unknown = Array.isArray(change) ? change[place] : null;
  return value === null || value === undefined ? "–" : typeof value === "string" ? value : JSON.stringify(value);
}
