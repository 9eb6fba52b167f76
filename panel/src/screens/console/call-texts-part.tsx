import { Tabs, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { Section } from "../../components/section.tsx";
import { CodeBlock } from "../developer/code.tsx";
import type { ConsoleCall } from "./call.ts";
import { language_names, languages, textOf } from "./call-texts.ts";

/** The same call in other languages, without the secret. */
export function CallTexts({ call }: { call: ConsoleCall }) {
  const { t } = useTranslation("console");
  const { organisation, base_url } = useSession();
  return (
    <Section title={t("texts.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("texts.text")}
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="sm" aria-label={t("texts.title")}>
          {languages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language_names[language].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((language) => {
          const { title, file } = language_names[language];
          return (
            <Tabs.Panel key={language} value={language}>
              <CodeBlock label={title} file={file} text={textOf(language, call, { base_url, tenant_code: organisation.code })} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Section>
  );
}
