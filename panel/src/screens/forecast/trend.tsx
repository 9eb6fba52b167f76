import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { flags, worst_first } from "../../components/values/flags.ts";
import { StackedBars } from "../../components/values/stacked-bars.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import { type ForecastState, useTrend } from "./forecast-data.ts";

/** From bottom to top, so that the worst flags stand on top. */
const series = worst_first.toReversed().map((key) => ({ key, tone: flags[key].tone }));

/** How many entries of the matrix had each flag, week by week, from the history. */
export function TrendSection({ values }: Pick<ForecastState, "values">) {
  const { t, i18n } = useTranslation("forecast");
  const trend = useTrend(values);
  const short = dateFormat("short", i18n.language);
  const exact = dateFormat("day", i18n.language);
  return (
    <Section title={t("trend.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("trend.text")} {trend.data?.complete === false ? t("trend.cut") : ""}
      </Text>
      {trend.error ? <ProblemAlert error={trend.error} retry={() => void trend.refetch()} /> : null}
      {trend.error && !trend.data ? null : (
        <div aria-busy={trend.isPending}>
          <StackedBars
            label={t("trend.title")}
            unit={t("trend.day")}
            series={series.map(({ key, tone }) => ({ key, tone, name: t(`common:flag.${key}`) }))}
            bars={(trend.data?.days ?? []).map(({ day, counts }) => {
              const date = new Date(`${day}T00:00:00Z`);
              return { key: day, label: short.format(date), title: exact.format(date), values: counts };
            })}
          />
        </div>
      )}
    </Section>
  );
}
