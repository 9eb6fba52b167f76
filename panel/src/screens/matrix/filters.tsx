import { NativeSelect, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { todayIn, useClock } from "../../components/values/when.tsx";
import type { components } from "../../api/schema.d.ts";
import { DateFilter } from "../../components/forms/date-field.tsx";
import { SearchField } from "../../components/lists/search-field.tsx";
import type { MatrixState } from "./use-matrix.ts";

const worker_types = ["internal_payroll", "b2b_contractor"] as const;
/** Entries of a long list that are offered at once; typing finds the others. */
const offered_max = 100;

type FiltersProps = { list: MatrixState; choices: components["schemas"]["ComplianceMatrixChoices"] | undefined };

export function Filters({ list: { values, set }, choices }: FiltersProps) {
  const { t } = useTranslation("matrix");
  const { now, zone } = useClock();
  const byId = (entries: readonly { id: string; name: string }[] = []) =>
    entries.map(({ id, name }) => ({ value: id, label: name }));
  const pick = (name: "course_code" | "department_id" | "contractor_id", data: { value: string; label: string }[]) => (
    <Select
      aria-label={t(`filter.${name}`)}
      placeholder={t(`filter.${name}`)}
      data={data}
      value={values[name] === "" ? null : values[name]}
      onChange={(value) => set({ [name]: value ?? "" })}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("filter.clear") }}
      limit={offered_max}
      w={{ base: "100%", xs: 190 }}
    />
  );
  return (
    <>
      <SearchField
        label={t("filter.department_query")}
        value={values.department_query}
        onChange={(department_query) => set({ department_query })}
      />
      {pick(
        "course_code",
        (choices?.courses ?? []).map(({ code, title }) => ({ value: code, label: `${code} · ${title}` })),
      )}
      {pick("department_id", byId(choices?.departments))}
      {pick("contractor_id", byId(choices?.contractors))}
      <NativeSelect
        aria-label={t("filter.worker_type")}
        value={values.worker_type}
        onChange={(event) => set({ worker_type: event.currentTarget.value })}
        data={[
          { value: "", label: t("filter.worker_type") },
          ...worker_types.map((value) => ({ value, label: t(`worker_type.${value}`) })),
        ]}
      />
      <DateFilter
        name={t("filter.as_of")}
        max={todayIn(zone, now)}
        value={values.as_of}
        onChange={(event) => set({ as_of: event.currentTarget.value })}
      />
    </>
  );
}
