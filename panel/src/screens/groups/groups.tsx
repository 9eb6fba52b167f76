import { Text } from "@mantine/core";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { useWords } from "../../components/forms/conditions.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ReasonedLink } from "../../components/forms/reasoned-link.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { ListPage } from "../../components/lists/list-page.tsx";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { lookAgain } from "../rules/rule-data.ts";
import { CourseNames } from "../rules/rules.tsx";
import { group_kinds, KindBadge, type PersonGroup } from "./group-data.tsx";

/** The groups: people who are asked for courses together. */
export function Groups() {
  const { t } = useTranslation("groups");
  const list = useListState({ q: "", kind: "" });
  const reason = useTrainingReason();
  const { q, kind } = list.values;
  const query = useListPage(
    ["groups"],
    { ...offsetPage(list), ...activeFilters({ q, kind: kind as PersonGroup["kind"] }) },
    (query, signal) => api.GET("/panel/api/groups", { params: { query }, signal }),
    { refetchInterval: ({ state }) => state.data?.groups.map(lookAgain).find(Boolean) ?? false },
  );
  const add = (
    <ReasonedLink reason={reason} to="/groups/new" leftSection={<IconPlus size={16} />}>
      {t("list.add")}
    </ReasonedLink>
  );
  return (
    <ListPage
      title={t("shell:nav.groups")}
      description={t("list.text")}
      add={add}
      empty={{ icon: IconUsersGroup, title: t("list.empty"), text: t("list.empty_text") }}
      filters={<Filters list={list} />}
      columns={useColumns()}
      query={query}
      rows={query.data?.groups}
      id={({ id }) => id}
      state={list}
      sticky_first
    />
  );
}

function Filters({ list }: { list: ListState<"q" | "kind"> }) {
  const { t } = useTranslation("groups");
  return (
    <>
      <SearchFilter list={list} name="q" label={t("list.search")} />
      <ChoiceFilter
        list={list}
        name="kind"
        label={t("field.kind")}
        any={t("list.any_kind")}
        choices={group_kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
    </>
  );
}

function useColumns(): Column<PersonGroup>[] {
  const { t, i18n } = useTranslation("groups");
  const words = useWords();
  const number = new Intl.NumberFormat(i18n.language);
  return [
    {
      key: "name",
      title: t("field.name"),
      width: 180,
      render: ({ id, name }) => (
        <TextLink to="/groups/$group_id" params={{ group_id: id }}>
          {name}
        </TextLink>
      ),
    },
    { key: "code", title: t("field.code"), secondary: true, render: ({ code }) => code },
    { key: "kind", title: t("field.kind"), width: 110, render: (group) => <KindBadge group={group} /> },
    { key: "members", title: t("field.members"), align: "right", render: ({ members }) => number.format(members) },
    { key: "courses", title: t("rules:field.courses"), width: 180, render: ({ courses }) => <CourseNames courses={courses} /> },
    {
      key: "conditions",
      title: t("rules:field.conditions"),
      width: 220,
      secondary: true,
      render: ({ conditions, names }) => <Text size="sm">{conditions === null ? "–" : words(conditions, names).join("; ")}</Text>,
    },
  ];
}
