import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, language_names, languages } from "../../app/languages.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { toast } from "../../components/toast.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { LetterText } from "./letter-text.tsx";

type LetterExampleProps = {
  /** The namespace part of its texts. */
  of: "digests" | "reminders";
  /** What the mail depends on besides the language. */
  query_key: readonly string[];
  read: (language: Language, signal: AbortSignal) => Promise<{ subject: string; text: string }>;
  /** Mails it to the user. */
  send: () => Promise<{ recipient: string }>;
  /** Fields that are chosen before the language. */
  children?: ReactNode;
};

/** A mail as its recipients get it, in a language of choice; users can mail it to themselves. */
export function LetterExample({ of, query_key, read, send, children }: LetterExampleProps) {
  const { t, i18n } = useTranslation("settings");
  const [language, setLanguage] = useState<Language>(() => languages.find((one) => one === i18n.language) ?? "en");
  const query = useQuery({ queryKey: [...query_key, language], queryFn: ({ signal }) => read(language, signal) });
  const test = useMutation({
    mutationFn: send,
    onSuccess: ({ recipient }) => toast.done(t(`${of}.tested`, { recipient })),
  });
  return (
    <Section title={t(`${of}.example`)}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(`${of}.example_text`)}
        </Text>
        <ProblemAlert error={test.error} />
        <Group align="flex-end">
          {children}
          <NativeSelect
            label={t(`${of}.example_language`)}
            data={languages.map((value) => ({ value, label: language_names[value] }))}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          />
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t(`${of}.test`)}
          </Button>
        </Group>
        <Unanswered query={query} height={240} />
        {query.data ? <LetterText letter={query.data} language={language} /> : null}
      </Stack>
    </Section>
  );
}
