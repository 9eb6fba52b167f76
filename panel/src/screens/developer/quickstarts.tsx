import { Button, Code, CopyButton, Group, Paper, Tabs, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { language_names, languages, snippetOf } from "./snippets.ts";

/** The first call in six languages, with the organisation's own tenant code. */
export function Quickstarts() {
  const { t } = useTranslation("developer");
  const { organisation, base_url } = useSession();
  return (
    <Paper p="md" component="section">
      <Title order={2}>{t("quickstarts.title")}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t("quickstarts.text")}
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="sm">
          {languages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language_names[language].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((language) => {
          const { title, file } = language_names[language];
          const snippet = snippetOf(language, { base_url, tenant_code: organisation.code });
          return (
            <Tabs.Panel key={language} value={language}>
              <Group justify="space-between" mb={4}>
                <Text size="xs" c="dimmed" className="panel-mono">
                  {file}
                </Text>
                <CopyButton value={snippet}>
                  {({ copied, copy }) => (
                    <Button size="compact-sm" variant="default" onClick={copy}>
                      {copied ? t("common:copied") : t("common:copy")}
                    </Button>
                  )}
                </CopyButton>
              </Group>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
              <Code block tabIndex={0} role="region" aria-label={title}>
                {snippet}
              </Code>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Paper>
  );
}
