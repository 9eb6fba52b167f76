import { Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import type { OrganisationSettings } from "./settings-data.ts";

/** The settings that only the operator can change. */
export function Contract({ settings: { contract } }: { settings: OrganisationSettings }) {
  const { t, i18n } = useTranslation("settings");
  const number = new Intl.NumberFormat(i18n.language);
  const rows = (["per_minute", "burst", "per_day", "webhook_subscriptions"] as const).map(
    (name) => [t(`contract.${name}`), number.format(contract[name])] as const,
  );
  return (
    <Section title={t("contract.title")} action={<TextLink to="/clients">{t("contract.clients")}</TextLink>}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("contract.text")}
      </Text>
      <Facts label={t("contract.title")} rows={rows} />
    </Section>
  );
}

function Facts({ label, rows }: { label: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <Table aria-label={label} verticalSpacing={6}>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="right">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
