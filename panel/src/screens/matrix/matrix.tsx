import { Button, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconDownload, IconFileSpreadsheet, IconFileText, IconLayoutGrid } from "@tabler/icons-react";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Search } from "../../app/search.ts";
import { DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { When } from "../../components/values/when.tsx";
import { Cards } from "./cards.tsx";
import { columnGroups } from "./columns.ts";
import { Explanation } from "./explanation.tsx";
import { Filters } from "./filters.tsx";
import { Grid } from "./grid.tsx";
import type { Pair } from "./pair.ts";
import { Tiles } from "./tiles.tsx";
import { exportAddress, type Matrix, type MatrixState, useChoices, useMatrix, useMatrixState } from "./use-matrix.ts";
import "./matrix.css";

/** Below this width, people are shown as cards and not as rows. */
const narrow_window = "(max-width: 48em)";

/**
 * The compliance matrix: tiles with numbers that filter its rows, a row for each person, a column for each course, and an
 * explanation of each flag.
 */
export function MatrixScreen() {
  const { t } = useTranslation("matrix");
  const list = useMatrixState();
  const matrix = useMatrix(list);
  const choices = useChoices();
  const { why, ask } = useWhy();
  const { data } = matrix;
  const { folded, fold } = useFolded();
  const { set } = list;
  const { course_code } = list.values;
  const narrow = useCallback((code: string) => set({ course_code: code }), [set]);
  // Rows are shown only with the names of their columns.
  const rows = choices.isPending ? undefined : data?.rows;
  const groups = useMemo(
    () => columnGroups(rows ?? [], choices.data, { course_code, folded: new Set(folded) }),
    [rows, choices.data, course_code, folded],
  );
  const is_narrow = useMediaQuery(narrow_window, false, { getInitialValueInEffect: false });
  const is_empty = data !== undefined && data.summary.people === 0 && !list.filtered;
  return (
    <Page
      title={t("title")}
      description={data && list.values.as_of !== "" ? <Freshness data={data} as_of={list.values.as_of} /> : t("description")}
      actions={<ExportMenu list={list} />}
    >
      {is_empty ? null : <Tiles summary={data?.summary} list={list} legend />}
      <DataList
        label={t("title")}
        query={matrix}
        rows={rows}
        id={({ user_id }) => user_id}
        state={list}
        filters={<Filters list={list} choices={choices.data} narrow={is_narrow} />}
        renderRows={(shown, stale) =>
          is_narrow ? (
            <Cards rows={shown} stale={stale} groups={groups} ask={ask} />
          ) : (
            <Grid rows={shown} stale={stale} groups={groups} ask={ask} fold={fold} course_code={course_code} narrow={narrow} />
          )
        }
        empty={<EmptyState icon={IconLayoutGrid} title={t("empty.title")} text={t("empty.text")} />}
      />
      {/* Below the list, which would otherwise move when this is loaded. */}
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

/** The explained pair is kept in the address, so that a link to it can be sent. */
function useWhy() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = (name: string) => [search[name]].flat()[0];
  const [user_id, course_code] = [text("why"), text("course")];
  const why: Pair | null = user_id && course_code ? { user_id, course_code, name: text("name") ?? null } : null;
  // Always the same function, because it is a property of each row.
  const ask = useCallback(
    (pair: Pair | null) => {
      const patch = { why: pair?.user_id, course: pair?.course_code, name: pair?.name ?? undefined };
      void navigate({
        to: ".",
        search: (before: Search) => ({ ...before, ...patch }),
        replace: pair === null,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return { why, ask };
}

/** The collapsed learning paths, kept in the address as well. */
function useFolded() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const said = JSON.stringify([search["folded"] ?? []].flat());
  const folded = useMemo(() => JSON.parse(said) as string[], [said]);
  const fold = useCallback(
    (code: string | null, away: boolean) => {
      if (code === null) return;
      const next = (before: Search): Search => {
        const others = [before["folded"] ?? []].flat().filter((one) => one !== code);
        return { ...before, folded: away ? [...others, code] : others };
      };
      void navigate({ to: ".", search: next, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return { folded, fold };
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
