import { Button, Menu, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconDownload, IconFileSpreadsheet, IconFileText, IconLayoutGrid } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Search } from "../../app/search.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { FlagChip } from "../../components/values/flag-chip.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { SavedViews } from "../../components/lists/saved-views.tsx";
import { When } from "../../components/values/when.tsx";
import { Cell } from "./cell.tsx";
import { Explanation } from "./explanation.tsx";
import { Filters } from "./filters.tsx";
import type { Pair } from "./pair.ts";
import { Tiles } from "./tiles.tsx";
import {
  exportAddress,
  type Matrix,
  type MatrixRow,
  type MatrixState,
  useChoices,
  useMatrix,
  useMatrixState,
} from "./use-matrix.ts";
import "./matrix.css";

/** Where everybody stands: tiles that open their rows, a row a person, a column a course, and why behind each flag. */
export function MatrixScreen() {
  const { t } = useTranslation("matrix");
  const list = useMatrixState();
  const matrix = useMatrix(list);
  const choices = useChoices();
  const { why, ask } = useWhy();
  const { data } = matrix;
  const columns = useColumns(data, choices.data?.courses, ask);
  const is_empty = data !== undefined && data.summary.people === 0 && !list.filtered;
  return (
    <Page
      title={t("title")}
      description={data && list.values.as_of !== "" ? <Freshness data={data} as_of={list.values.as_of} /> : t("description")}
      actions={<ExportMenu list={list} />}
    >
      {is_empty ? null : <Tiles summary={data?.summary} list={list} />}
      <DataList
        label={t("title")}
        columns={columns}
        query={matrix}
        rows={data?.rows}
        id={({ user_id }) => user_id}
        state={list}
        sticky_first
        filters={
          <>
            <Filters list={list} choices={choices.data} />
            <SavedViews list="matrix" state={list} />
          </>
        }
        empty={<EmptyState icon={IconLayoutGrid} title={t("empty.title")} text={t("empty.text")} />}
      />
      {/* Below, because above the list it would move it when it comes. */}
      {data && list.values.as_of === "" ? (
        <div className="panel-page-text">
          <Freshness data={data} as_of="" />
        </div>
      ) : null}
      <Explanation pair={why} as_of={list.values.as_of} onClose={() => ask(null)} />
    </Page>
  );
}

function Freshness({ data, as_of }: { data: Matrix; as_of: string }) {
  const { t } = useTranslation("matrix");
  return as_of === "" ? (
    <>
      {t("refreshed")} <When at={data.refreshed_at} />.
    </>
  ) : (
    t("as_of_text", { date: as_of })
  );
}

/** What is being explained stands in the address, so that a link to it can be sent. */
function useWhy() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = (name: string) => [search[name]].flat()[0];
  const [user_id, course_code] = [text("why"), text("course")];
  const why: Pair | null = user_id && course_code ? { user_id, course_code, name: text("name") ?? null } : null;
  const ask = (pair: Pair | null) => {
    const patch = { why: pair?.user_id, course: pair?.course_code, name: pair?.name ?? undefined };
    void navigate({ to: ".", search: (before: Search) => ({ ...before, ...patch }), replace: pair === null, resetScroll: false });
  };
  return { why, ask };
}

/** A longer title is cut: its column would be wide for one word. */
const title_letters_max = 24;
type Course = { code: string; title: string };

function useColumns(
  data: Matrix | undefined,
  courses: readonly Course[] | undefined,
  ask: (pair: Pair) => void,
): Column<MatrixRow>[] {
  const { t } = useTranslation("matrix");
  return useMemo(() => {
    const codes = [...new Set(data?.rows.flatMap((row) => Object.keys(row.courses)))].toSorted();
    const titles = new Map(courses?.map(({ code, title }) => [code, title]));
    return [
      { key: "name", title: t("column.name"), width: 200, render: (row) => <Name row={row} /> },
      {
        key: "status",
        title: t("column.status"),
        width: 120,
        render: ({ status }) => (status ? <FlagChip flag={status} /> : "–"),
      },
      {
        key: "department",
        title: t("column.department"),
        width: 140,
        secondary: true,
        render: (row) => row.department_name ?? "–",
      },
      ...codes.map((code): Column<MatrixRow> => ({
        key: code,
        title: titles.has(code) ? `${code} · ${titles.get(code)!.slice(0, title_letters_max)}` : code,
        width: 118,
        render: (row) => {
          const entry = row.courses[code];
          return entry ? <Cell row={row} code={code} entry={entry} ask={ask} /> : <span aria-hidden>·</span>;
        },
      })),
    ];
    // `ask` is new with every render, and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, courses, t]);
}

function Name({ row: { user_id, full_name, employee_no } }: { row: MatrixRow }) {
  return (
    <>
      <Text size="sm" fw={550} truncate maw={220}>
        <TextLink to="/people/$person_id" params={{ person_id: user_id }}>
          {full_name ?? employee_no ?? "–"}
        </TextLink>
      </Text>
      <Text size="xs" c="dimmed" className="panel-mono">
        {employee_no ?? "–"}
      </Text>
    </>
  );
}

function ExportMenu({ list }: { list: MatrixState }) {
  const { t } = useTranslation("matrix");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t("export.button")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={exportAddress(list.values, "xlsx")}
          download
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        >
          {t("export.xlsx")}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={exportAddress(list.values, "csv")}
          download
          leftSection={<IconFileText size={16} aria-hidden />}
        >
          {t("export.csv")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
