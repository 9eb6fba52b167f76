import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { announceSwitch } from "../../api/drafts.ts";
import type { Session } from "../../api/session.ts";
import { toast } from "../../components/toast.ts";
import { Exact } from "../../components/values/when.tsx";

/**
 * Stands above every page of a sandbox. It says that this is a sandbox, shows its clock, and leads back to the organisation that
 * owns it.
 */
export function SandboxStrip({ session: { organisation, account } }: { session: Session }) {
  const { t } = useTranslation("shell");
  const { data } = useQuery({
    queryKey: ["sandbox"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/sandbox", { signal })),
    enabled: account.role !== "learner" && account.role !== "guard",
  });
  const leave = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/sandbox/leave")),
    onSuccess: () => {
      announceSwitch();
      location.assign("/panel/");
    },
    onError: toast.failed,
  });
  const home = data?.home ?? null;
  return (
    <aside className="panel-sandbox" aria-label={t("sandbox.label")}>
      <IconFlask size={18} aria-hidden />
      <span>
        {home === null ? t("sandbox.text") : t("sandbox.home", { name: home.name })} <Exact at={organisation.now} />
      </span>
      {home === null ? null : (
        <Button size="compact-sm" variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t("sandbox.leave", { code: home.code })}
        </Button>
      )}
    </aside>
  );
}
