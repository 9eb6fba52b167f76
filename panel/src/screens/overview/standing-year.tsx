import { Button, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import { flags, worst_first, type Flag } from "../../components/values/flags.ts";
import { StackedBars } from "../../components/values/stacked-bars.tsx";

type Standing = components["schemas"]["ComplianceStanding"];
type Counts = components["schemas"]["ComplianceTrend"]["days"][number]["counts"];
/** A line of the table that has a name. */
type Of = { by: Standing["by"]; line: Standing["lines"][number] };

const weeks = 52;

function scopeOf({ by, line: { id, code } }: Of) {
  if (by === "course") return { course_code: code! };
  return { [({ department: "department_id", company: "contractor_id", manager: "manager_id" } as const)[by]]: id! };
}

/** Covered entries and the others, week by week; of the whole organisation, or of one line of the table. */
export function StandingYear({ of, onBack }: { of: Of | null; onBack: () => void }) {
  const { t, i18n } = useTranslation("overview");
  const scope = of === null ? {} : scopeOf(of);
  const query = useQuery({
    queryKey: ["trend", "year", scope],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/compliance/trend", { params: { query: { weeks, ...scope } }, signal })),
    placeholderData: keepPreviousData,
  });
  const short = dateFormat("short", i18n.language);
  const exact = dateFormat("day", i18n.language);
  const label = t("standing.year", { name: of?.line.name ?? t("standing.everybody") });
  return (
    <div>
      <Title order={3} size="h5">
        {label}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t("standing.year_text")} {query.data?.complete === false ? t("standing.cut") : ""}
      </Text>
      <Unanswered query={query} height={220} />
      {query.data ? (
        <StackedBars
          label={label}
          unit={t("standing.day")}
          series={[
            { key: "covered", name: t("standing.covered"), tone: "good" },
            { key: "open", name: t("standing.open"), tone: "serious" },
          ]}
          bars={query.data.days.map(({ day, counts }) => {
            const date = new Date(`${day}T00:00:00Z`);
            return { key: day, label: short.format(date), title: exact.format(date), values: valuesOf(counts) };
          })}
        />
      ) : null}
      {of === null ? null : (
        <Button mt="sm" size="compact-sm" variant="default" onClick={onBack}>
          {t("standing.back")}
        </Button>
      )}
    </div>
  );
}

function valuesOf(counts: Counts) {
  const sumOf = (some: readonly Flag[]) => some.reduce((sum, flag) => sum + counts[flag], 0);
  const covered = sumOf(worst_first.filter((flag) => flags[flag].covered));
  const all = sumOf(worst_first);
  return { covered, open: all - covered };
}
