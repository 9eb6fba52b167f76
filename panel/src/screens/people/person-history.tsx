import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/when.tsx";

/** What was done to the record and the account, and by whom. */
export function PersonHistory({ id }: { id: string }) {
  const { t } = useTranslation("people");
  const query = useQuery({
    queryKey: ["person", id, "history"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/people/{id}/history", { params: { path: { id } }, signal })).entries,
  });
  return (
    <Section title={t("history.title")}>
      {query.error ? <ProblemAlert error={query.error} retry={() => void query.refetch()} /> : null}
      {!query.data && !query.error ? <Skeleton h={80} /> : null}
      {query.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("history.empty")}
        </Text>
      ) : null}
      <Stack gap="xs">
        {query.data?.map((entry) => (
          <div key={entry.id}>
            <Text size="sm">
              <span className="panel-mono">{entry.operation}</span>
              {entry.fields.length > 0 ? ` – ${entry.fields.join(", ")}` : ""}
            </Text>
            <Text size="xs" c="dimmed">
              {entry.actor_name ?? entry.actor_type} · <When at={entry.occurred_at} />
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
