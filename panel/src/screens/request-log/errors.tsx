import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { useClock, When } from "../../components/values/when.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import { knownCause, problemPageOf } from "./request-data.ts";
import { StatusBadge } from "./status-badge.tsx";

type RequestError = components["schemas"]["RequestErrorList"]["errors"][number];
const refresh_ms = 30_000;

/** Codes that are explained on this screen; every code has a page. */
const explained = [
  "UNAUTHORIZED",
  "INVALID_CLIENT",
  "INVALID_DPOP_PROOF",
  "INVALID_SCOPE",
  "INSUFFICIENT_SCOPE",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "MALFORMED_REQUEST",
  "VALIDATION_FAILED",
  "RATE_LIMITED",
  "TOO_MANY_FAILED_AUTHENTICATIONS",
  "UNSUPPORTED_MEDIA_TYPE",
  "PAYLOAD_TOO_LARGE",
  "PRECONDITION_FAILED",
  "IDEMPOTENCY_KEY_REUSED",
  "PERSON_ALREADY_EXISTS",
  "MANAGED_ELSEWHERE",
  "ENROLLMENT_ALREADY_EXISTS",
  "SEAT_LIMIT_REACHED",
] as const;

/**
 * Refused requests of the last seven days, one row for each kind, with its cause and remedy and a link to its requests in the
 * log.
 */
export function Errors() {
  const { t, i18n } = useTranslation("request-log");
  const state = useListState({});
  const found = useQuery({
    queryKey: ["request-errors"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/request-errors", { signal })),
    refetchInterval: refresh_ms,
  });
  const date = dateFormat("minute", i18n.language, useClock().zone);
  return (
    <Page title={t("errors.title")} description={t("errors.description")}>
      {found.data && !found.data.complete ? (
        <Alert color="yellow" mb="sm">
          {t("errors.incomplete", { since: date.format(new Date(found.data.since)) })}
        </Alert>
      ) : null}
      <DataList
        label={t("errors.title")}
        columns={useColumns()}
        query={found}
        rows={found.data?.errors}
        id={({ status, code, method, route, client }) => [status, code, method, route, client?.id].join(" ")}
        state={state}
        empty={<EmptyState icon={IconCircleCheck} title={t("errors.empty")} text={t("errors.empty_text")} />}
      />
    </Page>
  );
}

function useColumns(): Column<RequestError>[] {
  const { t, i18n } = useTranslation("request-log");
  const number = new Intl.NumberFormat(i18n.language);
  return [
    {
      key: "code",
      title: t("column.code"),
      width: 150,
      render: ({ status, code }) => (
        <Stack gap={2} align="flex-start">
          <StatusBadge status={status} />
          {code === null ? null : (
            <Text size="xs" className="panel-mono">
              {code}
            </Text>
          )}
        </Stack>
      ),
    },
    { key: "endpoint", title: t("errors.endpoint"), width: 200, render: (error) => <Endpoint error={error} /> },
    { key: "client", title: t("column.client"), secondary: true, render: ({ client }) => client?.name ?? t("not_authenticated") },
    { key: "count", title: t("errors.count"), align: "right", render: ({ count }) => number.format(count) },
    { key: "first", title: t("errors.first"), width: 100, secondary: true, render: ({ first_at }) => <When at={first_at} /> },
    { key: "last", title: t("errors.last"), width: 100, render: ({ last_at }) => <When at={last_at} /> },
    { key: "why", title: t("errors.why"), width: 300, render: (error) => <Explanation error={error} /> },
  ];
}

/** The endpoint, as a link to the requests of this kind in the log. */
function Endpoint({ error: { status, code, method, route, client } }: { error: RequestError }) {
  const { t } = useTranslation("request-log");
  const search = {
    period: "7d",
    status: String(status),
    code: code ?? undefined,
    method,
    route: route ?? "none",
    client_id: client?.id ?? "none",
  };
  return (
    <TextLink to="/request-log" search={search} className="panel-mono">
      {method} {route ?? t("errors.no_such_address")}
    </TextLink>
  );
}

/** The causes, if there are any in the log, or else what the code means; and a link to the code's page. */
function Explanation({ error: { status, code, causes } }: { error: RequestError }) {
  const { t } = useTranslation("request-log");
  const known = explained.find((one) => one === code);
  const sentences = causes.map((cause) => {
    const one = knownCause(cause);
    return one ? t(`cause.${one}`) : cause;
  });
  const general = known ? t(`errors.code.${known}`) : t(status >= 500 ? "errors.code.ours" : "errors.code.theirs");
  return (
    <Stack gap={2}>
      {(sentences.length > 0 ? sentences : [general]).map((text) => (
        <Text key={text} size="xs">
          {text}
        </Text>
      ))}
      {code === null ? null : (
        <Anchor href={problemPageOf(code)} target="_blank" size="xs">
          <Group gap={4} component="span" wrap="nowrap">
            {t("errors.fix", { code })} <IconExternalLink size={12} aria-hidden />
          </Group>
        </Anchor>
      )}
    </Stack>
  );
}
