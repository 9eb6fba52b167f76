import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { todayIn, useClock } from "../../components/values/when.tsx";
import type { components } from "../../api/schema.d.ts";
import { ChoiceFilter, DayFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { PickFilter } from "../../components/lists/pick-filter.tsx";
import { SavedViews } from "../../components/lists/saved-views.tsx";
import type { MatrixState } from "./use-matrix.ts";

const worker_types = ["internal_payroll", "b2b_contractor"] as const;

type FiltersProps = {
  list: MatrixState;
  choices: components["schemas"]["ComplianceMatrixChoices"] | undefined;
  /** On a phone: all filters but the search are behind a button, so that people are visible first. */
  narrow: boolean;
};

export function Filters({ list, choices, narrow }: FiltersProps) {
  const { t } = useTranslation("matrix");
  const [opened, setOpened] = useState(false);
  const { q: _, compliance_flag: __, ...others } = list.values;
  const count = Object.values(others).filter((value) => value !== "").length;
  return (
    <>
      <SearchFilter list={list} name="q" label={t("filter.q")} />
      {narrow ? (
        <Button
          variant="default"
          aria-expanded={opened}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {count === 0 ? t("filter.more") : t("filter.more_set", { count })}
        </Button>
      ) : null}
      {narrow && !opened ? null : <Further list={list} choices={choices} />}
    </>
  );
}

function Further({ list, choices }: Pick<FiltersProps, "list" | "choices">) {
  const { t } = useTranslation("matrix");
  const { now, zone } = useClock();
  const byId = (entries: readonly { id: string; name: string }[] = []) =>
    entries.map(({ id, name }) => ({ value: id, label: name }));
  const pick = (name: "course_code" | "department_id" | "contractor_id", data: { value: string; label: string }[]) => (
    <PickFilter
      list={list}
      name={name}
      label={t(`filter.${name}`)}
      clear={t("filter.clear")}
      choices={data}
      w={{ base: "100%", xs: 190 }}
    />
  );
  return (
    <>
      <SearchFilter list={list} name="department_query" label={t("filter.department_query")} />
      {pick(
        "course_code",
        (choices?.courses ?? []).map(({ code, title }) => ({ value: code, label: `${code} · ${title}` })),
      )}
      {pick("department_id", byId(choices?.departments))}
      {pick("contractor_id", byId(choices?.contractors))}
      <ChoiceFilter
        list={list}
        name="worker_type"
        label={t("filter.worker_type")}
        choices={worker_types.map((value) => ({ value, label: t(`worker_type.${value}`) }))}
      />
      <DayFilter list={list} name="as_of" label={t("filter.as_of")} max={todayIn(zone, now)} />
      <SavedViews list="matrix" state={list} />
    </>
  );
}
