import { Alert, Button, Group, MultiSelect, NativeSelect, Stack, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered, unansweredPage } from "../../components/unanswered.tsx";
import { useGoTo } from "../../components/use-go-to.ts";
import {
  type Definition,
  first_definition,
  type Report,
  type Subject,
  useReport,
  useSubjects,
  withSubject,
} from "./report-data.ts";
import { ReportFilters } from "./report-filters.tsx";
import { ReportMail } from "./report-mail.tsx";
import { ReportPreview } from "./report-preview.tsx";
import { ReportUse } from "./report-use.tsx";

const columns_max = 30;
/** The rows are read again when typing has paused this long. */
const rest_ms = 400;

export function NewReport() {
  const { t } = useTranslation("reports");
  const subjects = useSubjects();
  return (
    <Page title={t("new.title")} description={t("new.text")} parents={[{ title: t("list.title"), to: "/reports" }]}>
      <Unanswered query={subjects} height={480} />
      {subjects.data ? <Builder subjects={subjects.data} report={null} /> : null}
    </Page>
  );
}

export function OneReport() {
  const { t } = useTranslation("reports");
  const { report_id } = useParams({ strict: false }) as { report_id: string };
  const subjects = useSubjects();
  const query = useReport(report_id);
  const page = { title: query.data?.name ?? t("one.title"), parents: [{ title: t("list.title"), to: "/reports" }] };
  if (query.data === undefined || subjects.data === undefined)
    return unansweredPage(query.data === undefined ? query : subjects, page);
  return (
    <Page {...page} actions={<ReportUse report={query.data} />}>
      <Builder key={query.data.id} subjects={subjects.data} report={query.data} />
    </Page>
  );
}

type BuilderProps = { subjects: readonly Subject[]; report: Report | null };

function Builder({ subjects, report }: BuilderProps) {
  const { t } = useTranslation("reports");
  const [definition, setDefinition] = useState<Definition>(report?.definition ?? first_definition);
  const limited = useSession().account.departments !== null;
  const [settled] = useDebouncedValue(definition, rest_ms);
  const subject = subjects.find(({ name }) => name === definition.subject);
  // The subject covers the whole organisation, and the user is an administrator of some departments.
  if (subject === undefined) return <Alert>{t("one.not_for_departments")}</Alert>;
  return (
    <Stack gap="md">
      {report?.is_own === false ? <Alert>{t("one.of", { name: report.owner?.name ?? "" })}</Alert> : null}
      <Section title={t("builder.title")}>
        <Stack gap="sm">
          <Shape subjects={subjects} subject={subject} definition={definition} set={setDefinition} />
          <ReportFilters
            subject={subject}
            filters={definition.filters}
            set={(filters) => setDefinition({ ...definition, filters })}
          />
        </Stack>
      </Section>
      <ReportPreview subject={subjects.find(({ name }) => name === settled.subject) ?? subject} definition={settled} />
      <Keep report={report} definition={definition} />
      {report?.is_own && report.owner !== null && !limited ? <ReportMail id={report.id} /> : null}
    </Stack>
  );
}

type ShapeProps = {
  subjects: readonly Subject[];
  subject: Subject;
  definition: Definition;
  set: (definition: Definition) => void;
};

/** The subject of the rows, their columns, and how they are grouped. */
function Shape({ subjects, subject, definition, set }: ShapeProps) {
  const { t } = useTranslation("reports");
  const options = subject.columns.map(({ name, title }) => ({ value: name, label: title }));
  const groups = subject.columns.filter((column) => column.groups).map(({ name, title }) => ({ value: name, label: title }));
  return (
    <>
      <Group align="flex-start">
        <NativeSelect
          label={t("field.subject")}
          data={subjects.map(({ name, title }) => ({ value: name, label: title }))}
          value={definition.subject}
          onChange={(event) => {
            const next = subjects.find(({ name }) => name === event.currentTarget.value);
            if (next) set(withSubject(definition, next));
          }}
        />
        <NativeSelect
          label={t("field.group_by")}
          data={[{ value: "", label: t("field.no_group") }, ...groups]}
          value={definition.group_by ?? ""}
          onChange={(event) => {
            const group_by = event.currentTarget.value || null;
            set({ ...definition, group_by, chart: group_by === null ? "none" : definition.chart });
          }}
        />
        <NativeSelect
          label={t("field.chart")}
          disabled={definition.group_by === null}
          data={(["none", "bars"] as const).map((value) => ({ value, label: t(`chart.${value}`) }))}
          value={definition.chart}
          onChange={(event) => set({ ...definition, chart: event.currentTarget.value as Definition["chart"] })}
        />
      </Group>
      <MultiSelect
        label={t("field.columns")}
        description={t("field.columns_text")}
        searchable
        maxValues={columns_max}
        data={options}
        value={definition.columns}
        error={definition.columns.length === 0 ? t("field.columns_none") : null}
        onChange={(columns) => set({ ...definition, columns })}
      />
    </>
  );
}

/** Name and sharing, and the button to save: as the user's own report, or as a copy of another user's. */
function Keep({ report, definition }: { report: Report | null; definition: Definition }) {
  const { t } = useTranslation("reports");
  const limited = useSession().account.departments !== null;
  const [name, setName] = useState(report?.is_own === false ? "" : (report?.name ?? ""));
  const [is_shared, setShared] = useState(report?.is_own === true && report.is_shared);
  const is_change = report?.is_own === true;
  const save = useSave({
    changes: "reports",
    save: async () => {
      const body = { name, is_shared, definition };
      if (!is_change) return dataOf(await api.POST("/panel/api/reports", { body }));
      return dataOf(await api.PUT("/panel/api/reports/{id}", { params: { path: { id: report.id } }, body }));
    },
    done: (saved) => t("keep.saved", { name: saved.name }),
    onSaved: (saved, client) => client.setQueryData(["report", saved.id], saved),
  });
  useGoTo("/reports/$report_id", "report_id", is_change ? undefined : save.data?.id);
  return (
    <Section title={t("keep.title")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Stack gap="sm">
          <ProblemAlert error={save.error} />
          <TextInput
            label={t("field.name")}
            required
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {limited ? null : (
            <Switch
              label={t("keep.shared")}
              description={t("keep.shared_text")}
              checked={is_shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Group>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === "" || definition.columns.length === 0}>
              {t(is_change || report === null ? "common:save" : "keep.copy")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
