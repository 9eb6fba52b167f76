import { Button, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconHistory, IconShieldCheck } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { DateFilter } from "../../components/forms/date-field.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { ExportLink } from "../../components/lists/export-link.tsx";
import { Page } from "../../components/page.tsx";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { Changes } from "./changes.tsx";
import { Places } from "./places.tsx";
import { Verification } from "./verification.tsx";
import { type Entry, type Names, namesOf, sentenceOf } from "./words.ts";

const no_filters = { operation: "", actor_type: "", target_id: "", request_id: "", batch_id: "", from: "", until: "" } as const;
/** What operations begin with: what they are about. */
const subjects = [
  "person",
  "enrollment",
  "certificate",
  "exemption",
  "course",
  "license",
  "rule",
  "rules",
  "group",
  "department",
  "contractor",
  "unmatched_value",
  "import",
  "client",
  "webhook_subscription",
  "webhook_delivery",
  "address",
  "administrator",
  "session",
  "password",
  "second-factor",
  "organisation",
  "attribute",
  "clock",
] as const;
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
  const names = useMemo(() => namesOf(found.data?.named ?? []), [found.data]);
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
        columns={useColumns(names, show)}
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
        title={shown ? sentenceOf(t, shown, names) : ""}
        size="lg"
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        {shown ? <Changes entry={shown} names={names} /> : null}
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

function useColumns(names: Names, show: (entry: Entry) => void): Column<Entry>[] {
  const { t } = useTranslation("audit");
  return [
    { key: "when", title: t("column.when"), width: 120, render: ({ occurred_at }) => <When at={occurred_at} /> },
    { key: "who", title: t("column.who"), width: 160, render: ({ actor }) => <Who actor={actor} /> },
    {
      key: "operation",
      title: t("column.operation"),
      width: 300,
      render: (entry) => (
        <button type="button" className="panel-text-button" onClick={() => show(entry)} aria-haspopup="dialog">
          {sentenceOf(t, entry, names)}
        </button>
      ),
    },
    {
      key: "target",
      title: t("column.target"),
      width: 180,
      render: (entry) => <Places entry={entry} names={names} />,
    },
    {
      key: "changes",
      title: t("column.changes"),
      secondary: true,
      render: ({ changes, personal }) => (
        <Text size="sm" c="dimmed">
          {fieldsOf(t, { ...changes, ...personal })}
        </Text>
      ),
    },
    { key: "seal", title: t("column.seal"), align: "right", secondary: true, render: ({ seq }) => seq ?? t("unsealed") },
  ];
}

/** Fields that a row names; the others are a click away. */
const fields_shown_max = 3;

function fieldsOf(t: TFunction<"audit">, changes: Record<string, unknown>): string {
  const fields = Object.keys(changes).map((field) => t(`field.${field}`, { defaultValue: field }));
  const more = fields.length - fields_shown_max;
  return `${fields.slice(0, fields_shown_max).join(", ") || "–"}${more > 0 ? ` +${more}` : ""}`;
}

function Who({ actor }: { actor: Entry["actor"] }) {
  const { t } = useTranslation("audit");
  return (
    <Stack gap={0}>
      <Text size="sm" fw={550}>
        {actor.name ?? t("actor.nobody")}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`actor.${actor.type}`)}
      </Text>
    </Stack>
  );
}

function Filters({ list: { values, set } }: { list: ListState<keyof typeof no_filters> }) {
  const { t } = useTranslation("audit");
  // A link may name one operation alone.
  const given = values.operation === "" || subjects.some((name) => values.operation === `${name}.`) ? null : values.operation;
  return (
    <>
      <NativeSelect
        aria-label={t("column.operation")}
        value={values.operation}
        onChange={(event) => set({ operation: event.currentTarget.value })}
        data={[
          { value: "", label: t("filter.about") },
          ...(given === null ? [] : [{ value: given, label: t("filter.operation_code", { code: given }) }]),
          ...subjects.map((name) => ({ value: `${name}.`, label: t(`about.${name}`) })),
        ]}
      />
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
