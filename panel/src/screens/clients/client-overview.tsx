import { Badge, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Id } from "../../components/values/id.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { ClientActivity } from "./client-activity.tsx";
import type { Client } from "./client-data.ts";
import { LastUsed, UseToday } from "./client-use.tsx";

/** The client's present state: its bucket, its daily quota, its last call. */
export function ClientOverview({ client }: { client: Client }) {
  const { t, i18n } = useTranslation("clients");
  const { bucket, limits } = client;
  const number = new Intl.NumberFormat(i18n.language);
  const seconds = (ms: number) => t("bucket.seconds", { count: Math.ceil(ms / 1_000) });
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Tile title={t("bucket.tokens")}>
          <Text fz={28} fw={650} className="panel-mono" data-testid="tokens">
            {t("of_day", { used: number.format(bucket.tokens), limit: number.format(limits.burst) })}
          </Text>
          <Progress value={(bucket.tokens / limits.burst) * 100} aria-label={t("bucket.tokens")} />
          <Text size="sm" c="dimmed">
            {bucket.next_token_ms === null
              ? t("bucket.full")
              : t("bucket.refills", { next: seconds(bucket.next_token_ms), full: seconds(bucket.full_ms) })}
          </Text>
        </Tile>
        <Tile title={t("bucket.today")}>
          <UseToday client={client} />
          <Text size="sm" c="dimmed">
            {t("bucket.day_ends", {
              hours: Math.floor(bucket.day_ends_ms / 3_600_000),
              minutes: Math.floor((bucket.day_ends_ms / 60_000) % 60),
            })}
          </Text>
        </Tile>
        <Tile title={t("column.last_used")}>
          <Text fz="lg" fw={600} component="div">
            <LastUsed client={client} />
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {t("column.expires")}: <Day date={client.expires_on} none={t("never")} />
          </Text>
        </Tile>
      </SimpleGrid>
      <ClientActivity client={client} />
      <Paper p="md">
        <Text component="dl" m={0}>
          <Fact name={t("fact.id")}>
            <Id value={client.id} />
          </Fact>
          <Fact name={t("column.scopes")}>
            <Group gap={4}>
              {client.scopes.map((scope) => (
                <Badge key={scope} color="gray" className="panel-mono">
                  {scope}
                </Badge>
              ))}
              {client.scopes.length === 0 ? t("none") : null}
            </Group>
          </Fact>
          <Fact name={t("column.methods")}>{client.methods.map((method) => t(`method.${method}`)).join(", ")}</Fact>
          {client.dpop_bound_access_tokens ? <Fact name={t("field.dpop")}>{t("fact.dpop")}</Fact> : null}
          <Fact name={t("field.ip_allowlist")}>{client.ip_allowlist.join(", ") || t("fact.everywhere")}</Fact>
          <Fact name={t("field.webhook_hosts")}>{client.webhook_hosts.join(", ") || t("none")}</Fact>
          {client.scopes.includes("scim") ? (
            <Fact name={t("field.scim_profile")}>{t(`profile.${client.scim_profile}`)}</Fact>
          ) : null}
          <Fact name={t("fact.created")}>
            <When at={client.created_at} />
          </Fact>
        </Text>
      </Paper>
    </Stack>
  );
}

function Tile({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper p="md" component="section">
      <Stack gap={6}>
        <Title order={2} fz="sm" c="dimmed">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group gap="sm" align="baseline" mb={6} wrap="wrap">
      <Text component="dt" size="sm" c="dimmed" w={170}>
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </Group>
  );
}
