import { Button, Code, Group, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconHistory, IconShieldCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { DateFilter } from "../../components/date-field.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportLink } from "../../components/export-link.tsx";
import { Id } from "../../components/id.tsx";
import { Page } from "../../components/page.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { type ListState, useListState } from "../../components/use-list-state.ts";
import { When } from "../../components/when.tsx";
import { Changes } from "./changes.tsx";
import { Verification } from "./verification.tsx";

export type Entry = components["schemas"]["AuditRecord"];

const no_filters = { operation: "", actor_type: "", target_id: "", request_id: "", batch_id: "", from: "", until: "" } as const;
const actor_types = ["administrator", "client", "person", "rule", "operator", "system"] as const;

/** Who has done what; and a button that proves that nobody has changed the record of it. */
export function Audit() {
  const { t } = useTranslation("audit");
  const list = useListState(no_filters);
  const filters = filtersOf(list.values);
  const [verifying, { open, close }] = useDisclosure(false);
  const [shown, show] = useState<Entry | null>(null);
  const query = { ...filters, limit: list.limit, ...(list.cursor === null ? {} : { cursor: list.cursor }) };
  const found = useQuery({
    queryKey: ["audit", query],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/audit", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        <>
          <ExportLink path="/panel/api/audit/export" filters={filters} />
          <Button onClick={open} leftSection={<IconShieldCheck size={16} aria-hidden />}>
            {t("verify.button")}
          </Button>
        </>
      }
    >
      <DataList
        label={t("title")}
        columns={useColumns(show)}
        rows={found.data?.entries}
        id={({ id }) => id}
        state={list}
        paging={found.data ? { kind: "cursor", next: found.data.pagination.next_cursor } : undefined}
        stale={found.isPlaceholderData}
        error={found.error}
        retry={() => void found.refetch()}
        filters={<Filters list={list} />}
        empty={<EmptyState icon={IconHistory} title={t("empty.title")} text={t("empty.text")} />}
      />
      <Modal
        opened={shown !== null}
        onClose={() => show(null)}
        title={shown?.operation ?? ""}
        size="lg"
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        {shown ? <Changes entry={shown} /> : null}
      </Modal>
      <Modal opened={verifying} onClose={close} title={t("verify.title")} closeButtonProps={{ "aria-label": t("common:close") }}>
        <Verification />
      </Modal>
    </Page>
  );
}

/** Dates are whole days here, in UTC as the log is. */
function filtersOf({ from, until, ...rest }: Record<keyof typeof no_filters, string>): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== "")),
    ...(from === "" ? {} : { from: `${from}T00:00:00Z` }),
    ...(until === "" ? {} : { until: new Date(Date.parse(until) + 86_400_000).toISOString() }),
  };
}

function useColumns(show: (entry: Entry) => void): Column<Entry>[] {
  const { t } = useTranslation("audit");
  return [
    { key: "when", title: t("column.when"), width: 120, render: ({ occurred_at }) => <When at={occurred_at} /> },
    { key: "who", title: t("column.who"), width: 160, render: ({ actor }) => <Who actor={actor} /> },
    {
      key: "operation",
      title: t("column.operation"),
      width: 200,
      render: (entry) => (
        <button type="button" className="panel-text-button" onClick={() => show(entry)} aria-haspopup="dialog">
          <Code>{entry.operation}</Code>
        </button>
      ),
    },
    {
      key: "target",
      title: t("column.target"),
      width: 180,
      render: ({ target_type, target_id }) => (
        <Group gap={6} wrap="nowrap">
          <Text size="sm">{target_type}</Text>
          {target_id ? <Id value={target_id} short /> : null}
        </Group>
      ),
    },
    {
      key: "changes",
      title: t("column.changes"),
      secondary: true,
      render: ({ changes, personal }) => (
        <Text size="sm" c="dimmed" truncate maw={260}>
          {Object.keys({ ...changes, ...personal }).join(", ") || "–"}
        </Text>
      ),
    },
    { key: "seal", title: t("column.seal"), align: "right", secondary: true, render: ({ seq }) => seq ?? t("unsealed") },
  ];
}

function Who({ actor }: { actor: Entry["actor"] }) {
  const { t } = useTranslation("audit");
  return (
    <Stack gap={0}>
      <Text size="sm" fw={550}>
        {actor.name ?? "–"}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`actor.${actor.type}`)}
      </Text>
    </Stack>
  );
}

function Filters({ list: { values, set } }: { list: ListState<keyof typeof no_filters> }) {
  const { t } = useTranslation("audit");
  return (
    <>
      <SearchField label={t("filter.operation")} value={values.operation} onChange={(operation) => set({ operation })} />
      <NativeSelect
        aria-label={t("filter.actor_type")}
        value={values.actor_type}
        onChange={(event) => set({ actor_type: event.currentTarget.value })}
        data={[
          { value: "", label: t("filter.actor_type") },
          ...actor_types.map((value) => ({ value, label: t(`actor.${value}`) })),
        ]}
      />
      <DateFilter name={t("filter.from")} value={values.from} onChange={(event) => set({ from: event.currentTarget.value })} />
      <DateFilter name={t("filter.until")} value={values.until} onChange={(event) => set({ until: event.currentTarget.value })} />
    </>
  );
}
