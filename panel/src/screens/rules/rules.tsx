import { NativeSelect, Text } from "@mantine/core";
import { IconListCheck, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useWords } from "../../components/forms/conditions.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ReasonedLink } from "../../components/forms/reasoned-link.tsx";
import { SearchField } from "../../components/lists/search-field.tsx";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { BatchLine } from "./batch.tsx";
import { lookAgain, type Rule } from "./rule-data.ts";
import { RuleState } from "./rule-state.tsx";
import { StoppedBatches } from "./stopped-batch.tsx";

/** Who is given which courses without anybody assigning them. */
export function Rules() {
  const { t } = useTranslation("rules");
  const list = useListState({ q: "", active: "" });
  const reason = useTrainingReason();
  const { values, limit, offset } = list;
  const query = useQuery({
    queryKey: ["rules", values, limit, offset],
    queryFn: async ({ signal }) => {
      const { q, active } = values;
      const filters = { ...(q ? { q } : {}), ...(active ? { active: active === "true" } : {}) };
      return dataOf(await api.GET("/panel/api/rules", { params: { query: { limit, offset, ...filters } }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.rules.map(lookAgain).find(Boolean) ?? false,
  });
  const add = (
    <ReasonedLink reason={reason} to="/rules/new" leftSection={<IconPlus size={16} />}>
      {t("list.add")}
    </ReasonedLink>
  );
  return (
    <Page title={t("shell:nav.rules")} description={t("list.text")} actions={add}>
      <StoppedBatches />
      <DataList
        label={t("shell:nav.rules")}
        columns={useColumns()}
        rows={query.data?.rules}
        id={(rule) => rule.id}
        state={list}
        paging={query.data ? { kind: "offset", total: query.data.pagination.total } : undefined}
        stale={query.isPlaceholderData}
        error={query.error}
        retry={() => void query.refetch()}
        empty={<EmptyState icon={IconListCheck} title={t("list.empty")} text={t("list.empty_text")} actions={add} />}
        filters={<Filters list={list} />}
        sticky_first
      />
    </Page>
  );
}

function Filters({ list }: { list: ListState<"q" | "active"> }) {
  const { t } = useTranslation("rules");
  const { values, set } = list;
  const search = useCallback((q: string) => set({ q }), [set]);
  return (
    <>
      <SearchField label={t("list.search")} value={values.q} onChange={search} />
      <NativeSelect
        aria-label={t("field.state")}
        value={values.active}
        onChange={(event) => set({ active: event.currentTarget.value })}
        data={[
          { value: "", label: t("list.any_state") },
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

/** The first of some courses, and how many there are besides. */
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
