import { Text } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { ChoiceFilter } from "../../components/lists/filters.tsx";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { FlagChip } from "../../components/values/flag-chip.tsx";
import type { Flag } from "../../components/values/flags.ts";
import { TextLink } from "../../components/values/link.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { Tiles } from "../matrix/tiles.tsx";
import type { MatrixRow } from "../matrix/use-matrix.ts";
import { nextOf } from "./next-due.ts";
import "../matrix/matrix.css";

/** The compliance of the manager's own people: numbers that filter the rows, and a row for each person with what is due next. */
export function MyTeam() {
  const { t } = useTranslation("my-team");
  const list = useListState({ compliance_flag: "", reports: "" });
  const { compliance_flag, reports } = list.values;
  const query = useListPage(
    ["my-team"],
    {
      ...activeFilters({ compliance_flag: compliance_flag as Flag }),
      ...(reports === "all" ? { include_indirect_reports: true } : {}),
      ...offsetPage(list),
    },
    (query, signal) => api.GET("/panel/api/my/team", { params: { query }, signal }),
  );
  const { data } = query;
  return (
    <Page title={t("title")} description={t("description")} parents={[{ title: t("shell:nav.my_training"), to: "/my-training" }]}>
      <Tiles summary={data?.summary} list={list} />
      <DataList
        label={t("title")}
        columns={useColumns()}
        query={query}
        rows={data?.rows}
        id={({ user_id }) => user_id}
        state={list}
        sticky_first
        filters={
          <ChoiceFilter
            list={list}
            name="reports"
            label={t("reports")}
            any={t("direct")}
            choices={[{ value: "all", label: t("all") }]}
          />
        }
        empty={<EmptyState icon={IconUsersGroup} title={t("empty.title")} text={t("empty.text")} />}
      />
      {data ? (
        <div className="panel-page-text">
          {t("refreshed")} <When at={data.refreshed_at} />.
        </div>
      ) : null}
    </Page>
  );
}

function useColumns(): Column<MatrixRow>[] {
  const { t } = useTranslation("my-team");
  return [
    {
      key: "name",
      title: t("column.name"),
      width: 200,
      render: ({ user_id, full_name, employee_no }) => (
        <>
          <TextLink to="/my-team/$person_id" params={{ person_id: user_id }}>
            {full_name ?? employee_no ?? "–"}
          </TextLink>
          <Text size="xs" c="dimmed" className="panel-mono">
            {employee_no}
          </Text>
        </>
      ),
    },
    { key: "status", title: t("column.status"), width: 130, render: ({ status }) => (status ? <FlagChip flag={status} /> : "–") },
    {
      key: "next",
      title: t("column.next"),
      width: 200,
      render: (row) => {
        const next = nextOf(row);
        if (next === null) return "–";
        return (
          <>
            {next.code} · <Day date={next.date} />
          </>
        );
      },
    },
    {
      key: "department",
      title: t("column.department"),
      secondary: true,
      render: ({ department_name }) => department_name ?? "–",
    },
  ];
}
