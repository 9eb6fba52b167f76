import { Button, NativeSelect } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ReasonedLink } from "../../components/forms/reasoned-link.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { PickFilter } from "../../components/lists/pick-filter.tsx";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { ListPage } from "../../components/lists/list-page.tsx";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { ExportChosen } from "../bulk/export-chosen.tsx";
import { WorkMany } from "../bulk/work-many.tsx";
import { useSelection } from "../bulk/use-selection.ts";
import { nameOf, type Person, useDepartments, usePerson, useTrainingReason } from "./people-data.ts";
import { PersonState, SourceBadge } from "./person-badges.tsx";

const states = ["invited", "active", "suspended", "deactivated", "anonymized"] as const;
const worker_types = ["internal_payroll", "b2b_contractor"] as const;

/** All people of the organisation, including those who have left. */
export function People() {
  const { t, i18n } = useTranslation("people");
  const list = useListState({ q: "", status: "", department_id: "", worker_type: "", manager_id: "", reports: "" });
  const reason = useTrainingReason();
  const not_allowed = useTrainingReason("of_person");
  const filters = filtersOf(list.values);
  const query = useListPage(["people"], { ...offsetPage(list), ...filters }, (query, signal) =>
    api.GET("/panel/api/people", { params: { query }, signal }),
  );
  const total = query.data?.pagination.total ?? 0;
  const chosen = useSelection(filters, query.data?.users.map(({ id }) => id) ?? [], total);
  const { count = 0 } = chosen.selection;
  const bulk = (
    <>
      {chosen.all || count >= total ? null : (
        <Button size="xs" variant="subtle" onClick={chosen.chooseAll}>
          {t("bulk:all", { count: total, people: new Intl.NumberFormat(i18n.language).format(total) })}
        </Button>
      )}
      <WorkMany of={chosen.of} count={count} />
      {chosen.of.person_ids ? <ExportChosen person_ids={chosen.of.person_ids} /> : null}
    </>
  );
  const add = (
    <ReasonedLink reason={reason} to="/people/new" leftSection={<IconPlus size={16} />}>
      {t("list.add")}
    </ReasonedLink>
  );
  return (
    <ListPage
      title={t("shell:nav.people")}
      description={t("list.text")}
      file={{ path: "/panel/api/people/export", filters }}
      add={add}
      empty={{ icon: IconUsers, title: t("list.empty"), text: t("list.empty_text") }}
      views="people"
      filters={<Filters list={list} />}
      columns={useColumns()}
      query={query}
      rows={query.data?.users}
      id={(person) => person.id}
      name={nameOf}
      {...(not_allowed === null ? { selection: chosen.selection, bulk } : {})}
      state={list}
      sticky_first
    />
  );
}

type PeopleState = ListState<"q" | "status" | "department_id" | "worker_type" | "manager_id" | "reports">;

/** The filters of the request. */
function filtersOf({ q, status, department_id, worker_type, manager_id, reports }: PeopleState["values"]) {
  return {
    ...activeFilters({ q, status: status as Person["status"], department_id, worker_type: worker_type as Person["worker_type"] }),
    ...(department_id ? { include_subdepartments: true } : {}),
    ...(manager_id ? { manager_id, include_indirect_reports: reports === "all" } : {}),
  };
}

function Filters({ list }: { list: PeopleState }) {
  const { t } = useTranslation("people");
  const departments = useDepartments();
  return (
    <>
      <SearchFilter list={list} name="q" label={t("list.search")} />
      <ChoiceFilter
        list={list}
        name="status"
        label={t("field.status")}
        any={t("list.any_state")}
        choices={states.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <PickFilter
        list={list}
        name="department_id"
        label={t("field.department")}
        any={t("list.any_department")}
        clear={t("list.clear_department")}
        nothing={t("list.no_department")}
        choices={(departments.data ?? []).map(({ id, path }) => ({ value: id, label: path.join(" › ") }))}
      />
      <ChoiceFilter
        list={list}
        name="worker_type"
        label={t("field.worker_type")}
        any={t("list.any_worker_type")}
        choices={worker_types.map((value) => ({ value, label: t(`worker_type.${value}`) }))}
      />
      {list.values.manager_id ? <ReportsFilter list={list} /> : null}
    </>
  );
}

/** Filters the list by a manager, whom a link from a person's page names. */
function ReportsFilter({ list }: { list: PeopleState }) {
  const { t } = useTranslation("people");
  const { manager_id, reports } = list.values;
  const manager = usePerson(manager_id);
  const name = manager.data ? nameOf(manager.data) : "…";
  return (
    <NativeSelect
      aria-label={t("reports.filter")}
      value={reports === "all" ? "all" : "direct"}
      onChange={({ currentTarget: { value } }) =>
        list.set(value === "none" ? { manager_id: "", reports: "" } : { reports: value === "all" ? "all" : "" })
      }
      data={[
        { value: "direct", label: t("reports.of", { name }) },
        { value: "all", label: t("reports.below", { name }) },
        { value: "none", label: t("reports.everybody") },
      ]}
    />
  );
}

function useColumns(): Column<Person>[] {
  const { t } = useTranslation("people");
  return [
    {
      key: "name",
      title: t("field.name"),
      width: 180,
      render: (person) => (
        <TextLink to="/people/$person_id" params={{ person_id: person.id }}>
          {nameOf(person)}
        </TextLink>
      ),
    },
    { key: "employee_no", title: t("field.employee_no"), render: ({ employee_no }) => employee_no ?? "–" },
    { key: "status", title: t("field.status"), width: 116, render: (person) => <PersonState person={person} /> },
    { key: "department", title: t("field.department"), width: 160, render: ({ department_name }) => department_name ?? "–" },
    {
      key: "worker_type",
      title: t("field.worker_type"),
      secondary: true,
      render: ({ worker_type, contractor_name }) => contractor_name ?? t(`worker_type.${worker_type}`),
    },
    { key: "job_title", title: t("common:person.job_title"), secondary: true, render: ({ job_title }) => job_title ?? "–" },
    { key: "source", title: t("field.source"), width: 96, render: (person) => <SourceBadge person={person} /> },
  ];
}
