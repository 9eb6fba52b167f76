import { Alert, Group, Loader, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useClock } from "../../components/values/when.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import { causeText } from "./causes.ts";
import { useConnections, type Connection, type Connections } from "./connections.ts";

const every_ms = 1_000;
/** Waits for the provider's test request, and shows when it came or why it was refused. */
export function LiveCheck({ connection, opened_at }: { connection: Connection; opened_at: string }) {
  const { t, i18n } = useTranslation("scim");
  const { zone } = useClock();
  // Requests before this instant are not the test that the user is now asked to send.
  const [since] = useState(opened_at);
  const { data } = useConnections(every_ms);
  const refused = useRefusedRequest(connection.client.id, since);
  const now = data?.connections.find(({ client }) => client.id === connection.client.id) ?? connection;
  const received = now.last_request_at !== null && now.last_request_at > since ? now.last_request_at : null;
  const turned_away = refusalOf(data, connection.client.id, since);
  const time = (at: string) => dateFormat("time", i18n.language, zone).format(new Date(at));
  const newest = [received, turned_away?.at ?? null]
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
  return (
    <div role="status">
      {newest === undefined ? (
        <Alert color="blue" icon={<Loader size={16} aria-hidden />} title={t("live.waiting")}>
          <Text size="sm">{t("live.waiting_text")}</Text>
        </Alert>
      ) : turned_away && turned_away.at === newest ? (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t("live.refused", { time: time(newest) })}>
          <Text size="sm">{causeText(turned_away.cause, t)}</Text>
          <Text size="xs" c="dimmed">
            {t("live.from", { address: turned_away.address })}
          </Text>
        </Alert>
      ) : now.last_request_limited ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t("live.limited", { time: time(newest) })}>
          <Text size="sm">{t("explain.429")}</Text>
        </Alert>
      ) : refused ? (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t("live.failed", { time: time(refused.at) })}>
          <Text size="sm">
            {refused.status} · {refused.detail}
          </Text>
        </Alert>
      ) : (
        <Alert color="green" icon={<IconCircleCheck size={18} />} title={t("live.received", { time: time(newest) })}>
          <Group gap="xs">
            <Text size="sm">{t("live.received_text")}</Text>
          </Group>
        </Alert>
      )}
    </div>
  );
}

/** The last request that was not authenticated, unless another client sent it. */
function refusalOf(data: Connections | undefined, client_id: string, since: string) {
  return data?.refusals.find((one) => one.at > since && (one.client_id === null || one.client_id === client_id));
}

/** The last authenticated request that was refused. */
function useRefusedRequest(client_id: string, since: string) {
  const query = { limit: 1, offset: 0, client_id, outcome: "refused" } as const;
  const { data } = useQuery({
    queryKey: ["scim", "refused", client_id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/scim/exchanges", { params: { query }, signal })).exchanges,
    refetchInterval: every_ms,
  });
  return data?.find(({ at }) => at > since);
}
