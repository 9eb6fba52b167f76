import { Group, NativeSelect, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { DigestExample } from "./digest-example.tsx";
import { changedOf, SettingsForm } from "./settings-form.tsx";

type DigestSettings = components["schemas"]["DigestSettings"];
/** The settings as values of the form, with numbers as typed. */
type Values = {
  managers: boolean;
  administrators: boolean;
  weekday: string;
  hour: number | string;
  escalate_after_days: number | string;
};

/** The key of its query, and the name of its draft. */
const digests = "digests";
const weekdays = ["1", "2", "3", "4", "5", "6", "7"] as const;

/** Who gets a weekly digest by mail, and when; with an example. */
export function DigestsScreen() {
  const { t } = useTranslation("settings");
  const query = useQuery({
    queryKey: [digests],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/digests", { signal })),
  });
  return (
    <Page
      title={t("digests.title")}
      description={t("digests.description")}
      parents={[{ title: t("title"), to: "/settings" }]}
      width="narrow"
    >
      <Unanswered query={query} height={480} />
      {query.data ? (
        <Stack gap="md">
          <DigestsForm settings={query.data} />
          <DigestExample />
        </Stack>
      ) : null}
    </Page>
  );
}

function DigestsForm({ settings }: { settings: DigestSettings }) {
  const { t } = useTranslation("settings");
  return (
    <SettingsForm
      name={digests}
      settings={settings}
      valuesOf={valuesOf}
      save={async (values) => {
        const body = changedOf(settingsOf(values), values, valuesOf(settings));
        return dataOf(await api.PATCH("/panel/api/digests", { body }));
      }}
      done={t("digests.saved")}
    >
      {(form, problem, button) => (
        <>
          <Section title={t("digests.who")}>
            <Stack gap="md">
              {problem}
              <Switch
                label={t("digests.managers")}
                description={t("digests.managers_text")}
                {...form.getInputProps("managers", { type: "checkbox" })}
              />
              <Switch
                label={t("digests.administrators")}
                description={t("digests.administrators_text")}
                {...form.getInputProps("administrators", { type: "checkbox" })}
              />
            </Stack>
          </Section>
          <Section title={t("digests.escalation")}>
            <NumberInput
              label={t("digests.escalate_after_days")}
              description={t("digests.escalation_text")}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              {...form.getInputProps("escalate_after_days")}
            />
          </Section>
          <Section title={t("digests.when")}>
            <Text size="sm" c="dimmed" mb="sm">
              {t("digests.zone")}
            </Text>
            <Group align="flex-start" mb="md">
              <NativeSelect
                label={t("digests.weekday")}
                data={weekdays.map((value) => ({ value, label: t(`digests.day.${value}`) }))}
                {...form.getInputProps("weekday")}
              />
              <NumberInput
                label={t("digests.hour")}
                suffix=":00"
                allowDecimal={false}
                allowNegative={false}
                hideControls
                {...form.getInputProps("hour")}
              />
            </Group>
            {button}
          </Section>
        </>
      )}
    </SettingsForm>
  );
}

function valuesOf({ managers, administrators, weekday, hour, escalate_after_days }: DigestSettings): Values {
  return { managers, administrators, weekday: String(weekday), hour, escalate_after_days: escalate_after_days ?? "" };
}

function settingsOf(values: Values): DigestSettings {
  const { managers, administrators, weekday, hour, escalate_after_days } = values;
  return {
    managers,
    administrators,
    weekday: Number(weekday),
    // An empty hour is sent as -1, so that the server's refusal appears at its field.
    hour: hour === "" ? -1 : Number(hour),
    escalate_after_days: escalate_after_days === "" ? null : Number(escalate_after_days),
  };
}
