import { Alert, Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, type Ref, useImperativeHandle, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { CopyLink } from "../../components/values/copy-link.tsx";
import { Id } from "../../components/values/id.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { Exact, When } from "../../components/values/when.tsx";
import { curlOf, knownCause, type LoggedRequest, problemPageOf } from "./request-data.ts";
import { Refusal } from "./refusal.tsx";
import { RelatedChanges } from "./related-changes.tsx";
import { StatusBadge } from "./status-badge.tsx";

export type ShowRequest = (row: LoggedRequest) => void;

/** All details of one request; `ref` receives the function that opens it. */
export function RequestDrawer({ ref }: { ref: Ref<ShowRequest> }) {
  const [row, setRow] = useState<LoggedRequest | null>(null);
  useImperativeHandle(ref, () => setRow, []);
  return (
    <SidePanel opened={row !== null} onClose={() => setRow(null)} title={row ? `${row.method} ${row.route ?? row.path}` : ""}>
      {row ? <Details row={row} /> : null}
    </SidePanel>
  );
}

function Details({ row }: { row: LoggedRequest }) {
  const { t, i18n } = useTranslation("request-log");
  const { base_url, organisation } = useSession();
  const known = knownCause(row.cause);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatusBadge status={row.status} />
        {row.code ? <span className="panel-mono">{row.code}</span> : null}
      </Group>
      {row.cause ? (
        <Alert color="yellow" title={t("cause.title")}>
          <Text size="sm">{known ? t(`cause.${known}`) : row.cause}</Text>
          <Text size="xs" mt={4}>
            {t("cause.only_here")}
          </Text>
        </Alert>
      ) : null}
      <dl className="panel-facts">
        <Fact name={t("column.at")}>
          <When at={row.at} /> · <Exact at={row.at} />
        </Fact>
        <Fact name={t("column.client")}>
          {row.client ? (
            <TextLink to="/clients/$client_id" params={{ client_id: row.client.id }}>
              {row.client.name}
            </TextLink>
          ) : (
            t("not_authenticated")
          )}
        </Fact>
        <Fact name={t("column.path")}>
          <span className="panel-mono">{row.path}</span>
        </Fact>
        <Fact name={t("column.address")}>
          <span className="panel-mono">{row.address}</span>
        </Fact>
        <Fact name={t("column.duration")}>
          {t("ms", { value: new Intl.NumberFormat(i18n.language).format(row.duration_ms) })}
        </Fact>
        <Fact name={t("column.request_id")}>
          <Id value={row.request_id} />
        </Fact>
        {row.trace_id === null ? null : (
          <Fact name={t("column.trace_id")}>
            <Id value={row.trace_id} />
          </Fact>
        )}
      </dl>
      {row.status < 400 ? null : <Refusal id={row.id} />}
      <LimiterFacts row={row} />
      {row.method === "GET" ? null : <RelatedChanges request_id={row.request_id} />}
      <Text size="xs" c="dimmed">
        {t("not_kept")}
      </Text>
      <Group gap="xs">
        <CopyButton value={curlOf(row, base_url, organisation.code)}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t("common:copied") : t("copy_curl")}
            </Button>
          )}
        </CopyButton>
        <CopyLink path={`/panel/request-log?request_id=${row.request_id}`} />
        {row.code ? (
          <Button variant="subtle" component="a" href={problemPageOf(row.code)} target="_blank">
            {t("explain")}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

/** The state of the client's rate limits when the request was answered. */
function LimiterFacts({ row: { limiter, retry_after_s } }: { row: LoggedRequest }) {
  const { t, i18n } = useTranslation("request-log");
  if (limiter === null && retry_after_s === null) return null;
  const number = new Intl.NumberFormat(i18n.language);
  const duration = (seconds: number) => t("limiter.seconds", { count: seconds, number: number.format(seconds) });
  return (
    <section aria-labelledby="limiter">
      <Text component="h3" id="limiter" size="sm" fw={600} m={0} mb={4}>
        {t("limiter.title")}
      </Text>
      <dl className="panel-facts">
        {limiter ? (
          <>
            <Fact name={t("limiter.remaining")}>
              {t("limiter.of", { some: number.format(limiter.remaining), all: number.format(limiter.burst) })}
            </Fact>
            <Fact name={t(limiter.day_used >= limiter.day_limit ? "limiter.day_begins_in" : "limiter.full_in")}>
              {duration(limiter.full_in_s)}
            </Fact>
            <Fact name={t("limiter.day_used")}>
              {t("limiter.of", { some: number.format(limiter.day_used), all: number.format(limiter.day_limit) })}
            </Fact>
          </>
        ) : null}
        {retry_after_s === null ? null : <Fact name={t("limiter.retry_after")}>{duration(retry_after_s)}</Fact>}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
