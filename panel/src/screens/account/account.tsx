import {
  Badge,
  Group,
  type MantineColorScheme,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { chooseLanguage } from "../../app/i18n.ts";
import { language_names, languages } from "../../app/languages.ts";
import { Page } from "../../components/page.tsx";
import { ChangePassword } from "./change-password.tsx";
import { Mails } from "./mails.tsx";
import { Passkeys } from "./passkeys.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** The user's own account: name, password, second factor, passkeys, sessions and appearance. */
export function Account() {
  const { t } = useTranslation("account");
  const { account } = useSession();
  return (
    <Page
      title={t("title")}
      description={[account.name, account.email].filter(Boolean).join(" · ")}
      aside={<Badge color="indigo">{t(`shell:role.${account.role}`)}</Badge>}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Section title={t("second_factor.title")} text={t("second_factor.text")}>
            <SecondFactor active={account.second_factor} />
          </Section>
          <Section title={t("password.title")} text={t("password.text")}>
            <ChangePassword />
          </Section>
        </SimpleGrid>
        <Section title={t("passkeys.title")} text={t("passkeys.text")}>
          <Passkeys />
        </Section>
        <Section title={t("recovery_codes.title")} text={t("recovery_codes.text")}>
          <RecoveryCodes />
        </Section>
        <Section title={t("sessions.title")} text={t("sessions.text")}>
          <Sessions />
        </Section>
        <Section title={t("mails.title")} text={t("mails.text")}>
          <Mails />
        </Section>
        <Section title={t("preferences.title")} text={t("preferences.text")}>
          <Preferences />
        </Section>
      </Stack>
    </Page>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Paper p="md" component="section">
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text}
      </Text>
      {children}
    </Paper>
  );
}

function Preferences() {
  const { t, i18n } = useTranslation("account");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Group align="flex-end" gap="lg">
      <NativeSelect
        label={t("preferences.language")}
        value={i18n.language}
        onChange={(event) => void chooseLanguage(event.currentTarget.value)}
        data={languages.map((language) => ({ value: language, label: language_names[language] }))}
      />
      <NativeSelect
        label={t("preferences.scheme")}
        value={colorScheme}
        onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
        data={(["light", "dark", "auto"] as const).map((value) => ({ value, label: t(`shell:scheme.${value}`) }))}
      />
    </Group>
  );
}
