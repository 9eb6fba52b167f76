import { Group, NativeSelect, Select, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { StackedBars } from "../../components/values/stacked-bars.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import { type Forecast as ForecastData, type ForecastState, useCourses, useForecast, useForecastState } from "./forecast-data.ts";
import { Seats } from "./seats.tsx";
import { TrendSection } from "./trend.tsx";

const weeks_choices = ["4", "12", "26", "52"];
/** While the answer loads, the charts have their final size. */
const none: ForecastData["weeks"] = [];
/** The most courses that are offered at once; typing finds the others. */
const offered_max = 100;

/** How time alone will change flags and seats, and how the flags have changed in the past. */
export function Forecast() {
  const { t } = useTranslation("forecast");
  const state = useForecastState();
  const forecast = useForecast(state.values);
  return (
    <Page title={t("title")} description={t("description")}>
      <Stack gap="md">
        <Filters state={state} />
        {forecast.error ? <ProblemAlert error={forecast.error} retry={() => void forecast.refetch()} /> : null}
        {forecast.error && !forecast.data ? null : (
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" aria-busy={forecast.isPending}>
            <Coming weeks={forecast.data?.weeks ?? none} />
            <Ending weeks={forecast.data?.weeks ?? none} />
          </SimpleGrid>
        )}
        <TrendSection values={state.values} />
        {/* Last, because the number of licences is known only with the answer, and content below would move. */}
        {forecast.data ? <Seats licenses={forecast.data.licenses} /> : null}
        {forecast.isPending ? <Skeleton h={160} /> : null}
      </Stack>
    </Page>
  );
}

function Filters({ state: { values, set } }: { state: ForecastState }) {
  const { t } = useTranslation("forecast");
  const choices = useCourses();
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={t("weeks_label")}
        value={values.weeks}
        onChange={(event) => set({ weeks: event.currentTarget.value })}
        data={weeks_choices.map((value) => ({ value, label: t("weeks", { count: Number(value) }) }))}
      />
      <Select
        aria-label={t("course")}
        placeholder={t("course")}
        data={(choices.data?.courses ?? []).map(({ code, title }) => ({ value: code, label: `${code} · ${title}` }))}
        value={values.course_code === "" ? null : values.course_code}
        onChange={(value) => set({ course_code: value ?? "" })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("clear") }}
        limit={offered_max}
        w={{ base: "100%", xs: 260 }}
      />
    </Group>
  );
}

type Weeks = { weeks: ForecastData["weeks"] };

function Coming({ weeks }: Weeks) {
  const { t } = useTranslation("forecast");
  const bars = useBars(weeks, ({ becoming_overdue, becoming_expiring_soon }) => ({ becoming_overdue, becoming_expiring_soon }));
  return (
    <Section title={t("coming.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("coming.text")}
      </Text>
      <StackedBars
        label={t("coming.title")}
        unit={t("week")}
        series={[
          { key: "becoming_overdue", name: t("coming.overdue"), tone: "bad" },
          { key: "becoming_expiring_soon", name: t("coming.expiring_soon"), tone: "warning" },
        ]}
        bars={bars}
      />
    </Section>
  );
}

function Ending({ weeks }: Weeks) {
  const { t } = useTranslation("forecast");
  const bars = useBars(weeks, ({ expiring }) => ({ expiring }));
  return (
    <Section title={t("ending.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("ending.text")}
      </Text>
      <StackedBars
        label={t("ending.title")}
        unit={t("week")}
        series={[{ key: "expiring", name: t("ending.certificates"), tone: "info" }]}
        bars={bars}
      />
    </Section>
  );
}

function useBars<V extends Record<string, number>>(
  weeks: ForecastData["weeks"],
  valuesOf: (week: ForecastData["weeks"][number]) => V,
) {
  const { i18n } = useTranslation();
  const short = dateFormat("short", i18n.language);
  return weeks.map((week) => {
    const [from, until] = [new Date(`${week.from}T00:00:00Z`), new Date(`${week.until}T00:00:00Z`)];
    return { key: week.from, label: short.format(from), title: short.formatRange(from, until), values: valuesOf(week) };
  });
}
