import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { type Column, DataList, type Selection } from "../../components/lists/data-list.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { SearchFilter } from "../../components/lists/filters.tsx";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import type { ListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { PersonState } from "../people/person-badges.tsx";

export type ListedPerson = components["schemas"]["ListedPerson"];

type PeopleListProps = {
  list: ListState<"q">;
  label: string;
  /** The heading of the column of instants. */
  since: string;
  empty: string;
  /** The start of the query's key. */
  query_key: readonly unknown[];
  read: (
    query: { limit: number; offset: number; q?: string },
    signal: AbortSignal,
  ) => Promise<{ data?: components["schemas"]["ListedPeople"] }>;
  selection?: Selection;
  bulk?: ReactNode;
};

/** The people of a rule or a group, searched and paged. */
export function PeopleList({ list, label, since, empty, query_key, read, selection, bulk }: PeopleListProps) {
  const { t } = useTranslation("people");
  const query = useListPage(query_key, { ...offsetPage(list), ...activeFilters(list.values) }, read);
  return (
    <DataList
      label={label}
      columns={useColumns(since)}
      query={query}
      rows={query.data?.people}
      id={({ id }) => id}
      name={calledOf}
      state={list}
      empty={
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      }
      filters={<SearchFilter list={list} name="q" label={t("rules:people.search")} />}
      {...(selection ? { selection, bulk } : {})}
      sticky_first
    />
  );
}

function calledOf({ full_name, employee_no, login }: ListedPerson): string {
  return full_name ?? employee_no ?? login;
}

function useColumns(since: string): Column<ListedPerson>[] {
  const { t } = useTranslation("people");
  return [
    {
      key: "name",
      title: t("field.name"),
      width: 160,
      render: (person) => (
        <>
          <TextLink to="/people/$person_id" params={{ person_id: person.id }}>
            {calledOf(person)}
          </TextLink>
          <Text span size="xs" c="dimmed">
            {person.full_name === null ? "" : ` ${person.employee_no ?? ""}`}
          </Text>
        </>
      ),
    },
    { key: "department", title: t("field.department"), secondary: true, render: ({ department_name }) => department_name ?? "–" },
    { key: "status", title: t("field.status"), width: 110, render: ({ status }) => <PersonState person={{ status }} /> },
    { key: "since", title: since, secondary: true, width: 110, render: (person) => <When at={person.since} /> },
  ];
}
