import { Alert, Paper, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { ChoiceFilter } from "../../components/lists/filters.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { When } from "../../components/values/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { PeopleList } from "../rules/people-list.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";

type Operation = components["schemas"]["BulkOperation"];

const look_again_ms = 1_000;
const outcomes = [
  "assigned",
  "done",
  "has_it",
  "no_seat",
  "person_inactive",
  "inactive",
  "license_expired",
  "path_only",
  "unknown",
  "nothing_open",
  "no_attempts_left",
  "assigned_later",
  "score_too_low",
  "reminded_today",
  "no_address",
  "bouncing",
  "no_mails",
  "refused_by_receiver",
  "changed_since",
  "has_login",
  "invited_lately",
] as const;
type Outcome = (typeof outcomes)[number];

const firstOf = ({ kind }: Operation): Outcome => (kind === "assign" ? "assigned" : "done");

/** The key of an outcome's name. "has it already" is used for assigned courses only. */
const calledOf = ({ kind }: Operation, outcome: Outcome) =>
  outcome === "has_it" && kind !== "assign" ? ("outcome.had_nothing" as const) : (`outcome.${outcome}` as const);

/** One order about many people: its progress, and the outcome for each person. */
export function BulkResult() {
  const { t } = useTranslation("bulk");
  const { bulk_id: id } = useParams({ strict: false }) as { bulk_id: string };
  const query = useQuery({
    queryKey: ["bulk", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/bulk-operations/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.finished_at ? false : look_again_ms),
  });
  const parents = [{ title: t("shell:nav.people"), to: "/people" }];
  if (!query.data) return unansweredPage(query, { title: t("result.title"), parents, height: 240 });
  const operation = query.data;
  const { kind, course, group, ordered_by, ordered_at } = operation;
  const name = course?.title ?? group?.name ?? "";
  return (
    <Page
      title={kind === "assign" ? t("result.of", { course: name }) : t(`work.${kind}.result`, { name }).trim()}
      parents={parents}
      description={
        <>
          {ordered_by} · <When at={ordered_at} />
        </>
      }
    >
      <Stack gap="md">
        <Standing operation={operation} />
        <Undoing operation={operation} />
        <Figures operation={operation} />
        <People operation={operation} />
      </Stack>
    </Page>
  );
}

function Standing({ operation }: { operation: Operation }) {
  const { t, i18n } = useTranslation("bulk");
  const number = new Intl.NumberFormat(i18n.language);
  const { people_done, people_total, finished_at, stopped } = operation;
  const values = { count: people_total, done: number.format(people_done), total: number.format(people_total) };
  return (
    <div aria-live="polite">
      {stopped ? <Stopped operation={operation} /> : null}
      {finished_at === null ? (
        <>
          <Progress value={people_total === 0 ? 0 : (100 * people_done) / people_total} aria-label={t("result.title")} />
          <Text size="sm" mt={6}>
            {t("result.running", values)}
          </Text>
        </>
      ) : (
        <Text size="sm">
          {t("result.finished", values)} · <When at={finished_at} />
        </Text>
      )}
    </div>
  );
}

/** The button to undo an order, if its kind of work can be undone, and links between an order and the one that undid it. */
function Undoing({ operation: { id, can_undo, undone_by, undoes } }: { operation: Operation }) {
  const { t } = useTranslation("bulk");
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const reason = useTrainingReason("of_person");
  const undo = useSave({
    changes: "training",
    save: async () => dataOf(await api.POST("/panel/api/bulk-operations/{id}/undo", { params: { path: { id } } })),
    done: t("assign.done"),
    onSaved: (made, client) => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: ["bulk", id] });
      void navigate({ to: "/people/assignments/$bulk_id", params: { bulk_id: made.id } });
    },
  });
  if (undone_by !== null)
    return (
      <Text size="sm">
        {t("work.undo.is_undone")}{" "}
        <TextLink to="/people/assignments/$bulk_id" params={{ bulk_id: undone_by }}>
          {t("work.undo.see")}
        </TextLink>
      </Text>
    );
  if (undoes !== null)
    return (
      <Text size="sm">
        <TextLink to="/people/assignments/$bulk_id" params={{ bulk_id: undoes }}>
          {t("work.undo.original")}
        </TextLink>
      </Text>
    );
  if (!can_undo) return null;
  return (
    <div>
      <ReasonedButton size="xs" variant="default" reason={reason} onClick={() => setAsking(true)}>
        {t("work.undo.button")}
      </ReasonedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        action={undo}
        title={t("work.undo.title")}
        text={t("work.undo.text")}
        submit={t("work.undo.submit")}
      />
    </div>
  );
}

function Stopped({ operation: { id } }: { operation: Operation }) {
  const { t } = useTranslation("bulk");
  const reason = useTrainingReason("of_person");
  const goOn = useSave({
    changes: "training",
    save: () => api.POST("/panel/api/bulk-operations/{id}/continue", { params: { path: { id } } }),
    done: t("result.continued"),
  });
  return (
    <Alert color="yellow" variant="light" title={t("result.stopped")} mb="sm">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t("result.stopped_text")}</Text>
        <ReasonedButton
          size="xs"
          variant="default"
          reason={reason}
          loading={goOn.isPending}
          onClick={() => goOn.mutate(undefined)}
        >
          {t("result.continue")}
        </ReasonedButton>
      </Stack>
    </Alert>
  );
}

function Figures({ operation }: { operation: Operation }) {
  const { counts } = operation;
  const { t, i18n } = useTranslation("bulk");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      {outcomesOf(operation).map((outcome) => (
        <Paper p="sm" key={outcome}>
          <Text size="xl" fw={620}>
            {number.format(counts[outcome] ?? 0)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(calledOf(operation, outcome))}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

/** The outcomes that have occurred; the main outcome is listed from the beginning. */
function outcomesOf(operation: Operation): Outcome[] {
  return outcomes.filter((outcome) => outcome === firstOf(operation) || (operation.counts[outcome] ?? 0) > 0);
}

function People({ operation }: { operation: Operation }) {
  const { id, people_done } = operation;
  const { t } = useTranslation("bulk");
  const list = useListState({ q: "", outcome: firstOf(operation) });
  const outcome = (list.values.outcome || firstOf(operation)) as Outcome;
  const choices = outcomesOf(operation).map((value) => ({ value, label: t(calledOf(operation, value)) }));
  return (
    <Section
      title={t("result.people")}
      action={<ChoiceFilter list={list} name="outcome" label={t("result.outcome")} any={null} choices={choices} />}
    >
      <PeopleList
        list={list}
        label={t("result.people")}
        since={t("result.done_at")}
        empty={t("result.nobody")}
        query_key={["bulk", id, "people", outcome, people_done]}
        read={({ limit, offset, q }, signal) =>
          api.GET("/panel/api/bulk-operations/{id}/people", {
            params: { path: { id }, query: { limit, offset, outcome, ...(q ? { q } : {}) } },
            signal,
          })
        }
      />
    </Section>
  );
}
