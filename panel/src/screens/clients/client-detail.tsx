import { Button, Group, Tabs } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { toast } from "../../components/toast.ts";
import { useListState } from "../../components/lists/use-list-state.ts";
import { unansweredPage } from "../../components/unanswered.tsx";
import { ClientAudit } from "./client-audit.tsx";
import { ClientCredentials } from "./client-credentials.tsx";
import { clients_key, type Client } from "./client-data.ts";
import { ClientOverview } from "./client-overview.tsx";
import { ClientRequests } from "./client-requests.tsx";
import { ClientSettings } from "./client-settings.tsx";

const tabs = ["overview", "credentials", "access", "limits", "hosts", "requests", "audit"] as const;
/** How often the bucket's state is read while it is shown. */
const live_ms = 2_000;

/** One client: its state, its secrets, its permissions, and its audit log. */
export function ClientDetail() {
  const { t } = useTranslation("clients");
  const { client_id } = useParams({ strict: false }) as { client_id: string };
  const list = useListState({ tab: "overview" });
  const { tab } = list.values;
  const client = useQuery({
    queryKey: [...clients_key, "one", client_id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/clients/{id}", { params: { path: { id: client_id } }, signal })),
    refetchInterval: ({ state }) => (tab === "overview" && state.data ? live_ms : false),
  });
  const parents = [{ title: t("list.title"), to: "/clients" }];
  if (!client.data) return unansweredPage(client, { title: t("detail.title"), parents, height: 240 });
  const { data } = client;
  return (
    <Page title={data.name} aside={<StateBadge state={data.state} />} parents={parents} actions={<Switching client={data} />}>
      <Tabs value={tab} onChange={(value) => list.set({ tab: value ?? "" })} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`tab.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <ClientOverview client={data} />
        </Tabs.Panel>
        <Tabs.Panel value="credentials">
          <ClientCredentials client={data} />
        </Tabs.Panel>
        {(["access", "limits", "hosts"] as const).map((part) => (
          <Tabs.Panel key={part} value={part}>
            <ClientSettings client={data} part={part} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="requests">
          <ClientRequests client={data} />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <ClientAudit client={data} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Disables or enables a client. It takes effect at once and can be undone. */
function Switching({ client: { id, name, state } }: { client: Client }) {
  const { t } = useTranslation("clients");
  const queries = useQueryClient();
  const disabled = state === "disabled";
  const change = useMutation({
    mutationFn: async () =>
      disabled
        ? api.PATCH("/panel/api/clients/{id}", { params: { path: { id } }, body: { disabled: false } })
        : api.POST("/panel/api/clients/{id}/disable", { params: { path: { id } } }),
    onSuccess: () => toast.done(t(disabled ? "detail.enabled" : "detail.disabled", { name })),
    onError: toast.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: clients_key }),
  });
  if (state === "revoked") return null;
  return (
    <Group gap="xs">
      <Button variant="default" color={disabled ? "green" : "red"} loading={change.isPending} onClick={() => change.mutate()}>
        {disabled ? t("detail.enable") : t("detail.disable")}
      </Button>
    </Group>
  );
}
