import { NativeSelect, Select } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ExportLink } from "../../components/lists/export-link.tsx";
import { ReasonedLink } from "../../components/forms/reasoned-link.tsx";
import { SavedViews } from "../../components/lists/saved-views.tsx";
import { SearchField } from "../../components/lists/search-field.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import { nameOf, type Person, useDepartments, useTrainingReason } from "./people-data.ts";
import { PersonState, SourceBadge } from "./person-badges.tsx";

const states = ["invited", "active", "suspended", "deactivated", "anonymized"] as const;
const worker_types = ["internal_payroll", "b2b_contractor"] as const;

/** Everybody of the organisation, those who have left included. */
export function People() {
  const { t } = useTranslation("people");
  const list = useListState({ q: "", status: "", department_id: "", worker_type: "" });
  const reason = useTrainingReason();
  const { values, limit, offset } = list;
  const filters = filtersOf(values);
  const query = useQuery({
    queryKey: ["people", values, limit, offset],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/people", { params: { query: { limit, offset, ...filters } }, signal })),
    placeholderData: keepPreviousData,
  });
  const add = (
    <ReasonedLink reason={reason} to="/people/new" leftSection={<IconPlus size={16} />}>
      {t("list.add")}
    </ReasonedLink>
  );
  const actions = (
    <>
      <ExportLink path="/panel/api/people/export" filters={filters} />
      {add}
    </>
  );
  return (
    <Page title={t("shell:nav.people")} description={t("list.text")} actions={actions}>
      <DataList
        label={t("shell:nav.people")}
        columns={useColumns()}
        rows={query.data?.users}
        id={(person) => person.id}
        state={list}
        paging={query.data ? { kind: "offset", total: query.data.pagination.total } : undefined}
        stale={query.isPlaceholderData}
        error={query.error}
        retry={() => void query.refetch()}
        empty={<EmptyState icon={IconUsers} title={t("list.empty")} text={t("list.empty_text")} actions={add} />}
        filters={
          <>
            <Filters list={list} />
            <SavedViews list="people" state={list} />
          </>
        }
        sticky_first
      />
    </Page>
  );
}

/** What the server is asked for. */
function filtersOf({ q, status, department_id, worker_type }: Record<"q" | "status" | "department_id" | "worker_type", string>) {
  return {
    ...(q ? { q } : {}),
    ...(status ? { status: status as Person["status"] } : {}),
    ...(department_id ? { department_id, include_subdepartments: true } : {}),
    ...(worker_type ? { worker_type: worker_type as Person["worker_type"] } : {}),
  };
}

function Filters({ list }: { list: ReturnType<typeof useListState<"q" | "status" | "department_id" | "worker_type">> }) {
  const { t } = useTranslation("people");
  const departments = useDepartments();
  const { values, set } = list;
  const search = useCallback((q: string) => set({ q }), [set]);
  return (
    <>
      <SearchField label={t("list.search")} value={values.q} onChange={search} />
      <NativeSelect
        aria-label={t("field.status")}
        value={values.status}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={[{ value: "", label: t("list.any_state") }, ...states.map((value) => ({ value, label: t(`state.${value}`) }))]}
      />
      <Select
        aria-label={t("field.department")}
        placeholder={t("list.any_department")}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("list.clear_department") }}
        limit={100}
        value={values.department_id || null}
        onChange={(department_id) => set({ department_id: department_id ?? "" })}
        data={(departments.data ?? []).map(({ id, path }) => ({ value: id, label: path.join(" › ") }))}
        nothingFoundMessage={<NothingFound>{t("list.no_department")}</NothingFound>}
      />
      <NativeSelect
        aria-label={t("field.worker_type")}
        value={values.worker_type}
        onChange={(event) => set({ worker_type: event.currentTarget.value })}
        data={[
          { value: "", label: t("list.any_worker_type") },
          ...worker_types.map((value) => ({ value, label: t(`worker_type.${value}`) })),
        ]}
      />
    </>
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
