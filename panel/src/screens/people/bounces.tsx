import { IconMailCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { When } from "../../components/values/when.tsx";

type Bouncing = components["schemas"]["BouncingPeople"]["people"][number];

/** People whose address takes no mail; it is corrected on the person's page. */
export function Bounces() {
  const { t } = useTranslation("people");
  const state = useListState({});
  const list = useQuery({
    queryKey: ["people", "bounces"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/bounces", { signal })).people,
  });
  const columns: Column<Bouncing>[] = [
    {
      key: "name",
      title: t("bounce.column.name"),
      render: ({ id, name }) => (
        <TextLink to="/people/$person_id" params={{ person_id: id }}>
          {name}
        </TextLink>
      ),
    },
    { key: "address", title: t("bounce.column.address"), render: ({ address }) => address },
    { key: "since", title: t("bounce.column.since"), render: ({ since }) => <When at={since} /> },
    { key: "said", title: t("bounce.column.said"), secondary: true, render: ({ said }) => said },
  ];
  return (
    <Page
      title={t("bounce.list")}
      description={t("bounce.list_text")}
      parents={[{ title: t("shell:nav.people"), to: "/people" }]}
    >
      <DataList
        label={t("bounce.list")}
        columns={columns}
        query={list}
        rows={list.data}
        id={({ id }) => id}
        state={state}
        empty={<EmptyState icon={IconMailCheck} title={t("bounce.none")} text={t("bounce.none_text")} />}
      />
    </Page>
  );
}
