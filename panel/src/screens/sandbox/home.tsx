import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../components/section.tsx";
import type { OwnSandbox } from "./sandbox-data.ts";

/** The organisation that owns this sandbox. The link back stands above every page. */
export function Home({ home }: { home: OwnSandbox["home"] }) {
  const { t } = useTranslation("sandbox");
  return (
    <Section title={t("home.title")}>
      <Text size="sm">{home === null ? t("home.none") : t("home.text", home)}</Text>
    </Section>
  );
}
