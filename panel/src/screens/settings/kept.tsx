import { Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { type Retention, useRetention } from "../../components/values/use-retention.ts";

/** How long each kind of record is kept at present. */
export function Kept() {
  const { t } = useTranslation("settings");
  const query = useRetention();
  return (
    <Section
      title={t("kept.title")}
      action={
        <LinkButton to="/settings/retention" size="xs" variant="default">
          {t("kept.change")}
        </LinkButton>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t("kept.text")}
      </Text>
      <Unanswered query={query} height={300} />
      {query.data ? <KeptTable label={t("kept.title")} kinds={[...query.data.kinds, ...query.data.fixed]} /> : null}
    </Section>
  );
}

type Kind = Pick<Retention["kinds"][number] | Retention["fixed"][number], "kind" | "days">;

export function KeptTable({ label, kinds }: { label: string; kinds: readonly Kind[] }) {
  const { t } = useTranslation("settings");
  const keptFor = useKeptFor();
  return (
    <Table aria-label={label} verticalSpacing={6}>
      <Table.Tbody>
        {kinds.map(({ kind, days }) => (
          <Table.Tr key={kind}>
            <Table.Th scope="row" fw={400}>
              {t(`kept.kind.${kind}`)}
            </Table.Th>
            <Table.Td ta="right">{keptFor(days)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** "30 days", or "for ever". */
export function useKeptFor(): (days: number | null) => string {
  const { t, i18n } = useTranslation("settings");
  const number = new Intl.NumberFormat(i18n.language);
  return (days) => (days === null ? t("kept.for_ever") : t("kept.days", { count: days, number: number.format(days) }));
}
