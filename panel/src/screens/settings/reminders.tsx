import { Group, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { LetterExample } from "./letter-example.tsx";
import { ReminderReach } from "./reminder-reach.tsx";
import { number_field, ScheduleFields, scheduleOf, type ScheduleValues, scheduleValuesOf } from "./reminder-schedule.tsx";
import { changedOf, SettingsForm } from "./settings-form.tsx";

type ReminderSettings = components["schemas"]["ReminderSettings"];
type Switches = "sessions" | "by_mail";
type Hours = "from_hour" | "until_hour";
/** The settings as values of the form, with numbers as typed. */
type Values = ScheduleValues & Record<Switches, boolean> & Record<Hours, number | string>;

/** The key of its query, and the name of its draft. */
const reminders = "reminders";

/** What learners are reminded of by mail, and when; with an example. */
export function RemindersScreen() {
  const { t } = useTranslation("settings");
  const query = useQuery({
    queryKey: [reminders],
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

/** A reminder as learners get it; users can mail it to themselves. */
function ReminderExample() {
  return (
    <LetterExample
      of="reminders"
      query_key={["reminder-example"]}
      read={async (language, signal) =>
        dataOf(await api.GET("/panel/api/reminders/preview", { params: { query: { language } }, signal }))
      }
      send={async () => dataOf(await api.POST("/panel/api/reminders/test"))}
    />
  );
}

function RemindersForm({ settings }: { settings: ReminderSettings }) {
  const { t } = useTranslation("settings");
  return (
    <SettingsForm
      name={reminders}
      settings={settings}
      valuesOf={valuesOf}
      save={async (values) => {
        const body = changedOf(settingsOf(values), values, valuesOf(settings));
        return dataOf(await api.PATCH("/panel/api/reminders", { body }));
      }}
      done={t("reminders.saved")}
    >
      {(form, problem, button) => (
        <>
          <Section title={t("reminders.what")}>
            <Stack gap="md">
              {problem}
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
            {button}
          </Section>
        </>
      )}
    </SettingsForm>
  );
}

function valuesOf(settings: ReminderSettings): Values {
  const { sessions, by_mail, from_hour, until_hour } = settings;
  return { ...scheduleValuesOf(settings), sessions, by_mail, from_hour, until_hour };
}

function settingsOf(values: Values): ReminderSettings {
  const { sessions, by_mail, from_hour, until_hour } = values;
  return { ...scheduleOf(values), sessions, by_mail, from_hour: Number(from_hour), until_hour: Number(until_hour) };
}
