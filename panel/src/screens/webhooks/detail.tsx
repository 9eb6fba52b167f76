import { Alert, Group, SimpleGrid, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Id } from "../../components/values/id.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { DangerZone } from "./danger.tsx";
import { Deliveries } from "./deliveries.tsx";
import { EnableButton } from "./enable.tsx";
import { PingButton } from "./ping.tsx";
import { SecretSettings } from "./rotate.tsx";
import { SettingsForm } from "./settings.tsx";
import { History } from "./history.tsx";
import { hostOf, keys, type Subscription } from "./types.ts";
import { Success } from "./webhooks.tsx";

const refresh_ms = 10_000;

/** One subscription: its state, its deliveries, and all actions. */
export function WebhookDetail() {
  const { t } = useTranslation("webhooks");
  const { webhook_id = "" } = useParams({ strict: false }) as { webhook_id?: string };
  const one = useQuery({
    queryKey: keys.one(webhook_id),
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/webhooks/subscriptions/{id}", { params: { path: { id: webhook_id } }, signal })),
    refetchInterval: refresh_ms,
  });
  const tab = useListState({ tab: "deliveries" });
  const subscription = one.data;
  const title = subscription ? hostOf(subscription.target_url) : t("detail.title");
  return (
    <Page
      title={title}
      parents={[{ title: t("title"), to: "/webhooks" }]}
      aside={subscription ? <StateBadge state={subscription.state} /> : undefined}
      description={subscription ? `${subscription.name} · ${subscription.client.name}` : undefined}
      actions={subscription ? <PingButton id={webhook_id} /> : undefined}
    >
      <ProblemAlert error={one.error} retry={() => void one.refetch()} />
      {subscription ? (
        <Stack gap="md">
          <Standing subscription={subscription} />
          <Figures subscription={subscription} />
          <Tabs value={tab.values.tab} onChange={(value) => tab.set({ tab: value ?? "" })} keepMounted={false}>
            <Tabs.List mb="md">
              {(["deliveries", "history", "settings"] as const).map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {t(`tab.${name}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="deliveries">
              <Deliveries subscription={subscription} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <History id={webhook_id} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <Stack gap="md">
                <SettingsForm subscription={subscription} />
                <SecretSettings subscription={subscription} />
                <DangerZone subscription={subscription} />
              </Stack>
            </Tabs.Panel>
          </Tabs>
        </Stack>
      ) : one.error ? null : (
        <Skeleton h={300} />
      )}
    </Page>
  );
}

/** Why few or no events are sent, and how to solve it. */
function Standing({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation("webhooks");
  const { state, state_reason, state_changed_at, consecutive_failures } = subscription;
  if (state === "active") return null;
  return (
    <Alert color={state === "disabled" ? "red" : "yellow"} title={t(`standing.${state}`)}>
      <Group justify="space-between" align="flex-end">
        <Text size="sm" component="div" maw={620}>
          {state_reason ? t(`reason.${state_reason}`) : null} · <When at={state_changed_at} /> ·{" "}
          {t("standing.failures", { count: consecutive_failures })}
          <br />
          {t(`standing.${state}_text`)}
        </Text>
        <EnableButton subscription={subscription} />
      </Group>
    </Alert>
  );
}

function Figures({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation("webhooks");
  const { recent, pending_deliveries, last_success_at, last_failure_at, id, target_url } = subscription;
  const figures = [
    [t("list.success"), <Success key="1" recent={recent} />],
    [t("list.p95"), recent.p95_ms === null ? "–" : t("ms", { count: recent.p95_ms })],
    [t("list.pending"), pending_deliveries],
    [t("detail.last_success"), <When key="2" at={last_success_at} />],
    [t("list.last_failure"), <When key="3" at={last_failure_at} />],
  ] as const;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }} spacing="sm">
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text fw={620}>{value}</Text>
          </div>
        ))}
      </SimpleGrid>
      <Group gap="lg">
        <Text size="sm" className="panel-mono" style={{ overflowWrap: "anywhere" }}>
          {target_url}
        </Text>
        <Id value={id} />
      </Group>
    </>
  );
}
