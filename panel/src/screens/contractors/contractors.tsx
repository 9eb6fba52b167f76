import { Badge } from "@mantine/core";
import { IconBuildingFactory2, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Day } from "../../components/values/when.tsx";
import { useDialog } from "../../components/forms/use-draft.ts";
import { useTrainingReason } from "../people/people-data.ts";
import type { Contractor } from "./contractor-data.ts";
import { ContractorDialog } from "./contractor-dialog.tsx";

/** The contractors: companies whose people work for the organisation. */
export function Contractors() {
  const { t } = useTranslation("places");
  const list = useListState({ q: "", active: "true" });
  const [adding, setAdding] = useDialog("contractor");
  const reason = useTrainingReason();
  const { q, active } = list.values;
  const filters = { ...activeFilters({ q }), ...(active ? { active: active === "true" } : {}) };
  const query = useListPage(["contractors", "list"], { ...offsetPage(list), ...filters }, (query, signal) =>
    api.GET("/panel/api/contractors", { params: { query }, signal }),
  );
  const add = (
    <ReasonedButton reason={reason} leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t("contractor.add")}
    </ReasonedButton>
  );
  return (
    <ListPage
      title={t("shell:nav.contractors")}
      description={t("contractor.text")}
      file={{ path: "/panel/api/contractors/export", filters }}
      add={add}
      empty={{ icon: IconBuildingFactory2, title: t("contractor.empty"), text: t("contractor.empty_text") }}
      views="contractors"
      filters={
        <>
          <SearchFilter list={list} name="q" label={t("search")} />
          <ChoiceFilter
            list={list}
            name="active"
            label={t("field.state")}
            any={null}
            choices={[
              { value: "true", label: t("in_use") },
              { value: "false", label: t("out_of_use") },
              { value: "", label: t("any_state") },
            ]}
          />
        </>
      }
      columns={useColumns()}
      query={query}
      rows={query.data?.contractors}
      id={({ id }) => id}
      state={list}
      sticky_first
    >
      <ContractorDialog opened={adding} onClose={() => setAdding(false)} contractor={null} />
    </ListPage>
  );
}

function useColumns(): Column<Contractor>[] {
  const { t } = useTranslation("places");
  return [
    {
      key: "name",
      title: t("field.name"),
      width: 200,
      render: ({ id, name, active }) => (
        <>
          <TextLink to="/contractors/$contractor_id" params={{ contractor_id: id }}>
            {name}
          </TextLink>{" "}
          {active ? null : <Badge color="gray">{t("out_of_use")}</Badge>}
        </>
      ),
    },
    { key: "code", title: t("field.code"), render: ({ code }) => <span className="panel-mono">{code}</span> },
    { key: "people", title: t("field.people"), align: "right", render: ({ people_count }) => people_count },
    {
      key: "until",
      title: t("field.contract_valid_until"),
      width: 130,
      render: ({ contract_valid_until }) => <Day date={contract_valid_until} />,
    },
    { key: "tax_id", title: t("field.tax_id"), secondary: true, render: ({ tax_id }) => tax_id ?? "–" },
    { key: "country", title: t("field.country"), secondary: true, render: ({ country }) => country ?? "–" },
  ];
}
