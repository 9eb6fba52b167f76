import { Alert, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { StackedBars } from "../../components/values/stacked-bars.tsx";
import { type Definition, type Preview, type Subject, usePreview } from "./report-data.ts";

/** The longest label below a bar; the table shows it in full. */
const label_letters_max = 12;

/** The present result of a report: its groups with their chart, or its first rows. */
export function ReportPreview({ subject, definition }: { subject: Subject; definition: Definition }) {
  const { t, i18n } = useTranslation("reports");
  const query = usePreview(definition);
  const number = new Intl.NumberFormat(i18n.language);
  const found = query.data;
  return (
    <Section title={t("preview.title")}>
      <Unanswered query={query} height={200} />
      {found ? (
        <div aria-busy={query.isFetching}>
          <Text size="sm" c="dimmed" mb="sm" role="status">
            {t("preview.rows", { count: found.rows_total, formatted: number.format(found.rows_total) })}
          </Text>
          {found.is_cut ? <Alert mb="sm">{t("preview.cut", { rows: number.format(found.rows_total) })}</Alert> : null}
          {definition.group_by === null ? (
            <Rows titles={found.titles} rows={found.rows} label={t("preview.title")} />
          ) : (
            <Groups found={found} subject={subject} definition={definition} />
          )}
        </div>
      ) : null}
    </Section>
  );
}

function Groups({ found, subject, definition }: { found: Preview; subject: Subject; definition: Definition }) {
  const { t, i18n } = useTranslation("reports");
  const number = new Intl.NumberFormat(i18n.language);
  const title = subject.columns.find(({ name }) => name === definition.group_by)?.title ?? "";
  const rest = found.other_rows === 0 ? [] : [{ title: t("preview.others"), rows: found.other_rows }];
  const groups = [...found.groups, ...rest];
  if (definition.chart === "none")
    return (
      <Rows
        titles={[title, t("preview.count")]}
        rows={groups.map((group) => [group.title, number.format(group.rows)])}
        label={title}
      />
    );
  return (
    <StackedBars
      label={title}
      unit={title}
      series={[{ key: "rows", name: t("preview.count"), tone: "info" }]}
      bars={groups.map((group, place) => ({
        key: `${place} ${group.title}`,
        label: group.title.length > label_letters_max ? `${group.title.slice(0, label_letters_max - 1)}…` : group.title,
        title: group.title,
        values: { rows: group.rows },
      }))}
    />
  );
}

function Rows({ titles, rows, label }: { titles: readonly string[]; rows: readonly (readonly string[])[]; label: string }) {
  const { t } = useTranslation("reports");
  if (rows.length === 0) return <Text size="sm">{t("preview.nothing")}</Text>;
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": label } }}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {titles.map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            // The rows of a preview have no ids, and are always replaced together.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={place}>
              {row.map((cell, column) => (
                <Table.Td key={titles[column]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
