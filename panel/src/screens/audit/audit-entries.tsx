import { Modal, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { cursorPage, useListPage } from "../../components/lists/use-list-page.ts";
import type { ListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { Changes } from "./changes.tsx";
import { Places } from "./places.tsx";
import { type Entry, type Names, namesOf, sentenceOf } from "./words.ts";

type AuditEntriesProps = {
  list: ListState;
  /** The fixed filters of the request. */
  asked: Readonly<Record<string, string>>;
  /** The filter fields that the reader can set. */
  filters?: ReactNode;
};

/** Entries of the audit log in words; each opens in full. */
export function AuditEntries({ list, asked, filters }: AuditEntriesProps) {
  const { t } = useTranslation("audit");
  const [shown, show] = useState<Entry | null>(null);
  const found = useListPage(["audit"], { ...asked, ...cursorPage(list) }, (query, signal) =>
    api.GET("/panel/api/audit", { params: { query }, signal }),
  );
  const names = useMemo(() => namesOf(found.data?.named ?? []), [found.data]);
  return (
    <>
      <DataList
        label={t("title")}
        columns={useColumns(names, show)}
        query={found}
        turned_by="cursor"
        rows={found.data?.entries}
        id={({ id }) => id}
        state={list}
        filters={filters}
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
    </>
  );
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

/** How many changed fields a row names; opening the row shows all. */
const fields_shown_max = 3;

function fieldsOf(t: TFunction<"audit">, changes: Record<string, unknown>): string {
  const fields = Object.keys(changes).map((field) => t([`field.${field}`, `common:person.${field}`], { defaultValue: field }));
  const more = fields.length - fields_shown_max;
  return `${fields.slice(0, fields_shown_max).join(", ") || "–"}${more > 0 ? ` +${more}` : ""}`;
}

function Who({ actor }: { actor: Entry["actor"] }) {
  const { t } = useTranslation("audit");
  return (
    <Stack gap={0}>
      <Text size="sm" fw={550}>
        {actor.name ?? t("actor.unnamed")}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`actor.${actor.type}`)}
      </Text>
    </Stack>
  );
}
