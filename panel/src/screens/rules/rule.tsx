import { Alert, Grid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useWords } from "../../components/forms/conditions.ts";
import { Id } from "../../components/values/id.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { BatchSection } from "./batch.tsx";
import { Facts, Lines } from "../../components/values/facts.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { History } from "./history.tsx";
import { PeopleList } from "./people-list.tsx";
import { RuleActions } from "./rule-actions.tsx";
import { type Rule, useRule } from "./rule-data.ts";
import { RuleState } from "./rule-state.tsx";

/** One rule: its conditions and courses, its last evaluation, the people to whom it applies, and its history. */
export function RulePage() {
  const { t } = useTranslation("rules");
  const { rule_id } = useParams({ strict: false }) as { rule_id: string };
  const query = useRule(rule_id);
  const parents = [{ title: t("shell:nav.rules"), to: "/rules" }];
  if (!query.data) return unansweredPage(query, { title: t("detail.title"), parents });
  const rule = query.data;
  return (
    <Page title={rule.name} parents={parents} aside={<RuleState rule={rule} />} actions={<RuleActions rule={rule} />}>
      <Stack gap="md">
        {rule.retired_at ? (
          <Alert color="gray" variant="light" title={t("retired")}>
            {t("retired_text")}
          </Alert>
        ) : null}
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Stack gap="md">
              <Definition rule={rule} />
              <BatchSection batch={rule.last_batch} />
              <HistoryOf rule={rule} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <People rule={rule} />
          </Grid.Col>
        </Grid>
      </Stack>
    </Page>
  );
}

function Definition({ rule }: { rule: Rule }) {
  const { t } = useTranslation("rules");
  const words = useWords();
  const certificates = rule.count_valid_certificates
    ? rule.look_back_days === null
      ? t("detail.certificates_count")
      : t("detail.certificates_count_back", { count: rule.look_back_days })
    : t("detail.certificates_ignored");
  const rows: [string, ReactNode][] = [
    [t("field.conditions"), <Lines key="who" lines={words(rule.conditions, rule.names)} />],
    [t("field.courses"), <Lines key="what" lines={rule.courses.map(({ title, code }) => `${title} (${code})`)} />],
    [t("asking.due"), rule.due_days === null ? t("asking.due_of_course") : t("asking.due_in", { count: rule.due_days })],
    [t("asking.on_leave_short"), t(rule.on_leave === "keep" ? "asking.keep" : "asking.cancel")],
    [t("detail.certificates"), certificates],
    [t("detail.version"), rule.version],
    [t("detail.updated"), <When key="when" at={rule.updated_at} />],
    [t("detail.id"), <Id key="id" value={rule.id} short />],
  ];
  return (
    <Section title={t("detail.definition")}>
      <Facts rows={rows} />
    </Section>
  );
}

function HistoryOf({ rule }: { rule: Rule }) {
  const query = useQuery({
    queryKey: ["rule", rule.id, "history", rule.version],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/rules/{id}/history", { params: { path: { id: rule.id } }, signal })),
  });
  return <History query={query} />;
}

function People({ rule }: { rule: Rule }) {
  const { t } = useTranslation("rules");
  const list = useListState({ q: "" });
  return (
    <Section title={t("detail.people")}>
      <PeopleList
        list={list}
        label={t("detail.people")}
        since={t("detail.since")}
        empty={t("detail.no_matches")}
        query_key={["rule", rule.id, "people", rule.people_matched]}
        read={(query, signal) => api.GET("/panel/api/rules/{id}/people", { params: { path: { id: rule.id }, query }, signal })}
      />
    </Section>
  );
}
