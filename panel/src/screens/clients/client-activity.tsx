import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { TextLink } from "../../components/values/link.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { StackedBars } from "../../components/values/stacked-bars.tsx";
import { useClock, When } from "../../components/values/when.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import { clients_key, type Client } from "./client-data.ts";

const refresh_ms = 30_000;
const chart_height_px = 110;

/** The client's requests of the last 24 hours, and the access tokens that it requested. */
export function ClientActivity({ client: { id } }: { client: Client }) {
  const { t, i18n } = useTranslation("clients");
  const { zone } = useClock();
  const activity = useQuery({
    queryKey: [...clients_key, "activity", id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/clients/{id}/activity", { params: { path: { id } }, signal })),
    refetchInterval: refresh_ms,
  });
  const clock = dateFormat("clock", i18n.language, zone);
  const exact = dateFormat("minute", i18n.language, zone);
  const log = (
    <TextLink to="/clients/$client_id" params={{ client_id: id }} search={{ tab: "requests", period: "24h" }}>
      {t("activity.log")}
    </TextLink>
  );
  return (
    <Section title={t("activity.title")} action={log}>
      <ProblemAlert error={activity.error} retry={() => void activity.refetch()} />
      {activity.data ? (
        <>
          <StackedBars
            label={t("activity.title")}
            unit={t("activity.hour")}
            height={chart_height_px}
            series={[
              { key: "succeeded", name: t("activity.succeeded"), tone: "info" },
              { key: "refused", name: t("activity.refused"), tone: "warning" },
              { key: "limited", name: t("activity.limited"), tone: "serious" },
              { key: "failed", name: t("activity.failed"), tone: "bad" },
            ]}
            bars={activity.data.hours.map(({ at, ...values }) => ({
              key: at,
              label: clock.format(new Date(at)),
              title: exact.format(new Date(at)),
              values,
            }))}
          />
          <Text size="sm" mt="sm" component="div">
            {t("activity.tokens", { count: activity.data.tokens.count })}{" "}
            {activity.data.tokens.last_at === null ? null : (
              <>
                {t("activity.last_token")} <When at={activity.data.tokens.last_at} />.{" "}
              </>
            )}
            <TextLink
              to="/clients/$client_id"
              params={{ client_id: id }}
              search={{ tab: "requests", route: "/api/v1/oauth/token" }}
            >
              {t("activity.token_log")}
            </TextLink>
          </Text>
        </>
      ) : activity.error ? null : (
        <Skeleton h={chart_height_px + 60} />
      )}
    </Section>
  );
}
