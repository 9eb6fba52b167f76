import { IconBook2, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../components/lists/data-list.tsx";
import { ChoiceFilter } from "../../components/lists/filters.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useGoTo } from "../../components/use-go-to.ts";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { useDialog } from "../../components/forms/use-draft.ts";
import { useLicences } from "../licences/licence-data.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { useCatalogueColumns } from "./catalogue-columns.tsx";
import { CourseDialog } from "./course-dialog.tsx";
import { type Course, useLength } from "./course-data.ts";
import { CatalogueFilters } from "./filters.tsx";
import { catalogueFilters, useCatalogue } from "./use-catalogue.ts";

/** The courses of the catalogue, each with whether it can be assigned and why not. */
export function Courses() {
  const { t } = useTranslation("catalogue");
  const list = useListState({ q: "", state: "", license_id: "" });
  const query = useCatalogue("course", list);
  const licences = useLicences({ values: { q: "", state: "" }, limit: 100, offset: 0 });
  const [adding, setAdding] = useDialog("course");
  const [added, setAdded] = useState<string>();
  useGoTo("/courses/$course_id", "course_id", added);
  const reason = useTrainingReason();
  const add = (
    <ReasonedButton reason={reason} leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t("course.add")}
    </ReasonedButton>
  );
  return (
    <ListPage
      title={t("shell:nav.courses")}
      description={t("course.text")}
      file={{ path: "/panel/api/courses/export", filters: catalogueFilters("course", list.values) }}
      add={add}
      empty={{ icon: IconBook2, title: t("course.empty"), text: t("course.empty_text") }}
      views="courses"
      filters={
        <>
          <CatalogueFilters list={list} />
          <ChoiceFilter
            list={list}
            name="license_id"
            label={t("field.licence")}
            any={t("any_licence")}
            choices={(licences.data?.licenses ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      }
      columns={useColumns()}
      query={query}
      rows={query.data?.courses}
      id={({ id }) => id}
      state={list}
      sticky_first
    >
      <CourseDialog
        opened={adding}
        onClose={() => setAdding(false)}
        detail={null}
        onSaved={({ course }) => setAdded(course.id)}
      />
    </ListPage>
  );
}

function useColumns(): Column<Course>[] {
  const { t } = useTranslation("catalogue");
  const lengthOf = useLength();
  return useCatalogueColumns([
    {
      key: "validity",
      title: t("field.validity"),
      secondary: true,
      render: ({ validity }) => (validity ? lengthOf(validity) : "–"),
    },
    { key: "renewal", title: t("field.renewal"), secondary: true, render: ({ renewal }) => t(renewal.enabled ? "yes" : "no") },
  ]);
}
