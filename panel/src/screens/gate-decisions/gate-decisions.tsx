import { Text } from "@mantine/core";
import { IconWifiOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { ChoiceFilter, DayFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { activeFilters, cursorPage, useListPage } from "../../components/lists/use-list-page.ts";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { TextLink } from "../../components/values/link.tsx";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { When } from "../../components/values/when.tsx";

type Decision = components["schemas"]["GateDecisionList"]["decisions"][number];
const no_filters = { employee_no: "", allowed: "", from: "", until: "" } as const;
type Filters = ListState<keyof typeof no_filters>;

/** The decisions that guards made while their phones had no network. */
export function GateDecisions() {
  const { t } = useTranslation("gate-decisions");
  const list = useListState(no_filters);
  const found = useListPage(["gate-decisions"], { ...cursorPage(list), ...asked(list.values) }, (query, signal) =>
    api.GET("/panel/api/gate/decisions", { params: { query }, signal }),
  );
  return (
    <ListPage
      title={t("title")}
      description={t("description")}
      empty={{ icon: IconWifiOff, title: t("empty.title"), text: t("empty.text") }}
      filters={
        <>
          <SearchFilter list={list} name="employee_no" label={t("filter.employee_no")} />
          <ChoiceFilter
            list={list}
            name="allowed"
            label={t("filter.allowed")}
            choices={[
              { value: "true", label: t("yes") },
              { value: "false", label: t("no") },
            ]}
          />
          <DayFilter list={list} name="from" label={t("filter.from")} />
          <DayFilter list={list} name="until" label={t("filter.until")} />
        </>
      }
      columns={useColumns()}
      query={found}
      turned_by="cursor"
      rows={found.data?.decisions}
      id={({ id }) => id}
      state={list}
    />
  );
}

/** Days are days in UTC. */
function asked({ from, until, allowed, employee_no }: Filters["values"]) {
  return {
    ...activeFilters({ employee_no, allowed: allowed as "true" | "false" | "" }),
    ...(from === "" ? {} : { from: `${from}T00:00:00Z` }),
    ...(until === "" ? {} : { until: new Date(Date.parse(until) + 86_400_000).toISOString() }),
  };
}

function useColumns(): Column<Decision>[] {
  const { t } = useTranslation("gate-decisions");
  return [
    { key: "decided", title: t("column.decided"), width: 130, render: ({ decided_at }) => <When at={decided_at} /> },
    {
      key: "person",
      title: t("column.person"),
      width: 190,
      render: ({ user_id, full_name, employee_no }) => (
        <>
          <div>
            <TextLink to="/people/$person_id" params={{ person_id: user_id }}>
              {full_name === "" ? t("no_name") : full_name}
            </TextLink>
          </div>
          <Text size="xs" c="dimmed">
            {employee_no ?? "–"}
          </Text>
        </>
      ),
    },
    {
      key: "work",
      title: t("column.work"),
      width: 160,
      render: ({ course_code }) => course_code ?? t("whatever_is_required"),
    },
    {
      key: "allowed",
      title: t("column.allowed"),
      width: 90,
      render: ({ allowed }) => <ToneBadge tone={allowed ? "good" : "bad"}>{t(allowed ? "yes" : "no")}</ToneBadge>,
    },
    {
      key: "by",
      title: t("column.by"),
      width: 200,
      render: ({ by_badge, compared }) => (
        <>
          <div>{t(by_badge ? "badge" : "list")}</div>
          {compared ? (
            <Text size="xs" c="dimmed">
              {t("compared")}
            </Text>
          ) : null}
        </>
      ),
    },
    { key: "guard", title: t("column.guard"), width: 150, render: ({ decided_by_name }) => decided_by_name ?? t("account_gone") },
    { key: "received", title: t("column.received"), secondary: true, render: ({ received_at }) => <When at={received_at} /> },
  ];
}
