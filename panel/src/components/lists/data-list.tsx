import { Button, Checkbox, Group, NativeSelect, Skeleton, Table, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type Key, memo, type ReactNode, useCallback, useDeferredValue, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import "./data-list.css";
import { type Density, DensitySwitch, useDensity } from "./density.tsx";
import { SortHeader, type Heading } from "./sort-header.tsx";
import { ProblemAlert } from "../forms/problem-alert.tsx";
import type { ListState } from "./use-list-state.ts";
import { openRow, useRowKeys } from "./use-row-keys.ts";

export type Column<T> = Heading & { render: (row: T) => ReactNode };

/** The part of a query that a list needs (`useListPage`, or any `useQuery`). */
type ListQuery = { data: unknown; isPlaceholderData: boolean; error: unknown; refetch: () => unknown };

type Paging = { kind: "offset"; total: number } | { kind: "cursor"; next: string | null };

/** `count`: the number of selected rows, if it is larger than the number of ids. */
export type Selection = { ids: readonly string[]; count?: number; set: (ids: string[]) => void };

export type DataListProps<T> = {
  /** The name of the table for screen readers. */
  label: string;
  columns?: readonly Column<T>[];
  /** The state of the request for the rows (loading, showing the previous page, failed), and the number of pages. */
  query: ListQuery;
  /** The rows in the query's data. */
  rows: readonly T[] | undefined;
  /** How the list is paged, if it is. */
  turned_by?: Paging["kind"];
  id: (row: T) => string;
  /** The name of a row, for its checkbox. */
  name?: (row: T) => string;
  state: ListState;
  /** Shown in place of the table when the list is empty and no filter is set. */
  empty: ReactNode;
  /** Fields above the table: a SearchField, selects, … */
  filters?: ReactNode;
  /** Buttons for what is selected. */
  selection?: Selection;
  bulk?: ReactNode;
  /** The first column stays while the others scroll. */
  sticky_first?: boolean;
  /** Renders the rows if they are not a table of `columns`. `stale`: they are the rows of the previous page. */
  renderRows?: (rows: readonly T[], stale: boolean) => ReactNode;
};

const no_columns: readonly never[] = [];
const skeleton_rows = ["1", "2", "3", "4", "5", "6"];

/**
 * A list: filters, a dense table with a sticky header, and paging. Loading, failed, empty and "nothing found" look the same
 * everywhere.
 */
export function DataList<T>(props: DataListProps<T>) {
  const { query, turned_by = "offset", state, empty, filters, selection, bulk, renderRows } = props;
  const { error, isPlaceholderData: stale } = query;
  // Rendering the rows of another page has low priority, so that it does not block input.
  const rows = useDeferredValue(props.rows);
  const { t } = useTranslation();
  const [density, setDensity] = useDensity();
  const paging = pagingOf(query.data, turned_by);
  const nothing = rows?.length === 0;
  if (nothing && !error && !state.filtered && state.offset === 0 && state.cursor === null) return empty;
  return (
    <div>
      <div className="panel-list-tools">
        <Group gap="xs" style={{ flex: 1 }}>
          {filters}
          {state.filtered ? (
            <Button variant="subtle" size="xs" onClick={state.reset}>
              {t("list.reset")}
            </Button>
          ) : null}
        </Group>
        <DensitySwitch density={density} set={setDensity} />
      </div>
      {selection && selection.ids.length > 0 ? (
        <Group className="panel-list-bulk" gap="xs" role="status">
          <Text size="sm" fw={550}>
            {t("list.selected", { count: selection.count ?? selection.ids.length })}
          </Text>
          {bulk}
          <Button size="xs" variant="subtle" onClick={() => selection.set([])}>
            {t("list.unselect")}
          </Button>
        </Group>
      ) : null}
      {error ? <ProblemAlert error={error} retry={() => void query.refetch()} /> : null}
      {error && !rows ? null : renderRows && rows ? renderRows(rows, stale) : <Listed {...props} rows={rows} density={density} />}
      {paging && rows ? <Pages state={state} paging={paging} shown={rows.length} /> : null}
    </div>
  );
}

/** The table, in a box that scrolls. */
function Listed<T>(props: DataListProps<T> & { density: Density }) {
  const { label, query, columns = no_columns, rows, id, name, selection, sticky_first, density } = props;
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const choose = useChoice(selection);
  const stale = query.isPlaceholderData;
  return (
    // A region that scrolls must be reachable by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="panel-list" role="region" aria-label={label} tabIndex={0} data-stale={stale || undefined}>
      <Table verticalSpacing={density === "dense" ? 5 : 11} horizontalSpacing="sm" aria-busy={rows === undefined || stale}>
        <Head {...props} />
        <Table.Tbody ref={body} onClick={openRow}>
          {rows === undefined ? (
            <Waiting columns={columns.length + (selection ? 1 : 0)} />
          ) : (
            rows.map((row) => {
              const own = id(row);
              return (
                <Row
                  key={own}
                  row={row}
                  own={own}
                  columns={columns}
                  chosen_as={selection ? (name?.(row) ?? own) : null}
                  chosen={selection?.ids.includes(own) ?? false}
                  choose={choose}
                  sticky_first={sticky_first}
                />
              );
            })
          )}
        </Table.Tbody>
      </Table>
      {rows?.length === 0 ? (
        <Text c="dimmed" size="sm" ta="center" py="xl" role="status">
          {t("list.nothing_found")}
        </Text>
      ) : null}
    </div>
  );
}

function Head<T>({ columns = no_columns, rows, id, state, selection, sticky_first }: DataListProps<T>) {
  const { t } = useTranslation();
  const all = rows?.map(id) ?? [];
  const chosen = all.filter((one) => selection?.ids.includes(one));
  return (
    <Table.Thead>
      <Table.Tr>
        {selection ? (
          <Table.Th w={40}>
            <Checkbox
              size="xs"
              aria-label={t("list.select_all")}
              checked={all.length > 0 && chosen.length === all.length}
              indeterminate={chosen.length > 0 && chosen.length < all.length}
              onChange={(event) => selection.set(event.currentTarget.checked ? all : [])}
            />
          </Table.Th>
        ) : null}
        {columns.map((column, index) => (
          <SortHeader key={column.key} column={column} state={state} sticky={sticky_first === true && index === 0} />
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

type RowProps<T> = Pick<DataListProps<T>, "sticky_first"> & {
  columns: readonly Column<T>[];
  row: T;
  own: string;
  /** The row's name for its checkbox; null: rows cannot be selected. */
  chosen_as: string | null;
  chosen: boolean;
  choose: (own: string, chosen: boolean) => void;
};

/**
 * Plain elements, because each component costs time in a list of a hundred rows. A row renders again only when it or the columns
 * have changed.
 */
const Row = memo(function Row<T>({ row, own, columns, chosen_as, chosen, choose, sticky_first }: RowProps<T>) {
  const { t } = useTranslation();
  return (
    <tr data-row tabIndex={-1} data-selected={chosen || undefined}>
      {chosen_as === null ? null : (
        <td>
          <Checkbox
            size="xs"
            aria-label={t("list.select", { name: chosen_as })}
            checked={chosen}
            onChange={(event) => choose(own, event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map(({ key, render, align, secondary }, index) => (
        <td
          key={key}
          data-align={align}
          className={secondary ? "panel-list-secondary" : undefined}
          data-sticky={(sticky_first === true && index === 0) || undefined}
        >
          {render(row)}
        </td>
      ))}
    </tr>
  );
}) as <T>(props: RowProps<T> & { key?: Key }) => ReactNode;

function Waiting({ columns }: { columns: number }) {
  return skeleton_rows.map((row) => (
    <tr key={row} className="panel-list-waiting">
      <td colSpan={columns}>
        <Skeleton h={16} my={3} />
      </td>
    </tr>
  ));
}

/**
 * The handler of a row's checkbox. It is always the same function, so that selecting one row does not render the others again.
 */
function useChoice(selection: Selection | undefined): RowProps<unknown>["choose"] {
  const latest = useRef(selection);
  useEffect(() => void (latest.current = selection), [selection]);
  return useCallback((own, chosen) => {
    const { ids = [], set } = latest.current ?? {};
    set?.(chosen ? [...ids, own] : ids.filter((one) => one !== own));
  }, []);
}

/** null: the answer has all rows, without pages. */
function pagingOf(answer: unknown, kind: Paging["kind"]): Paging | null {
  if (typeof answer !== "object" || answer === null || !("pagination" in answer)) return null;
  const { total, next_cursor } = answer.pagination as { total?: number; next_cursor?: string | null };
  return kind === "offset" ? { kind, total: total ?? 0 } : { kind, next: next_cursor ?? null };
}

function Pages({ state, paging, shown }: { state: ListState; paging: Paging; shown: number }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const begins = paging.kind === "offset" ? state.offset === 0 : state.cursor === null;
  const ends = paging.kind === "offset" ? state.offset + shown >= paging.total : paging.next === null;
  const back = () => state.goTo(paging.kind === "offset" ? { offset: state.offset - state.limit } : { cursor: null });
  const on = () => state.goTo(paging.kind === "offset" ? { offset: state.offset + state.limit } : { cursor: paging.next });
  return (
    <Group justify="space-between" mt="xs" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {paging.kind === "offset"
          ? t("list.range", {
              from: number.format(shown === 0 ? 0 : state.offset + 1),
              to: number.format(state.offset + shown),
              total: number.format(paging.total),
            })
          : t("list.shown", { count: shown })}
      </Text>
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label={t("list.page_size")}
          value={String(state.limit)}
          onChange={(event) => state.set({ limit: event.currentTarget.value === "50" ? "" : event.currentTarget.value })}
          data={["25", "50", "100"]}
        />
        <Button size="xs" variant="default" disabled={begins} onClick={back} leftSection={<IconChevronLeft size={14} />}>
          {t(paging.kind === "offset" ? "list.previous" : "list.first")}
        </Button>
        <Button size="xs" variant="default" disabled={ends} onClick={on} rightSection={<IconChevronRight size={14} />}>
          {t("list.next")}
        </Button>
      </Group>
    </Group>
  );
}
