import { Tabs, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { Section } from "../../components/section.tsx";
import { CodeBlock } from "./code.tsx";
import { language_names, languages, snippetOf } from "./snippets.ts";

/** The first call in six languages, with the organisation's own tenant code. */
export function Quickstarts() {
  const { t } = useTranslation("developer");
  const { organisation, base_url } = useSession();
  return (
    <Section title={t("quickstarts.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("quickstarts.text")}
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="sm" aria-label={t("quickstarts.title")}>
          {languages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language_names[language].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((language) => {
          const { title, file } = language_names[language];
          const text = snippetOf(language, { base_url, tenant_code: organisation.code });
          return (
            <Tabs.Panel key={language} value={language}>
              <CodeBlock label={title} file={file} text={text} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Section>
  );
}
