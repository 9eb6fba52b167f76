import { Alert, Button, Group, Stack, Text, Timeline, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { CopyLink } from "../../components/values/copy-link.tsx";
import { Id } from "../../components/values/id.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { toast } from "../../components/toast.ts";
import { When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { Cause } from "./cause.tsx";
import { CodeBlock } from "./code-block.tsx";
import { Countdown } from "./countdown.tsx";
import { keys, type Delivery, type Subscription } from "./types.ts";

type Props = { subscription: Subscription; delivery: Delivery | null; onClose: () => void };

/** One delivery: the cause of its failure first, then its attempts and what was sent. */
export function DeliveryDrawer({ subscription, delivery, onClose }: Props) {
  return (
    <SidePanel opened={delivery !== null} onClose={onClose} width="wide" title={delivery?.event_type ?? ""}>
      {delivery ? <Content subscription={subscription} delivery={delivery} /> : null}
    </SidePanel>
  );
}

function Content({ subscription, delivery }: { subscription: Subscription; delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const last = delivery.attempts.at(-1);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm">
          <StateBadge state={delivery.status} />
          <Id value={delivery.id} short />
        </Group>
        <Group gap="xs">
          <CopyLink path={`/panel/webhooks/${subscription.id}?event_id=${delivery.event_id}`} />
          <Retry subscription={subscription} delivery={delivery} />
        </Group>
      </Group>
      {last && last.error !== null ? (
        <Alert color={delivery.status === "failed" ? "red" : "yellow"} title={t("drawer.cause")}>
          <Cause attempt={last} />
        </Alert>
      ) : null}
      <section>
        <Title order={3} mb="xs">
          {t("drawer.attempts")}
        </Title>
        <Attempts delivery={delivery} />
      </section>
      <Sent subscription={subscription} delivery={delivery} />
    </Stack>
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  return (
    <Timeline bulletSize={14} lineWidth={2} active={delivery.attempts.length}>
      {delivery.attempts.map((attempt) => (
        <Timeline.Item
          key={attempt.number}
          color={attempt.error === null ? "green" : "red"}
          title={`${attempt.number}. ${attempt.response_status ?? t(`short.${attempt.error ?? "TIMEOUT"}`)}`}
        >
          <Text size="sm" c="dimmed">
            <When at={attempt.attempted_at} /> · {t("ms", { count: attempt.duration_ms })} · {t(`trigger.${attempt.trigger}`)} ·{" "}
            <span className="panel-mono">{attempt.host}</span>
          </Text>
        </Timeline.Item>
      ))}
      {delivery.status === "pending" ? (
        <Timeline.Item title={t("drawer.next")} lineVariant="dashed">
          <Text size="sm" c="dimmed" component="div">
            <Countdown at={delivery.next_attempt_at} />
          </Text>
        </Timeline.Item>
      ) : null}
    </Timeline>
  );
}

function Retry({ subscription: { id, state }, delivery }: { subscription: Subscription; delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () =>
      api.POST("/panel/api/webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry", {
        params: { path: { id, delivery_id: delivery.id } },
      }),
    onSuccess: () => toast.done(t("retry.done")),
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: keys.list }),
  });
  const reason = delivery.status !== "failed" ? t("retry.not_failed") : state === "disabled" ? t("retry.disabled") : null;
  return (
    <ReasonedButton reason={reason} loading={retry.isPending} onClick={() => retry.mutate()}>
      {t("retry.button")}
    </ReasonedButton>
  );
}

function Sent({ subscription: { id }, delivery }: { subscription: Subscription; delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const sent = useQuery({
    queryKey: keys.part(id, "request", delivery.id),
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET("/panel/api/webhooks/subscriptions/{id}/deliveries/{delivery_id}/request", {
          params: { path: { id, delivery_id: delivery.id } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (sent.error || !sent.data) return <Unanswered query={sent} height={160} />;
  const { url, headers, body } = sent.data;
  return (
    <>
      <section>
        <Title order={3} mb="xs">
          {t("drawer.headers")}
        </Title>
        <Text size="sm" className="panel-mono" mb="xs" style={{ overflowWrap: "anywhere" }}>
          POST {url}
        </Text>
        <dl className="webhook-headers panel-mono">
          {headers.map(({ name, value }) => (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <Title order={3} mb="xs">
          {t("drawer.signature")}
        </Title>
        <Text size="sm">{t("drawer.signature_text")}</Text>
      </section>
      <section>
        <Group justify="space-between" mb="xs">
          <Title order={3}>{t("drawer.payload")}</Title>
          <Text size="xs" c="dimmed">
            {t("drawer.bytes", { count: delivery.payload_bytes })}
          </Text>
        </Group>
        {body === null ? (
          <Text size="sm" c="dimmed">
            {t("drawer.gone")}
          </Text>
        ) : (
          <CodeBlock label={t("drawer.payload")} text={pretty(body)} />
        )}
      </section>
      <Button component="a" href="/docs" target="_blank" variant="subtle" size="xs">
        {t("create.guide")}
      </Button>
    </>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
