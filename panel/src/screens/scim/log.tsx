import { Alert, Badge, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Id } from "../../components/values/id.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { activeFilters, cursorPage, useListPage } from "../../components/lists/use-list-page.ts";
import { SidePanel } from "../../components/side-panel.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { useDaysKept } from "../../components/values/use-retention.ts";
import { When } from "../../components/values/when.tsx";
import { type Exchange, useConnections } from "./connections.ts";
import "./log.css";

const refresh_ms = 10_000;

/** The requests of identity providers and their results, of all records or of one person or group. */
export function SyncLog() {
  const { t } = useTranslation("scim");
  const state = useListState({ tab: "connections", outcome: "", client_id: "", name: "", resource_id: "" });
  const { outcome, client_id, name, resource_id } = state.values;
  const [opened, setOpened] = useState<string | null>(null);
  const connections = useConnections();
  const days = useDaysKept("sync_log");
  const filters = activeFilters({ outcome: outcome as "done" | "refused", client_id, resource_name: name, resource_id });
  const list = useListPage(
    ["scim", "exchanges"],
    { offset: 0, ...cursorPage(state), ...filters },
    (query, signal) => api.GET("/panel/api/scim/exchanges", { params: { query }, signal }),
    { refetchInterval: refresh_ms },
  );
  const rows = list.data?.exchanges;
  return (
    <>
      <DataList
        label={t("tab.log")}
        columns={useColumns(setOpened)}
        query={list}
        turned_by="cursor"
        rows={rows}
        id={({ id }) => id}
        state={{
          ...state,
          // The tab does not count as a filter.
          filtered: [outcome, client_id, name, resource_id].some((value) => value !== ""),
          reset: () => state.set({ outcome: "", client_id: "", name: "", resource_id: "" }),
        }}
        filters={
          <>
            <SearchFilter list={state} name="name" label={t("log.search")} />
            <ChoiceFilter
              list={state}
              name="outcome"
              label={t("log.outcome")}
              any={t("log.any_outcome")}
              choices={[
                { value: "done", label: t("log.done") },
                { value: "refused", label: t("log.refused") },
              ]}
            />
            <ChoiceFilter
              list={state}
              name="client_id"
              label={t("log.client")}
              any={t("log.any_client")}
              choices={(connections.data?.connections ?? []).map(({ client }) => ({ value: client.id, label: client.name }))}
            />
            {resource_id === "" ? null : (
              <TextInput aria-label={t("log.trace")} value={resource_id} readOnly classNames={{ input: "panel-mono" }} w={300} />
            )}
          </>
        }
        empty={
          <EmptyState
            icon={IconHistory}
            title={t("log.empty")}
            text={days === null ? t("log.empty_text") : t("log.empty_text_days", { count: days })}
            actions={<LinkButton to="/scim/connect">{t("wizard.button")}</LinkButton>}
          />
        }
      />
      <ExchangeDrawer exchange={rows?.find(({ id }) => id === opened) ?? null} onClose={() => setOpened(null)} />
    </>
  );
}

function useColumns(open: (id: string) => void): Column<Exchange>[] {
  const { t } = useTranslation("scim");
  return [
    { key: "at", title: t("log.at"), width: 130, render: ({ at }) => <When at={at} /> },
    {
      key: "request",
      title: t("log.request"),
      width: 210,
      render: ({ id, method, resource_type, resource_name, path }) => (
        <button type="button" className="scim-open" data-opens-row onClick={() => open(id)}>
          <span className="panel-mono">{method}</span> {resource_type ?? path} {resource_name ?? ""}
        </button>
      ),
    },
    { key: "client", title: t("log.client"), secondary: true, render: ({ client }) => client.name },
    { key: "status", title: t("log.status"), render: ({ status }) => <Status status={status} /> },
    {
      key: "what",
      title: t("log.what"),
      width: 240,
      render: ({ changes, detail, notes }) => (
        <Text size="xs" lineClamp={2} className="scim-value">
          {detail ?? (changes.length > 0 ? changes.map(({ path }) => withoutUrn(path)).join(", ") : t("log.nothing"))}
          {notes.length > 0 ? ` · ${t("log.notes", { count: notes.length })}` : ""}
        </Text>
      ),
    },
    { key: "ms", title: t("log.duration"), align: "right", secondary: true, render: ({ duration_ms }) => `${duration_ms} ms` },
  ];
}

/** The attribute's name without the extension's URN, which is long and always the same. */
function withoutUrn(path: string): string {
  return path.replace(/^urn:.*:(?=[^:]+$)/, "");
}

function Status({ status }: { status: number }) {
  return <Badge color={status < 400 ? "green" : status === 429 ? "yellow" : "red"}>{String(status)}</Badge>;
}

function ExchangeDrawer({ exchange, onClose }: { exchange: Exchange | null; onClose: () => void }) {
  return (
    <SidePanel
      opened={exchange !== null}
      onClose={onClose}
      width="wide"
      title={exchange ? `${exchange.method} ${exchange.path}` : ""}
    >
      {exchange ? <Details exchange={exchange} close={onClose} /> : null}
    </SidePanel>
  );
}

const explained = [400, 401, 403, 404, 409, 412, 413, 429] as const;

function Details({ exchange, close }: { exchange: Exchange; close: () => void }) {
  const { t } = useTranslation("scim");
  const { status, scim_type, detail, changes, notes, resource_id, resource_name, request_id, profile, client } = exchange;
  const known = explained.find((one) => one === status);
  return (
    <Stack gap="md">
      <Text size="sm" component="div">
        <Status status={status} /> {client.name} · {t("connection.profile", { profile })} · <When at={exchange.at} /> ·{" "}
        {exchange.duration_ms} ms
      </Text>
      {detail === null ? null : (
        <Alert color="red" title={scim_type ?? t("log.refused")}>
          <Text size="sm">{detail}</Text>
          {known ? (
            <Text size="sm" mt={4}>
              {t(`explain.${known}`)}
            </Text>
          ) : null}
        </Alert>
      )}
      <section>
        <Title order={3} mb="xs">
          {t("log.changes")}
        </Title>
        {changes.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("log.nothing")}
          </Text>
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t("log.attribute")}</Table.Th>
                <Table.Th scope="col">{t("log.before")}</Table.Th>
                <Table.Th scope="col">{t("log.after")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ path, before, after }) => (
                <Table.Tr key={path}>
                  <Table.Td className="panel-mono scim-value">{path}</Table.Td>
                  <Table.Td className="scim-value">{shown(before)}</Table.Td>
                  <Table.Td className="scim-value">{shown(after)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </section>
      {notes.length > 0 ? (
        <section>
          <Title order={3} mb="xs">
            {t("log.read_as")}
          </Title>
          {notes.map(({ place, detail: note }) => (
            <Text size="sm" key={`${place} ${note}`}>
              <span className="panel-mono">{place}</span>: {note}
            </Text>
          ))}
        </section>
      ) : null}
      <Text size="sm" component="div">
        {t("log.request_id")} <Id value={request_id} />
      </Text>
      {resource_id ? (
        <div>
          <TextLink to="/scim" search={{ tab: "log", resource_id }} onClick={close}>
            {t("log.everything", { name: resource_name ?? resource_id })}
          </TextLink>
        </div>
      ) : null}
    </Stack>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
