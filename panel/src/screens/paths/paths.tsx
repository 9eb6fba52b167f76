import { IconPlus, IconRoute } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { useDialog } from "../../components/forms/use-draft.ts";
import { useCatalogueColumns } from "../courses/catalogue-columns.tsx";
import { CatalogueFilters } from "../courses/filters.tsx";
import { catalogueFilters, useCatalogue } from "../courses/use-catalogue.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { PathDialog } from "./path-dialog.tsx";

/** The learning paths: courses that are assigned together. */
export function Paths() {
  const { t } = useTranslation("catalogue");
  const list = useListState({ q: "", state: "" });
  const query = useCatalogue("learning_path", list);
  const [adding, setAdding] = useDialog("path");
  const reason = useTrainingReason();
  const add = (
    <ReasonedButton reason={reason} leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t("path.add")}
    </ReasonedButton>
  );
  return (
    <ListPage
      title={t("shell:nav.paths")}
      description={t("path.text")}
      file={{ path: "/panel/api/courses/export", filters: catalogueFilters("learning_path", list.values) }}
      add={add}
      empty={{ icon: IconRoute, title: t("path.empty"), text: t("path.empty_text") }}
      views="paths"
      filters={<CatalogueFilters list={list} />}
      columns={useCatalogueColumns()}
      query={query}
      rows={query.data?.courses}
      id={({ id }) => id}
      state={list}
      sticky_first
    >
      <PathDialog opened={adding} onClose={() => setAdding(false)} detail={null} />
    </ListPage>
  );
}
