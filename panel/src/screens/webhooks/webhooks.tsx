import { Group, Stack, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { SearchFilter } from "../../components/lists/filters.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { hostOf, keys, type Subscription } from "./types.ts";

/** All subscriptions of the organisation, with their state and success. */
export function Webhooks() {
  const { t } = useTranslation("webhooks");
  const state = useListState({ q: "" });
  const list = useQuery({
    queryKey: keys.list,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/webhooks/subscriptions", { signal })).subscriptions,
    refetchInterval: 15_000,
  });
  const wanted = state.values.q.trim().toLowerCase();
  const rows = list.data?.filter(({ name, client, target_url }) =>
    [name, client.name, target_url].some((text) => text.toLowerCase().includes(wanted)),
  );
  const columns = useColumns();
  return (
    <ListPage
      title={t("title")}
      description={t("description")}
      actions={
        <LinkButton to="/webhooks/signature" variant="default">
          {t("signature.title")}
        </LinkButton>
      }
      add={<LinkButton to="/webhooks/new">{t("create.button")}</LinkButton>}
      empty={{ icon: IconWebhook, title: t("list.empty"), text: t("list.empty_text") }}
      filters={<SearchFilter list={state} name="q" label={t("list.search")} />}
      columns={columns}
      query={list}
      rows={rows}
      id={({ id }) => id}
      state={state}
    />
  );
}

function useColumns(): Column<Subscription>[] {
  const { t } = useTranslation("webhooks");
  return [
    {
      key: "host",
      title: t("list.host"),
      width: 220,
      render: ({ id, name, target_url }) => (
        <Stack gap={0}>
          <TextLink to="/webhooks/$webhook_id" params={{ webhook_id: id }}>
            {hostOf(target_url)}
          </TextLink>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </Stack>
      ),
    },
    { key: "client", title: t("list.client"), width: 130, render: ({ client }) => client.name },
    {
      key: "events",
      title: t("list.events"),
      width: 180,
      secondary: true,
      render: ({ subscribed_events }) => (
        <Text size="xs" className="panel-mono" title={subscribed_events.join(", ")}>
          {subscribed_events.slice(0, 2).join(", ")}
          {subscribed_events.length > 2 ? ` +${subscribed_events.length - 2}` : ""}
        </Text>
      ),
    },
    {
      key: "state",
      title: t("list.state"),
      width: 190,
      render: ({ state, state_reason, state_changed_at }) => (
        <Stack gap={2}>
          <Group gap="xs">
            <StateBadge state={state} />
            <Text size="xs" c="dimmed">
              <When at={state_changed_at} />
            </Text>
          </Group>
          {state_reason ? (
            <Text size="xs" c="dimmed">
              {t(`reason.${state_reason}`)}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    { key: "success", title: t("list.success"), align: "right", render: ({ recent }) => <Success recent={recent} /> },
    {
      key: "p95",
      title: t("list.p95"),
      align: "right",
      secondary: true,
      render: ({ recent }) => (recent.p95_ms === null ? "–" : t("ms", { count: recent.p95_ms })),
    },
    { key: "pending", title: t("list.pending"), align: "right", render: ({ pending_deliveries }) => pending_deliveries },
    {
      key: "failure",
      title: t("list.last_failure"),
      secondary: true,
      render: ({ last_failure_at }) => <When at={last_failure_at} />,
    },
  ];
}

/** The acknowledged share of the last day's deliveries. */
export function Success({ recent }: { recent: Subscription["recent"] }) {
  const { i18n } = useTranslation("webhooks");
  const ended = recent.succeeded + recent.failed;
  if (ended === 0) return "–";
  const share = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 }).format(
    // Rounded down, so that one failure among thousands does not read as 100 %.
    Math.floor((recent.succeeded / ended) * 1_000) / 1_000,
  );
  return (
    <span title={`${recent.succeeded} / ${ended}`} data-success>
      {share}
    </span>
  );
}
