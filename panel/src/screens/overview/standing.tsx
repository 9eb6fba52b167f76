import { Button, Group, NativeSelect, Progress, Stack, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { Figure } from "../../components/values/figure.tsx";
import { StandingYear } from "./standing-year.tsx";

type Standing = components["schemas"]["ComplianceStanding"];
type Line = Standing["lines"][number];

const dimensions = ["department", "course", "company", "manager"] as const satisfies readonly Standing["by"][];
const dues = [
  { key: "due_4", number: 4 },
  { key: "due_8", number: 8 },
  { key: "due_12", number: 12 },
] as const;

/** The covered share of what is required, by department, company, manager or course; what falls due; and the past year. */
export function StandingSection() {
  const { t } = useTranslation("overview");
  const [by, setBy] = useState<Standing["by"]>("department");
  const [chosen, setChosen] = useState<Line | null>(null);
  const query = useQuery({
    queryKey: ["compliance-standing", by],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/compliance/standing", { params: { query: { by } }, signal })),
    placeholderData: keepPreviousData,
  });
  const choose = (next: Standing["by"]) => {
    setBy(next);
    setChosen(null);
  };
  return (
    <Section title={t("standing.title")}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("standing.text")}
        </Text>
        <Unanswered query={query} height={320} />
        {query.data ? <Totals total={query.data.total} /> : null}
        {query.data && query.data.total.entries > 0 ? (
          <>
            <StandingYear of={chosen === null ? null : { by: query.data.by, line: chosen }} onBack={() => setChosen(null)} />
            <NativeSelect
              label={t("standing.by")}
              value={by}
              onChange={({ currentTarget: { value } }) => choose(dimensions.find((one) => one === value)!)}
              data={dimensions.map((value) => ({ value, label: t(`standing.by_${value}`) }))}
              w={{ base: "100%", xs: 220 }}
            />
            <Lines standing={query.data} chosen={chosen} onChoose={setChosen} />
          </>
        ) : null}
      </Stack>
    </Section>
  );
}

function Totals({ total }: Pick<Standing, "total">) {
  const { t, i18n } = useTranslation("overview");
  const number = new Intl.NumberFormat(i18n.language);
  const of = { covered: number.format(total.covered), entries: number.format(total.entries) };
  return (
    <div className="figures">
      <Figure
        label={t("standing.covered")}
        value={shareText(total, i18n.language)}
        text={total.entries === 0 ? t("standing.none") : t("standing.of", of)}
        part={total.entries === 0 ? undefined : total.covered / total.entries}
      />
      {dues.map(({ key, number: weeks }) => (
        <Figure
          key={key}
          label={t("standing.due", { number: weeks })}
          value={number.format(total[key])}
          text={t("standing.due_text")}
        />
      ))}
    </div>
  );
}

function Lines({
  standing: { by, lines, left_out },
  chosen,
  onChoose,
}: {
  standing: Standing;
  chosen: Line | null;
  onChoose: (line: Line) => void;
}) {
  const { t, i18n } = useTranslation("overview");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("standing.title") } }}
      >
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t(`standing.by_${by}`)}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t("standing.share")}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t("standing.open")}
              </Table.Th>
              {dues.map(({ key, number: weeks }) => (
                <Table.Th key={key} scope="col" ta="right">
                  {t("standing.due", { number: weeks })}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.id ?? ""}>
                <Table.Th scope="row" fw={400}>
                  <Name by={by} line={line} is_chosen={chosen?.id === line.id && chosen !== null} onChoose={onChoose} />
                </Table.Th>
                <Table.Td ta="right" miw={90}>
                  {shareText(line, i18n.language)}
                  <Progress value={(100 * line.covered) / line.entries} size="xs" aria-hidden />
                </Table.Td>
                <Table.Td ta="right">{number.format(line.entries - line.covered)}</Table.Td>
                {dues.map(({ key }) => (
                  <Table.Td key={key} ta="right">
                    {number.format(line[key])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {left_out === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t("standing.left_out", { number: number.format(left_out) })}
        </Text>
      )}
    </div>
  );
}

type NameProps = { by: Standing["by"]; line: Line; is_chosen: boolean; onChoose: (line: Line) => void };

/** A line's name, which opens its past year. The line of people without a department, company or manager has none. */
function Name({ by, line, is_chosen, onChoose }: NameProps) {
  const { t } = useTranslation("overview");
  if (line.id === null) return <Text size="sm">{t("standing.without")}</Text>;
  const own = line.name ?? t("standing.unnamed");
  const name = by === "course" ? `${line.code} · ${own}` : own;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant={is_chosen ? "light" : "subtle"}
        aria-pressed={is_chosen}
        aria-label={t("standing.show", { name })}
        onClick={() => onChoose({ ...line, name })}
        styles={{ label: { whiteSpace: "normal", textAlign: "start" }, root: { height: "auto" } }}
      >
        {name}
      </Button>
    </Group>
  );
}

/** A share is rounded down: 99.96 % must not read as 100 %. */
function shareText({ covered, entries }: Pick<Line, "covered" | "entries">, language: string): string {
  if (entries === 0) return "–";
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1, roundingMode: "floor" });
  return percent.format(covered / entries);
}
