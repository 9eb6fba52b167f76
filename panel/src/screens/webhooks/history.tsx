import { Paper, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { keys } from "./types.ts";

const colors: Readonly<Record<string, string>> = {
  degrade: "yellow",
  disable: "red",
  enable: "green",
  create: "green",
  delete: "red",
};
const verbs = ["create", "change", "enable", "degrade", "disable", "rotate_secret", "replay", "retry_failed", "delete"] as const;

/** The changes of a subscription's state, and who made them. */
export function History({ id }: { id: string }) {
  const { t } = useTranslation("webhooks");
  const history = useQuery({
    queryKey: keys.part(id, "history"),
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/webhooks/subscriptions/{id}/history", { params: { path: { id } }, signal })).entries,
  });
  if (history.error || !history.data) return <Unanswered query={history} height={160} />;
  return (
    <Paper p="md">
      <Timeline bulletSize={14} lineWidth={2} active={history.data.length}>
        {history.data.map((entry) => {
          const verb = verbs.find((one) => entry.operation.endsWith(`.${one}`));
          return (
            <Timeline.Item
              key={entry.id}
              title={verb ? t(`history.${verb}`) : entry.operation}
              color={colors[verb ?? ""] ?? "indigo"}
            >
              <Text size="sm" c="dimmed" component="div">
                <When at={entry.at} /> · {entry.actor.name ?? t("history.system")}
              </Text>
              <Changes changes={entry.changes as Record<string, unknown>} />
            </Timeline.Item>
          );
        })}
      </Timeline>
    </Paper>
  );
}

function Changes({ changes }: { changes: Record<string, unknown> }) {
  return Object.entries(changes).map(([name, value]) => (
    <Text key={name} size="xs" className="panel-mono" style={{ overflowWrap: "anywhere" }}>
      {name}: {Array.isArray(value) && value.length === 2 ? `${shown(value[0])} → ${shown(value[1])}` : shown(value)}
    </Text>
  ));
}

function shown(value: unknown): string {
  return value === null ? "–" : typeof value === "string" ? value : JSON.stringify(value);
}
