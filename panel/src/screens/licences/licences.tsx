import { Text } from "@mantine/core";
import { IconLicense, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../components/lists/data-list.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { useGoTo } from "../../components/use-go-to.ts";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Day } from "../../components/values/when.tsx";
import { useDialog } from "../../components/forms/use-draft.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { type Forecast, forecast_weeks, type Licence, useLicences, useSeatForecast } from "./licence-data.ts";
import { LicenceDialog } from "./licence-dialog.tsx";
import { LicenceState } from "./licence-state.tsx";

const states = ["in_force", "to_come", "ended"] as const;

/** The licences with their seats, and the seats that renewals will need. */
export function Licences() {
  const { t } = useTranslation("catalogue");
  const list = useListState({ q: "", state: "" });
  const query = useLicences(list);
  const forecast = useSeatForecast();
  const [adding, setAdding] = useDialog("licence");
  const [added, setAdded] = useState<string>();
  useGoTo("/licences/$licence_id", "licence_id", added);
  const reason = useTrainingReason();
  const add = (
    <ReasonedButton reason={reason} leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t("licence.add")}
    </ReasonedButton>
  );
  return (
    <ListPage
      title={t("shell:nav.licences")}
      description={t("licence.text")}
      file={{ path: "/panel/api/licenses/export", filters: list.values }}
      add={add}
      empty={{ icon: IconLicense, title: t("licence.empty"), text: t("licence.empty_text") }}
      views="licences"
      filters={
        <>
          <SearchFilter list={list} name="q" label={t("search_name")} />
          <ChoiceFilter
            list={list}
            name="state"
            label={t("field.state")}
            any={t("any_state")}
            choices={states.map((value) => ({ value, label: t(`licence.state.${value}`) }))}
          />
        </>
      }
      columns={useColumns(forecast.data ?? [])}
      query={query}
      rows={query.data?.licenses}
      id={({ id }) => id}
      state={list}
      sticky_first
    >
      <LicenceDialog opened={adding} onClose={() => setAdding(false)} licence={null} onSaved={({ id }) => setAdded(id)} />
    </ListPage>
  );
}

function useColumns(forecast: readonly Forecast[]): Column<Licence>[] {
  const { t, i18n } = useTranslation("catalogue");
  const number = new Intl.NumberFormat(i18n.language);
  const by_id = new Map(forecast.map((one) => [one.license_id, one]));
  return [
    {
      key: "name",
      title: t("field.name"),
      width: 200,
      render: ({ id, name }) => (
        <TextLink to="/licences/$licence_id" params={{ licence_id: id }}>
          {name}
        </TextLink>
      ),
    },
    { key: "state", title: t("field.state"), width: 110, render: (licence) => <LicenceState licence={licence} /> },
    {
      key: "total",
      title: t("field.seats_total"),
      align: "right",
      render: ({ seats_total }) => (seats_total === null ? t("seats.unlimited") : number.format(seats_total)),
    },
    { key: "used", title: t("field.seats_used"), align: "right", render: ({ seats_used }) => number.format(seats_used) },
    {
      key: "free",
      title: t("field.seats_free"),
      align: "right",
      render: ({ seats_free }) => (seats_free === null ? "–" : number.format(seats_free)),
    },
    {
      key: "needed",
      title: t("field.seats_needed", { count: forecast_weeks }),
      align: "right",
      width: 150,
      render: ({ id }) => <Needed forecast={by_id.get(id)} />,
    },
    {
      key: "until",
      title: t("field.valid_until"),
      width: 110,
      render: ({ valid_until }) => <Day date={valid_until} none={t("endless")} />,
    },
  ];
}

function Needed({ forecast }: { forecast: Forecast | undefined }) {
  const { t, i18n } = useTranslation("catalogue");
  if (forecast === undefined) return "–";
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <>
      {number.format(forecast.seats_needed)}
      {forecast.seats_missing > 0 ? (
        <Text size="xs" fw={600}>
          {t("seats.missing", { count: forecast.seats_missing })}
        </Text>
      ) : null}
    </>
  );
}
