import { SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { type Tone, ToneBadge } from "../../components/values/state-badge.tsx";
import { Day, relative } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

type ServiceStatus = components["schemas"]["ServiceStatus"];
type Backlog = ServiceStatus["mails"];

const refresh_ms = 10_000;
/** Work that has been due for longer than this is late. */
const late_s = 60;

/** Whether the background work that the organisation relies on keeps up, and the contract's limits. */
export function Status() {
  const { t } = useTranslation("status");
  const status = useQuery({
    queryKey: ["status"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/status", { signal })),
    refetchInterval: refresh_ms,
  });
  return (
    <Page title={t("title")} description={t("description")}>
      <Unanswered query={status} height={320} />
      {status.data ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <Components status={status.data} />
          <Limits limits={status.data.limits} />
        </SimpleGrid>
      ) : null}
    </Page>
  );
}

function Components({ status }: { status: ServiceStatus }) {
  const { t } = useTranslation("status");
  const { database, clock, webhooks, mails, mails_failed, imports, days } = status;
  return (
    <Section title={t("components")}>
      <Facts
        label={t("components")}
        rows={[
          [t("database"), <State key="database" good={database === "ok"} />],
          [t("clock"), <State key="clock" good={clock !== "skewed"} bad={t("skewed")} />],
          [t("webhooks"), <Waiting key="webhooks" backlog={webhooks} />, "/webhooks"],
          [t("mails"), <Waiting key="mails" backlog={mails} />, "/mailbox"],
          [t("mails_failed"), <State key="failed" good={mails_failed === 0} bad={String(mails_failed)} tone="warning" />],
          [t("imports"), <Waiting key="imports" backlog={imports} />, "/imports"],
          [
            t("days"),
            <Stack key="days" gap={2} align="flex-end">
              <State good={!days.behind} bad={t("behind")} tone="warning" />
              <Text size="xs" c="dimmed">
                {t("done_through")} <Day date={days.done_through} none={t("not_yet")} />
              </Text>
            </Stack>,
          ],
        ]}
      />
    </Section>
  );
}

function Limits({ limits }: Pick<ServiceStatus, "limits">) {
  const { t, i18n } = useTranslation("status");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Section title={t("limits")} action={<TextLink to="/clients">{t("of_clients")}</TextLink>}>
      <Facts
        label={t("limits")}
        rows={[
          [t("per_minute"), number.format(limits.per_minute)],
          [t("burst"), number.format(limits.burst)],
          [t("per_day"), number.format(limits.per_day)],
          [t("clients"), number.format(limits.clients)],
          [
            t("webhook_subscriptions"),
            t("used_of", {
              used: number.format(limits.webhook_subscriptions_used),
              all: number.format(limits.webhook_subscriptions),
            }),
          ],
          [t("tokens"), t("tokens_value")],
          [t("failures"), t("failures_value")],
          [t("body"), t("body_value")],
          [t("page"), t("page_value")],
        ]}
      />
    </Section>
  );
}

function Facts({ label, rows }: { label: string; rows: readonly (readonly [name: string, value: ReactNode, to?: string])[] }) {
  return (
    <Table aria-label={label} verticalSpacing={6}>
      <Table.Tbody>
        {rows.map(([name, value, to]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400} style={{ overflowWrap: "anywhere" }}>
              {to === undefined ? name : <TextLink to={to}>{name}</TextLink>}
            </Table.Th>
            <Table.Td ta="right" style={{ overflowWrap: "anywhere" }}>
              {value}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function State({ good, bad, tone = "bad" }: { good: boolean; bad?: string; tone?: Tone }) {
  const { t } = useTranslation("status");
  return good ? <ToneBadge tone="good">{t("ok")}</ToneBadge> : <ToneBadge tone={tone}>{bad ?? t("failed")}</ToneBadge>;
}

function Waiting({ backlog: { count, oldest_s } }: { backlog: Backlog }) {
  const { t, i18n } = useTranslation("status");
  if (count === 0) return <ToneBadge tone="good">{t("nothing")}</ToneBadge>;
  const late = oldest_s !== null && oldest_s > late_s;
  return (
    <Stack gap={2} align="flex-end">
      <ToneBadge tone={late ? "warning" : "info"}>{t("waiting", { count })}</ToneBadge>
      {oldest_s === null ? null : (
        <Text size="xs" c="dimmed">
          {t("due", { since: relative(-oldest_s * 1_000, i18n.language) })}
        </Text>
      )}
    </Stack>
  );
}
