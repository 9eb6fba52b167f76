import { useTranslation } from "react-i18next";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import type { ListState } from "../../components/lists/use-list-state.ts";

const reasons = ["inactive", "path_only", "license_expired"] as const;

/** Filters by name, and by whether and why not something can be assigned. */
export function CatalogueFilters({ list }: { list: Pick<ListState<"q" | "state">, "values" | "set"> }) {
  const { t } = useTranslation("catalogue");
  return (
    <>
      <SearchFilter list={list} name="q" label={t("search")} />
      <ChoiceFilter
        list={list}
        name="state"
        label={t("field.state")}
        any={t("any_state")}
        choices={[
          { value: "assignable", label: t("assignable") },
          ...reasons.map((value) => ({ value, label: t(`reason.${value}`) })),
        ]}
      />
    </>
  );
}
