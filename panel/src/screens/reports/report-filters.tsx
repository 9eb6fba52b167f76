import { NativeSelect, NumberInput, Select, SimpleGrid, Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { worst_first } from "../../components/values/flags.ts";
import { type Definition, type Subject, useChoices } from "./report-data.ts";

type Filters = Definition["filters"];
type FiltersProps = { subject: Subject; filters: Filters; set: (filters: Filters) => void };

const worker_types = ["internal_payroll", "b2b_contractor"] as const;
const days_max = 366;

/** The filters of a report: a field for each that its subject has. */
export function ReportFilters({ subject, filters, set }: FiltersProps) {
  const { t } = useTranslation("reports");
  const change = (patch: { [Name in keyof Filters]?: Filters[Name] | undefined }) =>
    set(Object.fromEntries(Object.entries({ ...filters, ...patch }).filter(([, value]) => value !== undefined)));
  const has = (name: keyof Filters) => subject.filters.includes(name);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="sm">
      {has("q") ? (
        <TextInput
          label={t("filter.q")}
          maxLength={100}
          value={filters.q ?? ""}
          onChange={(event) => change({ q: event.currentTarget.value || undefined })}
        />
      ) : null}
      {has("status") && subject.statuses.length > 0 ? (
        <NativeSelect
          label={t("filter.status")}
          data={[{ value: "", label: t("filter.any") }, ...subject.statuses.map(({ value, title }) => ({ value, label: title }))]}
          value={filters.status ?? ""}
          onChange={(event) => change({ status: event.currentTarget.value || undefined })}
        />
      ) : null}
      {has("compliance_flag") ? (
        <NativeSelect
          label={t("filter.compliance_flag")}
          data={[
            { value: "", label: t("filter.any") },
            ...worst_first.map((value) => ({ value, label: t(`common:flag.${value}`) })),
          ]}
          value={filters.compliance_flag ?? ""}
          onChange={(event) =>
            change({ compliance_flag: (event.currentTarget.value || undefined) as Filters["compliance_flag"] })
          }
        />
      ) : null}
      {has("worker_type") ? (
        <NativeSelect
          label={t("filter.worker_type")}
          data={[
            { value: "", label: t("filter.any") },
            ...worker_types.map((value) => ({ value, label: t(`worker_type.${value}`) })),
          ]}
          value={filters.worker_type ?? ""}
          onChange={(event) => change({ worker_type: (event.currentTarget.value || undefined) as Filters["worker_type"] })}
        />
      ) : null}
      <Places has={has} filters={filters} change={change} />
      {has("due_within_days") ? (
        <Days
          label={t("filter.due_within_days")}
          value={filters.due_within_days}
          set={(due_within_days) => change({ due_within_days })}
        />
      ) : null}
      {has("ends_within_days") ? (
        <Days
          label={t("filter.ends_within_days")}
          value={filters.ends_within_days}
          set={(ends_within_days) => change({ ends_within_days })}
        />
      ) : null}
      {has("overdue") ? (
        <Switch
          label={t("filter.overdue")}
          checked={filters.overdue === true}
          onChange={(event) => change({ overdue: event.currentTarget.checked || undefined })}
        />
      ) : null}
    </SimpleGrid>
  );
}

type PlacesProps = {
  has: (name: keyof Filters) => boolean;
  filters: Filters;
  change: (patch: { [Name in keyof Filters]?: Filters[Name] | undefined }) => void;
};

/** Chooses departments, companies and courses by their names. */
function Places({ has, filters, change }: PlacesProps) {
  const { t } = useTranslation("reports");
  const choices = useChoices();
  const named = (list: readonly { id: string; name: string }[] = []) => list.map(({ id, name }) => ({ value: id, label: name }));
  const picking = {
    searchable: true,
    clearable: true,
    limit: 100,
    clearButtonProps: { "aria-label": t("filter.clear") },
  } as const;
  return (
    <>
      {has("department_id") ? (
        <div>
          <Select
            {...picking}
            label={t("filter.department_id")}
            placeholder={t("filter.any")}
            data={named(choices.data?.departments)}
            value={filters.department_id ?? null}
            onChange={(value) => change({ department_id: value ?? undefined, include_subdepartments: value ? true : undefined })}
          />
          {filters.department_id === undefined ? null : (
            <Switch
              mt={6}
              label={t("filter.include_subdepartments")}
              checked={filters.include_subdepartments === true}
              onChange={(event) => change({ include_subdepartments: event.currentTarget.checked || undefined })}
            />
          )}
        </div>
      ) : null}
      {has("contractor_id") ? (
        <Select
          {...picking}
          label={t("filter.contractor_id")}
          placeholder={t("filter.any")}
          data={named(choices.data?.contractors)}
          value={filters.contractor_id ?? null}
          onChange={(value) => change({ contractor_id: value ?? undefined })}
        />
      ) : null}
      {has("course_code") ? (
        <Select
          {...picking}
          label={t("filter.course_code")}
          placeholder={t("filter.any")}
          data={(choices.data?.courses ?? []).map(({ code, title }) => ({ value: code, label: `${title} (${code})` }))}
          value={filters.course_code ?? null}
          onChange={(value) => change({ course_code: value ?? undefined })}
        />
      ) : null}
    </>
  );
}

function Days({ label, value, set }: { label: string; value: number | undefined; set: (days: number | undefined) => void }) {
  return (
    <NumberInput
      label={label}
      min={0}
      max={days_max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={value ?? ""}
      onChange={(given) => set(given === "" ? undefined : Number(given))}
    />
  );
}
