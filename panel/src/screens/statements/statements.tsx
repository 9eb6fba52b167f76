import { Code, Group, Modal, Text } from "@mantine/core";
import { IconHistoryToggle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { ChoiceFilter, DayFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { activeFilters, cursorPage, useListPage } from "../../components/lists/use-list-page.ts";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { type Tone, ToneBadge } from "../../components/values/state-badge.tsx";
import { When } from "../../components/values/when.tsx";

type Statement = components["schemas"]["ShownStatement"];
type Outcome = Statement["outcome"];

const no_filters = { employee_no: "", verb: "", activity: "", from: "", until: "" } as const;
type Filters = ListState<keyof typeof no_filters>;

const adl = "http://adlnet.gov/expapi/verbs";
const w3id = "https://w3id.org/xapi/adl/verbs";
/** The most frequent verbs of learning records; the address accepts any other. */
const verbs = {
  launched: `${adl}/launched`,
  initialized: `${adl}/initialized`,
  experienced: `${adl}/experienced`,
  attempted: `${adl}/attempted`,
  answered: `${adl}/answered`,
  completed: `${adl}/completed`,
  passed: `${adl}/passed`,
  failed: `${adl}/failed`,
  terminated: `${adl}/terminated`,
  abandoned: `${w3id}/abandoned`,
  satisfied: `${w3id}/satisfied`,
  waived: `${w3id}/waived`,
} as const;
const verb_names = Object.keys(verbs) as (keyof typeof verbs)[];

const tones: Readonly<Record<Outcome, Tone>> = {
  record: "quiet",
  under_way: "info",
  passed: "good",
  failed: "bad",
  not_counted: "warning",
};

/** The statements in the store of learning records, the newest first, and the results of the attempts that they belong to. */
export function Statements() {
  const { t } = useTranslation("statements");
  const list = useListState(no_filters);
  const [shown, show] = useState<Statement | null>(null);
  const found = useListPage(["statements"], { ...cursorPage(list), ...asked(list.values) }, (query, signal) =>
    api.GET("/panel/api/statements", { params: { query }, signal }),
  );
  return (
    <ListPage
      title={t("title")}
      description={t("description")}
      empty={{ icon: IconHistoryToggle, title: t("empty.title"), text: t("empty.text") }}
      filters={<StatementFilters list={list} />}
      columns={useColumns(list, show)}
      query={found}
      turned_by="cursor"
      rows={found.data?.statements}
      id={({ id }) => id}
      state={list}
    >
      <Modal
        opened={shown !== null}
        onClose={() => show(null)}
        title={shown ? t("detail.title", { verb: shown.verb.name }) : ""}
        size="lg"
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        {shown ? <WholeStatement id={shown.id} /> : null}
      </Modal>
    </ListPage>
  );
}

/** Days are days in UTC, as stored. */
function asked({ from, until, ...rest }: Filters["values"]) {
  return {
    ...activeFilters(rest),
    ...(from === "" ? {} : { from: `${from}T00:00:00Z` }),
    ...(until === "" ? {} : { until: new Date(Date.parse(until) + 86_400_000).toISOString() }),
  };
}

function StatementFilters({ list }: { list: Filters }) {
  const { t } = useTranslation("statements");
  const { verb } = list.values;
  const is_other = verb !== "" && !verb_names.some((name) => verbs[name] === verb);
  return (
    <>
      <SearchFilter list={list} name="employee_no" label={t("filter.employee_no")} />
      <ChoiceFilter
        list={list}
        name="verb"
        label={t("filter.verb")}
        choices={[
          ...verb_names.map((name) => ({ value: verbs[name], label: t(`verb.${name}`) })),
          ...(is_other ? [{ value: verb, label: verb }] : []),
        ]}
      />
      <SearchFilter list={list} name="activity" label={t("filter.activity")} />
      <DayFilter list={list} name="from" label={t("filter.from")} />
      <DayFilter list={list} name="until" label={t("filter.until")} />
    </>
  );
}

function useColumns(list: Filters, show: (statement: Statement) => void): Column<Statement>[] {
  const { t } = useTranslation("statements");
  return [
    { key: "stored", title: t("column.stored"), width: 120, render: ({ stored_at }) => <When at={stored_at} /> },
    {
      key: "person",
      title: t("column.person"),
      width: 170,
      render: ({ person }) =>
        person === null ? (
          t("a_group")
        ) : (
          <TextLink to="/people/$person_id" params={{ person_id: person.id }}>
            {person.full_name ?? t("no_name")}
          </TextLink>
        ),
    },
    {
      key: "verb",
      title: t("column.verb"),
      width: 150,
      render: (statement) => (
        <Group gap={6}>
          <button type="button" className="panel-text-button" aria-haspopup="dialog" onClick={() => show(statement)}>
            {statement.verb.name}
          </button>
          {statement.voided ? <ToneBadge tone="bad">{t("voided")}</ToneBadge> : null}
        </Group>
      ),
    },
    {
      key: "activity",
      title: t("column.activity"),
      width: 220,
      render: ({ activity }) => (activity === null ? "–" : <Activity activity={activity} list={list} />),
    },
    {
      key: "score",
      title: t("column.score"),
      align: "right",
      render: ({ score_percent }) => (score_percent === null ? "–" : `${score_percent} %`),
    },
    {
      key: "outcome",
      title: t("column.outcome"),
      width: 200,
      render: ({ outcome, course }) => (
        <>
          <ToneBadge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</ToneBadge>
          {course ? (
            <div>
              <TextLink to="/enrollments/$enrollment_id" params={{ enrollment_id: course.enrollment_id }}>
                {course.title}
              </TextLink>
            </div>
          ) : null}
        </>
      ),
    },
    {
      key: "said_by",
      title: t("column.said_by"),
      secondary: true,
      render: ({ said_by }) => (
        <Text size="sm" c="dimmed">
          {said_by}
        </Text>
      ),
    },
  ];
}

/** An activity; pressing it filters the list by it. */
function Activity({ activity: { id, name }, list }: { activity: NonNullable<Statement["activity"]>; list: Filters }) {
  const { t } = useTranslation("statements");
  return (
    <button
      type="button"
      className="panel-text-button"
      title={id}
      aria-label={t("only", { name })}
      onClick={() => list.set({ activity: id })}
    >
      {name}
    </button>
  );
}

function WholeStatement({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ["statement", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/statements/{id}", { params: { path: { id } }, signal })),
  });
  if (!query.data) return <Unanswered query={query} height={240} />;
  return (
    <Code block tabIndex={0}>
      {JSON.stringify(query.data.statement, null, 2)}
    </Code>
  );
}
