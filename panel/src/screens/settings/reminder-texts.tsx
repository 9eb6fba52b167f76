import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { language_names, languages } from "../../app/languages.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { reminder_texts_key, type ReminderTextRow } from "./reminder-text-data.ts";
import { ReminderTextForm } from "./reminder-text-form.tsx";

/** The texts of reminders: the product's, or those that the organisation has written. */
export function ReminderTextsScreen() {
  const { t, i18n } = useTranslation("settings");
  const [kind, setKind] = useState<ReminderTextRow["kind"]>("due_soon");
  const [language, setLanguage] = useState<string>(() => languages.find((one) => one === i18n.language) ?? "en");
  const query = useQuery({
    queryKey: reminder_texts_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/reminders/texts", { signal })),
  });
  const kinds = [...new Set(query.data?.texts.map((one) => one.kind))];
  const row = query.data?.texts.find((one) => one.kind === kind && one.language === language);
  return (
    <Page
      title={t("reminder_texts.title")}
      description={t("reminder_texts.description")}
      parents={[
        { title: t("title"), to: "/settings" },
        { title: t("reminders.title"), to: "/settings/reminders" },
      ]}
      width="narrow"
    >
      <Unanswered query={query} height={480} />
      {row ? (
        <Stack gap="md">
          <Section title={t("reminder_texts.which")}>
            <Group align="flex-end">
              <NativeSelect
                label={t("reminder_texts.kind")}
                data={kinds.map((value) => ({ value, label: t(`reminder_texts.kinds.${value}`) }))}
                value={kind}
                onChange={(event) => setKind(event.currentTarget.value as ReminderTextRow["kind"])}
              />
              <NativeSelect
                label={t("reminder_texts.language")}
                data={languages.map((value) => ({ value, label: language_names[value] }))}
                value={language}
                onChange={(event) => setLanguage(event.currentTarget.value)}
              />
            </Group>
            <Text size="sm" c="dimmed" mt="sm">
              {t(row.is_own ? "reminder_texts.own" : "reminder_texts.product")}
            </Text>
          </Section>
          <ReminderTextForm key={`${kind} ${language} ${row.is_own}`} row={row} />
        </Stack>
      ) : null}
    </Page>
  );
}
