import { NativeSelect } from "@mantine/core";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../components/lists/search-field.tsx";
import type { ListState } from "../../components/lists/use-list-state.ts";

const reasons = ["inactive", "path_only", "license_expired"] as const;

/** By name, and by whether and why not something can be assigned. */
export function CatalogueFilters({ list }: { list: Pick<ListState<"q" | "state">, "values" | "set"> }) {
  const { t } = useTranslation("catalogue");
  const { values, set } = list;
  const search = useCallback((q: string) => set({ q }), [set]);
  return (
    <>
      <SearchField label={t("search")} value={values.q} onChange={search} />
      <NativeSelect
        aria-label={t("field.state")}
        value={values.state}
        onChange={(event) => set({ state: event.currentTarget.value })}
        data={[
          { value: "", label: t("any_state") },
          { value: "assignable", label: t("assignable") },
          ...reasons.map((value) => ({ value, label: t(`reason.${value}`) })),
        ]}
      />
    </>
  );
}
