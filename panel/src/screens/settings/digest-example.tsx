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

const kinds = ["manager", "administrator"] as const;
type Kind = (typeof kinds)[number];

/** A digest as its receiver gets it, which can be mailed to oneself. */
export function DigestExample() {
  const { t, i18n } = useTranslation("settings");
  const [language, setLanguage] = useState<Language>(() => languages.find((one) => one === i18n.language) ?? "en");
  const [kind, setKind] = useState<Kind>("manager");
  const query = useQuery({
    queryKey: ["digest-example", kind, language],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/digests/preview", { params: { query: { kind, language } }, signal })),
  });
  const test = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/digests/test", { body: { kind } })),
    onSuccess: ({ recipient }) => toast.done(t("digests.tested", { recipient })),
  });
  return (
    <Section title={t("digests.example")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("digests.example_text")}
        </Text>
        <ProblemAlert error={test.error} />
        <Group align="flex-end">
          <NativeSelect
            label={t("digests.example_kind")}
            data={kinds.map((value) => ({ value, label: t(`digests.kind.${value}`) }))}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as Kind)}
          />
          <NativeSelect
            label={t("digests.example_language")}
            data={languages.map((value) => ({ value, label: language_names[value] }))}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          />
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t("digests.test")}
          </Button>
        </Group>
        <Unanswered query={query} height={240} />
        {query.data ? <LetterText letter={query.data} language={language} /> : null}
      </Stack>
    </Section>
  );
}
