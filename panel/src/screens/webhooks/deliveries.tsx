import { Button, Group, Text } from "@mantine/core";
import { IconSend, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { ChoiceFilter } from "../../components/lists/filters.tsx";
import { activeFilters, cursorPage, useListPage } from "../../components/lists/use-list-page.ts";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { Countdown } from "./countdown.tsx";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { PingButton } from "./ping.tsx";
import { ReplayButton, RetryAllButton } from "./resend.tsx";
import { keys, type Delivery, type Subscription } from "./types.ts";
import "./deliveries.css";

const statuses = ["pending", "succeeded", "failed", "expired"] as const;
const refresh_ms = 5_000;

/** The delivery log: each delivery with its attempts and what happens next. */
export function Deliveries({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation("webhooks");
  const { id } = subscription;
  const [opened, setOpened] = useState<string | null>(null);
  const state = useListState({ status: "", event_type: "", event_id: "" });
  const { status, event_type, event_id } = state.values;
  const filters = activeFilters({
    status: status as Delivery["status"],
    event_type: event_type as Delivery["event_type"],
    event_id,
  });
  const list = useListPage(
    keys.part(id, "deliveries"),
    { offset: 0, ...cursorPage(state), ...filters },
    (query, signal) => api.GET("/panel/api/webhooks/subscriptions/{id}/deliveries", { params: { path: { id }, query }, signal }),
    { refetchInterval: refresh_ms },
  );
  const rows = list.data?.deliveries;
  return (
    <>
      <DataList
        label={t("tab.deliveries")}
        columns={useColumns(setOpened)}
        query={list}
        turned_by="cursor"
        rows={rows}
        id={(row) => row.id}
        state={state}
        filters={
          <Group gap="xs" style={{ flex: 1 }}>
            <ChoiceFilter
              list={state}
              name="status"
              label={t("deliveries.status")}
              any={t("deliveries.any_status")}
              choices={statuses.map((value) => ({ value, label: t(`common:state.${value}`) }))}
            />
            <ChoiceFilter
              list={state}
              name="event_type"
              label={t("deliveries.event")}
              any={t("deliveries.any_event")}
              choices={[...subscription.subscribed_events, "ping"]}
            />
            <ChosenEvent event_id={event_id} forget={() => state.set({ event_id: "" })} />
            <RetryAllButton subscription={subscription} />
            <ReplayButton subscription={subscription} />
          </Group>
        }
        empty={
          <EmptyState
            icon={IconSend}
            title={t("deliveries.empty")}
            text={t("deliveries.empty_text")}
            actions={<PingButton id={id} />}
          />
        }
      />
      <DeliveryDrawer
        subscription={subscription}
        delivery={rows?.find((row) => row.id === opened) ?? null}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

/** The event to which a link has filtered the log; pressing it removes the filter. */
function ChosenEvent({ event_id, forget }: { event_id: string; forget: () => void }) {
  const { t } = useTranslation("webhooks");
  if (event_id === "") return null;
  // Ids made at the same time differ only at their end.
  const id = event_id.slice(-12);
  return (
    <Button
      variant="light"
      size="xs"
      rightSection={<IconX size={13} aria-hidden />}
      aria-label={t("deliveries.forget_event", { id })}
      onClick={forget}
    >
      {t("deliveries.of_event", { id })}
    </Button>
  );
}

function useColumns(open: (id: string) => void): Column<Delivery>[] {
  const { t } = useTranslation("webhooks");
  return [
    {
      key: "event",
      title: t("deliveries.event"),
      width: 190,
      render: ({ id, event_type }) => (
        <button type="button" className="webhook-open panel-mono" onClick={() => open(id)}>
          {event_type}
        </button>
      ),
    },
    { key: "status", title: t("deliveries.status"), render: ({ status }) => <StateBadge state={status} /> },
    { key: "attempts", title: t("deliveries.attempts"), render: (row) => <Dots delivery={row} /> },
    {
      key: "answer",
      title: t("deliveries.answer"),
      render: ({ attempts }) => {
        const last = attempts.at(-1);
        if (!last) return "–";
        return <span className="panel-mono">{last.response_status ?? t(`short.${last.error ?? "TIMEOUT"}`)}</span>;
      },
    },
    {
      key: "ms",
      title: t("deliveries.duration"),
      align: "right",
      secondary: true,
      render: ({ attempts }) => (attempts.length === 0 ? "–" : t("ms", { count: attempts.at(-1)!.duration_ms })),
    },
    {
      key: "next",
      title: t("deliveries.next"),
      width: 120,
      render: ({ next_attempt_at, status }) => (status === "pending" ? <Countdown at={next_attempt_at} /> : "–"),
    },
    { key: "created", title: t("deliveries.created"), secondary: true, render: ({ created_at }) => <When at={created_at} /> },
  ];
}

/** ●●○: a dot for each attempt, filled if it was acknowledged, open if it is still to come. */
function Dots({ delivery: { attempts, attempt_count, max_attempts } }: { delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const label = t("deliveries.dots", { made: attempt_count, of: max_attempts });
  const numbers = Array.from({ length: max_attempts }, (_, index) => index + 1);
  // A longer line of dots could not be counted.
  if (max_attempts > 8) return <Text size="sm">{`${attempt_count}/${max_attempts}`}</Text>;
  return (
    <span role="img" aria-label={label} className="webhook-dots" data-hint={label}>
      {numbers.map((number) => {
        const made = attempts.find((attempt) => attempt.number === number);
        return <i key={number} data-outcome={made ? (made.error === null ? "good" : "bad") : "open"} />;
      })}
    </span>
  );
}
