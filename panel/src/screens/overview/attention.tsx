import { Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { type LinkTarget, TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

type Item = components["schemas"]["AttentionList"]["items"][number];

const refresh_ms = 30_000;

const client = (id: string): LinkTarget => ({ to: "/clients/$client_id", params: { client_id: id } });
const webhook = (id: string): LinkTarget => ({ to: "/webhooks/$webhook_id", params: { webhook_id: id } });
const licences = (): LinkTarget => ({ to: "/licences" });

/** The screen where each kind of problem is solved. */
const targets: Readonly<Record<Item["kind"], (id: string) => LinkTarget>> = {
  webhook_disabled: webhook,
  webhook_degraded: webhook,
  client_expired: client,
  client_expiring: client,
  client_near_limit: client,
  addresses_blocked: () => ({ to: "/blocked-addresses" }),
  scim_refused: () => ({ to: "/scim" }),
  values_unmatched: () => ({ to: "/scim", search: { tab: "unmatched" } }),
  import_failed: (id) => ({ to: "/imports/$import_id", params: { import_id: id } }),
  evaluation_stopped: () => ({ to: "/rules" }),
  license_full: licences,
  license_ending: licences,
  assignments_blocked: licences,
  renewals_blocked: licences,
  contract_ending: () => ({ to: "/contractors" }),
  mails_waiting: () => ({ to: "/mailbox" }),
  addresses_bouncing: () => ({ to: "/people/bounces" }),
};

const urgent: ReadonlySet<Item["kind"]> = new Set([
  "webhook_disabled",
  "client_expired",
  "import_failed",
  "evaluation_stopped",
  "mails_waiting",
]);

/** Problems that an administrator has to solve, the worst first; each entry opens the screen where that is done. */
export function Attention() {
  const { t } = useTranslation("overview");
  const list = useQuery({
    queryKey: ["attention"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/overview/attention", { signal })).items,
    refetchInterval: refresh_ms,
  });
  return (
    <Section title={t("attention.title")}>
      <Unanswered query={list} height={48} />
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
              <TextLink {...targets[item.kind](item.id ?? "")}>
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
