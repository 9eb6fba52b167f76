import { Badge, Group, Stack, Text } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Id } from "../../components/values/id.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Day } from "../../components/values/when.tsx";
import { clients_key, scopes, type Client, type Scope } from "./client-data.ts";
import { LastUsed, UseToday } from "./client-use.tsx";
import { DisableClients } from "./disable-clients.tsx";

const states = ["active", "expiring", "expired", "disabled", "revoked"] as const;

/** The integration clients of the organisation. */
export function Clients() {
  const { t } = useTranslation("clients");
  const list = useListState({ q: "", state: "", scope: "" });
  const { q, state, scope } = list.values;
  const filters = activeFilters({ q, state: state as Client["state"], scope: scope as Scope });
  const clients = useListPage([...clients_key, "list"], { ...offsetPage(list), ...filters }, (query, signal) =>
    api.GET("/panel/api/clients", { params: { query }, signal }),
  );
  const [ids, setIds] = useState<string[]>([]);
  // Clients that are no longer in the list are dropped from the selection, so that none is disabled unseen.
  const selected = (clients.data?.clients ?? []).filter(({ id }) => ids.includes(id));
  const create = (
    <LinkButton to="/clients/new" leftSection={<IconPlus size={16} />}>
      {t("list.create")}
    </LinkButton>
  );
  const nothing = clients.data?.clients.length === 0 && !list.filtered && list.offset === 0;
  return (
    <Page title={t("list.title")} description={t("list.description")} actions={nothing ? null : create}>
      <DataList
        label={t("list.title")}
        columns={useColumns()}
        query={clients}
        rows={clients.data?.clients}
        id={({ id }) => id}
        name={({ name }) => name}
        selection={{ ids: selected.map(({ id }) => id), set: setIds }}
        bulk={<DisableClients clients={selected} done={() => setIds([])} />}
        state={list}
        sticky_first
        empty={<EmptyState icon={IconKey} title={t("list.empty")} text={t("list.empty_text")} actions={create} />}
        filters={
          <>
            <SearchFilter list={list} name="q" label={t("list.search")} />
            <ChoiceFilter
              list={list}
              name="state"
              label={t("list.state")}
              any={t("list.every_state")}
              choices={states.map((value) => ({ value, label: t(`common:state.${value}`) }))}
            />
            <ChoiceFilter list={list} name="scope" label={t("list.scope")} any={t("list.every_scope")} choices={scopes} />
          </>
        }
      />
    </Page>
  );
}

function useColumns(): Column<Client>[] {
  const { t } = useTranslation("clients");
  return [
    {
      key: "name",
      title: t("column.name"),
      width: 190,
      render: (client) => (
        <Stack gap={4}>
          <TextLink to="/clients/$client_id" params={{ client_id: client.id }}>
            {client.name}
          </TextLink>
          <Id value={client.id} short />
        </Stack>
      ),
    },
    {
      key: "state",
      title: t("column.state"),
      render: (client) => (
        <Group gap={4} wrap="nowrap">
          <StateBadge state={client.state} />
          {client.secrets.length > 1 ? <StateBadge state="rotating" /> : null}
        </Group>
      ),
    },
    {
      key: "scopes",
      title: t("column.scopes"),
      width: 160,
      render: ({ scopes: own }) =>
        own.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("none")}
          </Text>
        ) : (
          <Group gap={4}>
            {own.map((scope) => (
              <Badge key={scope} color="gray" className="panel-mono">
                {scope}
              </Badge>
            ))}
          </Group>
        ),
    },
    {
      key: "methods",
      title: t("column.methods"),
      secondary: true,
      render: ({ methods }) => methods.map((method) => t(`method.${method}`)).join(", "),
    },
    {
      key: "last_used_at",
      title: t("column.last_used"),
      render: (client) => <LastUsed client={client} />,
    },
    { key: "today", title: t("column.today"), width: 130, secondary: true, render: (client) => <UseToday client={client} /> },
    {
      key: "expires",
      title: t("column.expires"),
      secondary: true,
      render: ({ expires_on }) => <Day date={expires_on} none={t("never")} />,
    },
  ];
}
