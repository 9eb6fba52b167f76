import { Alert, Group, Paper, SimpleGrid, Stack, Tabs, Text, Title } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { causeText } from "./causes.ts";
import { type Connection, type Connections, useConnections } from "./connections.ts";
import { SyncLog } from "./log.tsx";
import { Unmatched } from "./unmatched.tsx";
import { Waiting } from "./waiting.tsx";

/** The connected identity providers, what they have sent, and the values that did not match. */
export function Scim() {
  const { t } = useTranslation("scim");
  const tab = useListState({ tab: "connections" });
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={<LinkButton to="/scim/connect">{t("wizard.button")}</LinkButton>}
    >
      <Tabs value={tab.values.tab} onChange={(value) => tab.set({ tab: value ?? "" })} keepMounted={false}>
        <Tabs.List mb="md">
          {(["connections", "log", "unmatched"] as const).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="connections">
          <ConnectionList />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <SyncLog />
        </Tabs.Panel>
        <Tabs.Panel value="unmatched">
          <Unmatched />
          <Waiting />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function ConnectionList() {
  const { t } = useTranslation("scim");
  const list = useConnections();
  if (list.error || !list.data) return <Unanswered query={list} height={200} />;
  return (
    <Stack gap="md">
      {list.data.connections.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title={t("empty.title")}
          text={t("empty.text")}
          actions={<LinkButton to="/scim/connect">{t("wizard.button")}</LinkButton>}
        />
      ) : null}
      <NotLetIn refusals={list.data.refusals} />
      {list.data.connections.map((connection) => (
        <ConnectionCard key={connection.client.id} connection={connection} />
      ))}
    </Stack>
  );
}

/** Requests of the last day that were not authenticated. They belong to no connection, so its numbers do not include them. */
function NotLetIn({ refusals }: { refusals: Connections["refusals"] }) {
  const { t, i18n } = useTranslation("scim");
  const number = new Intl.NumberFormat(i18n.language);
  const recent = refusals.filter(({ day }) => day > 0);
  if (recent.length === 0) return null;
  return (
    <Alert color="yellow" title={t("not_let_in", { count: recent.reduce((sum, { day }) => sum + day, 0) })}>
      <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {recent.map(({ cause, day, at, address }) => (
          <Text key={cause} size="sm" component="li">
            <b>{number.format(day)}</b> · {causeText(cause, t)} <When at={at} /> {t("live.from", { address })}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

function ConnectionCard({ connection }: { connection: Connection }) {
  const { t, i18n } = useTranslation("scim");
  const { client, profile, state, day, last_change_at, last_request_at, last_request_limited, limits } = connection;
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Paper p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Title order={2}>
            <TextLink to="/clients/$client_id" params={{ client_id: client.id }}>
              {client.name}
            </TextLink>
          </Title>
          <StateBadge state={state} />
          <Text size="sm" c="dimmed">
            {t("connection.profile", { profile })}
          </Text>
        </Group>
        <TextLink to="/scim" search={{ tab: "log", client_id: client.id }}>
          {t("connection.log")}
        </TextLink>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 6 }}>
        <Figure label={t("connection.last_request")}>
          <When at={last_request_at} none={t("connection.none")} />
        </Figure>
        <Figure label={t("connection.last_change")}>
          <When at={last_change_at} />
        </Figure>
        {(["created", "updated", "deactivated", "failed"] as const).map((name) => (
          <Figure key={name} label={t(`day.${name}`)}>
            {number.format(day[name])}
          </Figure>
        ))}
      </SimpleGrid>
      {last_request_limited ? (
        <Alert color="yellow" mt="sm">
          {t("explain.429")}
        </Alert>
      ) : null}
      {connection.limit_advice === "none" ? null : (
        <Alert color="yellow" mt="sm" title={t("advice.title", { limit: number.format(limits.per_minute) })}>
          <Text size="sm">{t(`advice.${connection.limit_advice}`)}</Text>
          {connection.limit_advice === "use_profile" ? (
            <TextLink to="/clients/$client_id" params={{ client_id: client.id }} search={{ tab: "limits" }}>
              {t("advice.open")}
            </TextLink>
          ) : null}
        </Alert>
      )}
    </Paper>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={620} component="div">
        {children}
      </Text>
    </div>
  );
}
