import { Text } from "@mantine/core";
import { IconListCheck, IconPlus } from "@tabler/icons-react";
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
import { BatchLine } from "./batch.tsx";
import { lookAgain, type Rule } from "./rule-data.ts";
import { RuleState } from "./rule-state.tsx";
import { StoppedBatches } from "./stopped-batch.tsx";

/** The rules: people who meet the conditions are assigned courses automatically. */
export function Rules() {
  const { t } = useTranslation("rules");
  const list = useListState({ q: "", active: "" });
  const reason = useTrainingReason();
  const { q, active } = list.values;
  const query = useListPage(
    ["rules"],
    { ...offsetPage(list), ...activeFilters({ q }), ...(active ? { active: active === "true" } : {}) },
    (query, signal) => api.GET("/panel/api/rules", { params: { query }, signal }),
    { refetchInterval: ({ state }) => state.data?.rules.map(lookAgain).find(Boolean) ?? false },
  );
  const add = (
    <ReasonedLink reason={reason} to="/rules/new" leftSection={<IconPlus size={16} />}>
      {t("list.add")}
    </ReasonedLink>
  );
  return (
    <ListPage
      title={t("shell:nav.rules")}
      description={t("list.text")}
      add={add}
      empty={{ icon: IconListCheck, title: t("list.empty"), text: t("list.empty_text") }}
      before={<StoppedBatches />}
      filters={<Filters list={list} />}
      columns={useColumns()}
      query={query}
      rows={query.data?.rules}
      id={({ id }) => id}
      state={list}
      sticky_first
    />
  );
}

function Filters({ list }: { list: ListState<"q" | "active"> }) {
  const { t } = useTranslation("rules");
  return (
    <>
      <SearchFilter list={list} name="q" label={t("list.search")} />
      <ChoiceFilter
        list={list}
        name="active"
        label={t("field.state")}
        any={t("list.any_state")}
        choices={[
          { value: "true", label: t("state.on") },
          { value: "false", label: t("state.off") },
        ]}
      />
    </>
  );
}

function useColumns(): Column<Rule>[] {
  const { t, i18n } = useTranslation("rules");
  const words = useWords();
  const number = new Intl.NumberFormat(i18n.language);
  return [
    {
      key: "name",
      title: t("field.name"),
      width: 180,
      render: ({ id, name }) => (
        <TextLink to="/rules/$rule_id" params={{ rule_id: id }}>
          {name}
        </TextLink>
      ),
    },
    {
      key: "conditions",
      title: t("field.conditions"),
      width: 240,
      render: ({ conditions, names }) => <Text size="sm">{words(conditions, names).join("; ")}</Text>,
    },
    { key: "courses", title: t("field.courses"), width: 180, render: ({ courses }) => <CourseNames courses={courses} /> },
    { key: "active", title: t("field.state"), width: 80, render: (rule) => <RuleState rule={rule} /> },
    {
      key: "people",
      title: t("field.people"),
      align: "right",
      render: ({ people_matched }) => number.format(people_matched),
    },
    {
      key: "batch",
      title: t("batch.title"),
      secondary: true,
      width: 150,
      render: ({ last_batch }) => <BatchLine batch={last_batch} />,
    },
  ];
}

const named_max = 3;

/** The first courses by name, and how many more there are. */
export function CourseNames({ courses }: { courses: Rule["courses"] }) {
  const { t } = useTranslation("rules");
  if (courses.length === 0) return <span>–</span>;
  const named = courses.slice(0, named_max).map(({ title }) => title);
  const rest = courses.length - named.length;
  return (
    <span>
      {named.join(", ")}
      {rest > 0 ? ` ${t("list.more_courses", { count: rest })}` : ""}
    </span>
  );
}
