import { Group, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DetourLink } from "../../components/forms/detour.tsx";

const pause_ms = 300;

/** Whether the server would accept an address, shown while it is typed. */
export function TargetVerdict({ client_id, target_url, hosts }: { client_id: string; target_url: string; hosts: string[] }) {
  const { t } = useTranslation("webhooks");
  const [asked] = useDebouncedValue(target_url.trim(), pause_ms);
  const check = useQuery({
    queryKey: ["webhook-target", client_id, asked],
    queryFn: async ({ signal }) =>
      dataOf(await api.POST("/panel/api/webhooks/target-check", { body: { client_id, target_url: asked }, signal })),
    enabled: asked !== "" && client_id !== "",
    retry: false,
  });
  const verdict = asked === "" ? undefined : check.data;
  return (
    <div role="status" aria-live="polite">
      {verdict ? (
        <Group gap={6} wrap="nowrap" align="flex-start">
          {verdict.ok ? (
            <IconCircleCheck size={18} color="var(--mantine-color-green-filled)" aria-hidden />
          ) : (
            <IconCircleX size={18} color="var(--mantine-color-red-filled)" aria-hidden />
          )}
          <Text size="sm" component="div">
            {verdict.ok ? t("target.ok") : null}
            {verdict.fault === "invalid" ? verdict.detail : null}
            {verdict.fault === "private_address" ? t("target.private") : null}
            {verdict.fault === "host_not_allowed" ? (
              <>
                {t("target.host", { host: verdict.host })}{" "}
                <DetourLink
                  to="/clients/$client_id"
                  params={{ client_id }}
                  search={{ tab: "hosts", add_host: verdict.host ?? "" }}
                >
                  {t("target.add_host")}
                </DetourLink>
              </>
            ) : null}
          </Text>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {hosts.length === 0 ? t("target.no_hosts") : t("target.hosts", { hosts: hosts.join(", ") })}
        </Text>
      )}
    </div>
  );
}
