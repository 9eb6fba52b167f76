import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../components/section.tsx";
import { CodeBlock } from "./code.tsx";

/** What the SDKs do for integrators (docs/guides/sdk.md). */
export function Kit() {
  const { t } = useTranslation("developer");
  const text = `# ${t("kit.npm")}
npm install ./muster-sdk-*.tgz
# ${t("kit.pip")}
pip install ./muster_sdk-*.whl
# ${t("kit.plan")}
npx muster-sync users sync people.csv --plan
`;
  return (
    <Section title={t("kit.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("kit.text")}
      </Text>
      <CodeBlock label={t("kit.title")} file={t("terminal")} text={text} />
    </Section>
  );
}
