import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { type Language, language_names, languages } from "../../app/languages.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { toast } from "../../components/toast.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { LetterText } from "./letter-text.tsx";

/** A reminder as learners get it, which can be mailed to oneself. */
export function ReminderExample() {
  const { t, i18n } = useTranslation("settings");
  const [language, setLanguage] = useState<Language>(() => languages.find((one) => one === i18n.language) ?? "en");
  const query = useQuery({
    queryKey: ["reminder-example", language],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/reminders/preview", { params: { query: { language } }, signal })),
  });
  const test = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/reminders/test")),
    onSuccess: ({ recipient }) => toast.done(t("reminders.tested", { recipient })),
  });
  return (
    <Section title={t("reminders.example")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("reminders.example_text")}
        </Text>
        <ProblemAlert error={test.error} />
        <Group align="flex-end">
          <NativeSelect
            label={t("reminders.example_language")}
            data={languages.map((value) => ({ value, label: language_names[value] }))}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          />
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t("reminders.test")}
          </Button>
        </Group>
        <Unanswered query={query} height={240} />
        {query.data ? <LetterText letter={query.data} language={language} /> : null}
      </Stack>
    </Section>
  );
}
