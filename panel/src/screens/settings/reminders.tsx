import { Button, Group, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { ReminderExample } from "./reminder-example.tsx";
import { ReminderReach } from "./reminder-reach.tsx";
import { number_field, ScheduleFields, scheduleOf, type ScheduleValues, scheduleValuesOf } from "./reminder-schedule.tsx";

type ReminderSettings = components["schemas"]["ReminderSettings"];
type Switches = "sessions" | "by_mail";
type Hours = "from_hour" | "until_hour";
/** Numbers as they are typed. */
type Values = ScheduleValues & Record<Switches, boolean> & Record<Hours, number | string>;

const reminders_key = ["reminders"];

/** What learners are reminded of by mail, and when; with an example. */
export function RemindersScreen() {
  const { t } = useTranslation("settings");
  const query = useQuery({
    queryKey: reminders_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/reminders", { signal })),
  });
  return (
    <Page
      title={t("reminders.title")}
      description={
        <>
          <div>{t("reminders.description")}</div>
          <div className="panel-page-link">
            <TextLink to="/settings/reminders/texts">{t("reminder_texts.open")}</TextLink>
          </div>
          <div className="panel-page-link">
            <TextLink to="/settings/reminders/courses">{t("reminder_courses.open")}</TextLink>
          </div>
        </>
      }
      parents={[{ title: t("title"), to: "/settings" }]}
      width="narrow"
    >
      <Unanswered query={query} height={480} />
      {query.data ? (
        <Stack gap="md">
          <RemindersForm settings={query.data} />
          <ReminderExample />
        </Stack>
      ) : null}
    </Page>
  );
}

function RemindersForm({ settings }: { settings: ReminderSettings }) {
  const { t } = useTranslation("settings");
  const stands = valuesOf(settings);
  const form = useForm<Values>({ mode: "controlled", initialValues: stands });
  const save = useSave({
    changes: "settings",
    save: async (values: Values) => dataOf(await api.PATCH("/panel/api/reminders", { body: changesOf(values, stands) })),
    done: t("reminders.saved"),
    onSaved: (saved, client) => {
      client.setQueryData(reminders_key, saved);
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
    },
  });
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "reminders");
  const changed = form.isDirty();
  return (
    <>
      <UnsavedGuard dirty={changed && !save.isPending} draft={draft} />
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <Section title={t("reminders.what")}>
            <Stack gap="md">
              <ProblemAlert error={rest} />
              <ScheduleFields form={form} />
              <Switch
                label={t("reminders.sessions")}
                description={t("reminders.sessions_text")}
                {...form.getInputProps("sessions", { type: "checkbox" })}
              />
              <ReminderReach schedule={() => scheduleOf(form.values)} />
            </Stack>
          </Section>
          <Section title={t("reminders.when")}>
            <Switch
              mb="md"
              label={t("reminders.by_mail")}
              description={t("reminders.by_mail_text")}
              {...form.getInputProps("by_mail", { type: "checkbox" })}
            />
            <Text size="sm" c="dimmed" mb="sm">
              {t("reminders.zone")}
            </Text>
            <Group align="flex-start" mb="md">
              <NumberInput label={t("reminders.from_hour")} suffix=":00" {...number_field} {...form.getInputProps("from_hour")} />
              <NumberInput
                label={t("reminders.until_hour")}
                suffix=":00"
                {...number_field}
                {...form.getInputProps("until_hour")}
              />
            </Group>
            <Button type="submit" loading={save.isPending} disabled={!changed}>
              {t("common:save")}
            </Button>
          </Section>
        </Stack>
      </form>
    </>
  );
}

function valuesOf(settings: ReminderSettings): Values {
  const { sessions, by_mail, from_hour, until_hour } = settings;
  return { ...scheduleValuesOf(settings), sessions, by_mail, from_hour, until_hour };
}

/** What differs from what stands: only that is sent, and the audit log tells only of that. */
function changesOf(values: Values, stands: Values): Partial<ReminderSettings> {
  const { sessions, by_mail } = values;
  const wanted: ReminderSettings = {
    ...scheduleOf(values),
    sessions,
    by_mail,
    from_hour: Number(values.from_hour),
    until_hour: Number(values.until_hour),
  };
  const changed = (Object.keys(wanted) as (keyof ReminderSettings)[]).filter((name) => values[name] !== stands[name]);
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]));
}
