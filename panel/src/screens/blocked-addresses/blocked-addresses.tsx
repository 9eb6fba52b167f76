import { Button, Group } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toast.ts";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";

type Blocked = components["schemas"]["BlockedAddress"];
const blocked_key = ["blocked-addresses"];
const refresh_ms = 10_000;

/** Addresses that are refused for ten minutes after twenty failed authentications. */
export function BlockedAddresses() {
  const { t } = useTranslation("blocked-addresses");
  const queries = useQueryClient();
  const state = useListState({});
  const list = useQuery({
    queryKey: blocked_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/blocked-addresses", { signal })).addresses,
    refetchInterval: refresh_ms,
  });
  const lift = useMutation({
    mutationFn: (address: string) => api.POST("/panel/api/blocked-addresses/lift", { body: { address } }),
    onSuccess: (_, address) => toast.done(t("lifted", { address })),
    onError: toast.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: blocked_key }),
  });
  const columns: Column<Blocked>[] = [
    { key: "address", title: t("column.address"), render: ({ address }) => <span className="panel-mono">{address}</span> },
    { key: "since", title: t("column.since"), render: ({ since }) => <When at={since} /> },
    { key: "until", title: t("column.until"), render: ({ until }) => <When at={until} /> },
    { key: "failures", title: t("column.failures"), align: "right", render: ({ failures }) => failures },
    {
      key: "clients",
      title: t("column.clients"),
      render: ({ clients }) =>
        clients.length === 0 ? (
          t("no_client")
        ) : (
          <Group gap="xs">
            {clients.map(({ id, name }) => (
              <TextLink key={id} to="/clients/$client_id" params={{ client_id: id }}>
                {name}
              </TextLink>
            ))}
          </Group>
        ),
    },
    {
      key: "lift",
      title: t("column.lift"),
      align: "right",
      render: ({ address }) => (
        <Button
          size="compact-sm"
          variant="default"
          loading={lift.isPending && lift.variables === address}
          onClick={() => lift.mutate(address)}
        >
          {t("lift")}
        </Button>
      ),
    },
  ];
  return (
    <Page title={t("title")} description={t("description")}>
      <DataList
        label={t("title")}
        columns={columns}
        query={list}
        rows={list.data}
        id={({ address }) => address}
        state={state}
        empty={<EmptyState icon={IconShieldCheck} title={t("empty")} text={t("empty_text")} />}
      />
    </Page>
  );
}
