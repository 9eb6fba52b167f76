import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../components/section.tsx";
import { CodeBlock } from "./code.tsx";

/** How to use the service's command for those who keep an organisation as a file. */
export function Command() {
  const { t } = useTranslation("developer");
  const text = `# ${t("command.schema")}
npx muster org schema
# ${t("command.apply")}
npx muster org apply organisation.yaml
# ${t("command.openapi")}
npx muster openapi
`;
  return (
    <Section title={t("command.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("command.text")}
      </Text>
      <CodeBlock label={t("command.title")} file={t("terminal")} text={text} />
    </Section>
  );
}
