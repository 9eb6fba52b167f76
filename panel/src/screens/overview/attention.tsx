import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { type LinkTarget, TextLink } from "../../components/link.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { Day, When } from "../../components/when.tsx";

type Item = components["schemas"]["AttentionList"]["items"][number];

const refresh_ms = 30_000;

/** Where each kind is mended. */
function targetOf({ kind, id }: Item): LinkTarget {
  const one = id ?? "";
  switch (kind) {
    case "webhook_disabled":
    case "webhook_degraded":
      return { to: "/webhooks/$webhook_id", params: { webhook_id: one } };
    case "client_expired":
    case "client_expiring":
    case "client_near_limit":
      return { to: "/clients/$client_id", params: { client_id: one } };
    case "addresses_blocked":
      return { to: "/blocked-addresses" };
    case "scim_refused":
      return { to: "/scim" };
    case "values_unmatched":
      return { to: "/scim", search: { tab: "unmatched" } };
    case "import_failed":
      return { to: "/imports/$import_id", params: { import_id: one } };
    case "license_full":
    case "license_ending":
    case "assignments_blocked":
    case "renewals_blocked":
      return { to: "/licences" };
    case "contract_ending":
      return { to: "/contractors" };
  }
}

const urgent: ReadonlySet<Item["kind"]> = new Set(["webhook_disabled", "client_expired", "import_failed", "license_full"]);

/** What does not mend itself, the worst first; each entry opens the screen where it is mended. */
export function Attention() {
  const { t } = useTranslation("overview");
  const list = useQuery({
    queryKey: ["attention"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/overview/attention", { signal })).items,
    refetchInterval: refresh_ms,
  });
  return (
    <Section title={t("attention.title")}>
      {list.error ? <ProblemAlert error={list.error} retry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton h={48} /> : null}
      {list.data?.length === 0 ? (
        <Entry icon={<IconCircleCheck size={18} color="var(--mantine-color-green-7)" />}>{t("attention.none")}</Entry>
      ) : null}
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {list.data?.map((item) => (
          <li key={`${item.kind} ${item.id} ${item.name}`}>
            <Entry
              icon={
                urgent.has(item.kind) ? (
                  <IconAlertTriangle size={18} color="var(--mantine-color-red-7)" />
                ) : (
                  <IconInfoCircle size={18} color="var(--mantine-color-yellow-8)" />
                )
              }
            >
              <TextLink {...targetOf(item)}>
                {t(`attention.${item.kind}`, { name: item.name ?? "", count: item.count ?? 0 })}
              </TextLink>{" "}
              <Text span size="xs" c="dimmed">
                {item.day ? <Day date={item.day} /> : item.at ? <When at={item.at} /> : null}
              </Text>
            </Entry>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Entry({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <span aria-hidden style={{ lineHeight: 1.2 }}>
        {icon}
      </span>
      <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </Group>
  );
}
